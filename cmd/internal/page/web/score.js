// A player's own results: past matches counted by rules and by opponents. Only matches count that an audit found honest.

import { h } from './dom.js';
import { called } from './people.js';
import { listed, rulesName, say } from './words.js';

/** @typedef {import('../types').Past} Past */

const RESULTS = ['won', 'lost', 'drew'];

/** @param {Past[]} past */
export function scoreTable(past) {
  const counted = past.filter(m => m.verdict === 'honest' && RESULTS.includes(m.you));
  return counted.length > 0 && h('details', { key: 'score', class: 'score' },
    h('summary', null, say('score.title')),
    h('table', { class: 'num' },
      h('thead', null, h('tr', null, ['', ...RESULTS.map(r => say(`past.${r}`)), say('score.average')].map(words => h('th', { scope: 'col' }, words)))),
      h('tbody', null, row(say('score.all'), counted)),
      h('tbody', null, groups(counted, m => rulesName(m.rules))),
      h('tbody', null, groups(counted, m => listed(m.opponents.filter(Boolean).map(called)) || say('lobby.nameless')))),
    h('p', { class: 'small mute' }, say('score.how')));
}

/** A row for each name, most matches first. @param {Past[]} past @param {(m: Past) => string} nameOf */
function groups(past, nameOf) {
  /** @type {Map<string, Past[]>} */
  const named = new Map();
  for (const m of past) named.set(nameOf(m), [...named.get(nameOf(m)) ?? [], m]);
  return [...named].sort(([, a], [, b]) => b.length - a.length).map(([name, of]) => row(name, of));
}

/** @param {string} name @param {Past[]} past */
function row(name, past) {
  const average = Math.round(past.reduce((sum, m) => sum + m.turns, 0) / past.length);
  return h('tr', null, h('th', { scope: 'row' }, name), RESULTS.map(r => h('td', null, String(past.filter(m => m.you === r).length))), h('td', null, say('past.turns', average)));
}
