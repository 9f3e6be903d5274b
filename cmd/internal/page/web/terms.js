// The terms of a match in words. The program words them; the page only lays them out.

import { fetchJSON } from './api.js';
import { h } from './dom.js';
import { begun, lang, say } from './words.js';

/** @param {import('../types').Terms} terms */
export const termsOf = terms =>
  h(
    'dl',
    { class: 'terms' },
    terms[lang()].map(({ key, head, words }, i, all) =>
      h(
        'div',
        null,
        h('dt', null, head !== all[i - 1]?.head && head),
        h(
          'dd',
          null,
          words,
          key === 'timeouts' && [h('br'), h('span', { class: 'small mute' }, say('guide.ends.late'))],
        ),
      ),
    ),
  );

/** The clock, which is told with whom it runs against, and what does not matter while a match is played as it should. */
const TIME = ['clock', 'timeouts', 'timeout'],
  ASIDE = [...TIME, 'first', 'reveal', 'grace', 'absent', 'resign-from', 'resolver', 'more'];

/** What matters in play, in few lines, and all of them on request. @param {import('../types').Terms} terms @param {boolean} unusual whether clashes are resolved in an unusual way */
export const termsBrief = (terms, unusual) => [
  h(
    'p',
    { class: 'brief mute', key: 'brief' },
    begun(
      terms[lang()]
        .filter(({ key }) => !ASIDE.includes(key) || (unusual && key === 'resolver'))
        .map(({ words }) => words)
        .join(' · '),
    ),
  ),
  h('details', { key: 'all-terms' }, h('summary', null, say('terms.all')), termsOf(terms)),
];

/** The clock of the rules in words. @param {import('../types').Terms} terms @param {string[]} [keys] */
export const timeOf = (terms, keys = TIME) =>
  terms[lang()]
    .filter(({ key }) => keys.includes(key))
    .map(({ words }) => words)
    .join(' · ');

/** @type {Map<string, import('../types').Terms>} */
const known = new Map();

/** The terms of a match that this program plays. @param {string} match */
export const termsList = match => termsAt(`/api/terms?match=${encodeURIComponent(match)}`);

/** All that rules come to. @param {string} digest */
export const termsOfRules = digest => termsAt(`/api/rules/terms?digest=${digest}`);

/** @param {string} path */
function termsAt(path) {
  const found = known.get(path);
  if (found) return termsOf(found);
  const box = h('div', { 'data-own': true, 'data-of': path });
  fetchJSON(path).then(
    terms => {
      known.set(path, terms);
      for (const later of document.querySelectorAll(`[data-of="${path}"]`)) later.replaceChildren(termsOf(terms));
    },
    () => {},
  );
  return box;
}
