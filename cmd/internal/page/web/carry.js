// Captured flags that must be carried home: where they are, and what is told of them.

import { about, isPartner, playerName } from './people.js';
import { say, together } from './words.js';

/** @typedef {import('../types').Table} Table */
/** @typedef {import('../types').State} State */
/** @typedef {{seat: string, node: string, by?: import('../types').Piece}} Flag whose it is, where, and which piece carries it */

/** @param {import('../types').Rules | null} rules @param {State} state @returns {Flag[]} */
export const flagsOf = (rules, state) =>
  (rules?.ends.carry ? state.seats : []).flatMap(({ seat, taken, flag, carrier }) => {
    const by = state.pieces.find(p => carrier && p.seat === carrier.seat && p.number === carrier.number),
      node = by ? by.node : flag;
    return taken && node ? [{ seat, node, by }] : [];
  });

/** Why somebody is out, or a match is over. @param {string} code @param {import('../types').Rules | null} [rules] */
export const reason = (code, rules) => say(`reason.${code}${code === 'flag' && rules?.ends.carry ? '.carry' : ''}`);

/** What is told of a node. @param {Table} table @param {State} state @param {string} node */
export const flagsOn = (table, state, node) =>
  flagsOf(table.rules, state)
    .filter(f => f.node === node)
    .map(f => (f.by ? about(table, 'node.carries', f.seat) : about(table, 'node.lies', f.seat)));

/** What became of flags in a turn; that one is captured is announced. @param {Table} table @param {import('../types').Turn} turn */
export const fatesOf = (table, turn) =>
  (turn.flags ?? [])
    .filter(f => f.how !== 'taken')
    .map(f => about(table, `carry.${f.how}`, f.seat, ...(f.how === 'dropped' ? [f.node] : [])));

/** Where the reader's pieces have to carry a flag. @param {import('../types').Rules} rules @param {State} state @param {string} seat */
function goal({ seats, nodes, ends }, state, seat) {
  const own = ends.carry?.to[seats.findIndex(s => s.name === seat)] ?? [],
    free = own.filter(node => !state.pieces.some(p => p.node === node)),
    full = ends.carry?.beside && !free.length;
  if (nodes.every(n => (n.home === seat) === own.includes(n.name))) return say('carry.half');
  return full ? say('carry.beside', together(own, 'list.or')) : together(free, 'list.or');
}

/** What there is to do about these flags. @param {Table} table @param {State} state */
export const errands = (table, state) =>
  flagsOf(table.rules, state).map(({ seat, node, by }) => {
    if (table.rules && by?.seat === table.seat)
      return say('carry.now.own', playerName(table, seat), goal(table.rules, state, table.seat));
    const foe = !isPartner(table, seat) && state.seats.some(s => s.seat === table.seat && !s.out);
    return about(table, by ? 'carry.now' : foe ? 'carry.lies' : 'carry.dropped', seat, node);
  });
