// A few words that two players can compare aloud: if they agree, both are in the same match.

import { fetchJSON } from './api.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { gap, named, say } from './words.js';

/** @typedef {import('../types').Names} Names */

/** @param {Names} words */
export const phraseOf = words =>
  h('p', { class: 'phrase' }, icon('shield'), h('span', null, say('phrase.how'), gap(), h('b', null, named(words))));

/** @type {Map<string, Names | null>} */
const known = new Map();

/**
 * The phrase of a match that this program plays.
 * @param {string} match
 */
export function phraseFor(match) {
  const found = known.get(match);
  if (found) return phraseOf(found);
  if (found === undefined) {
    known.set(match, null);
    fetchJSON(`/api/phrase?match=${encodeURIComponent(match)}`).then(
      words => {
        known.set(match, words);
        for (const later of document.querySelectorAll('.phrase-later')) later.replaceChildren(phraseOf(words));
      },
      () => known.delete(match),
    );
  }
  return h('div', { 'data-own': true, class: 'phrase-later' });
}
