// The face-down pieces of a game with a deck: on the board, in words, and in a card of their own.

import { h } from './dom.js';
import { nameOn, typeOf } from './ranks.js';
import { playerName } from './people.js';
import { han, say } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').Table} Table */
/** @typedef {import('../types').State} State */
/** @typedef {import('../types').Turn} Turn */
/** @typedef {import('../types').Piece} Piece */

/** The owner of a face-down piece. */
export const NOBODY = 'nobody';

/** Face-down pieces on nodes. @param {Rules} rules @param {Iterable<string>} nodes @returns {Piece[]} */
const facedown = (rules, nodes) =>
  [...nodes].map(node => ({
    seat: NOBODY,
    number: rules.nodes.findIndex(n => n.name === node),
    node,
    type: '',
    by: '',
    may: [],
    facts: [],
    moved: false,
    left: 0,
    mark: '',
  }));

/** Everything on the board: pieces turned up and face down. @param {Rules} rules @param {State} state */
export const onBoard = (rules, state) =>
  state.deal ? [...state.pieces, ...facedown(rules, state.deal.down)] : state.pieces;

/** Whether the reader may turn up the piece on a node. @param {State | null} state @param {string} node */
export const turnable = (state, node) => Boolean(state?.deal?.flips.includes(node));

/** The node that is being turned up, as a ring of the board. @param {State} state */
export const turningRing = state => (state.deal?.turning ? { [state.deal.turning]: 'turning' } : {});

/**
 * Where the pieces lay after some turns of a game with a deck.
 * @param {Rules} rules
 * @param {Turn[]} turns
 * @param {number} count
 * @returns {Piece[]}
 */
export function dealtAfter(rules, turns, count) {
  const down = new Set(rules.deck?.nodes ?? []);
  /** @type {Piece[]} */
  const pieces = [];
  const on = (/** @type {string} */ node) => pieces.find(p => p.node === node);
  turns.slice(0, count).forEach((turn, i) => {
    const mover = turn.kind === 'move' ? on(turn.from) : undefined,
      said = turn.announcement;
    if (turn.face) {
      down.delete(turn.to);
      if (!rules.seats.some(x => x.name === turn.face?.seat && turns.slice(0, i).some(t => t.out.includes(x.name))))
        pieces.push({
          seat: turn.face.seat,
          number: 1000 + i,
          node: turn.to,
          type: turn.face.type,
          by: 'shown',
          may: [],
          facts: [],
          moved: false,
          left: 0,
          mark: '',
        });
    }
    const met = said && turn.to ? pieces.find(p => p.node === turn.to && p !== mover) : undefined;
    if (met && said?.defenderLeaves) met.node = '';
    if (mover && said?.attackerLeaves) mover.node = '';
    else if (mover && (said ? said.defenderLeaves : !turn.face && !down.has(turn.to))) mover.node = turn.to;
    if (rules.seats.length > 2) for (const p of pieces) if (turn.out.includes(p.seat)) p.node = '';
  });
  return [...pieces, ...facedown(rules, down)];
}

/** What was turned up in a turn; empty if nothing. @param {Table} table @param {Turn} turn */
export function turnedWords(table, turn) {
  if (!turn.face || !table.rules) return '';
  const { seat } = turn.face,
    type = nameOn(table.rules, typeOf(table.rules, turn.face.type), seat);
  return seat === table.seat
    ? say('deal.turned.own', turn.to, type)
    : say('deal.turned', turn.to, playerName(table, seat), type);
}

/** A turn that turns a piece up, in words. @param {Table} table @param {Turn} turn */
export const flipWords = (table, turn) =>
  turnedWords(table, turn) || say('deal.turning', playerName(table, turn.seat), turn.to);

/** A turn that turns a piece up, in short. @param {Turn} turn @param {Rules | null} rules */
export function flipShort(turn, rules) {
  const type = rules && turn.face && typeOf(rules, turn.face.type);
  return `${turn.to} ${rules && turn.face && type ? (han() ? nameOn(rules, type, turn.face.seat) : type.letter) : '…'}`;
}

/**
 * What lies face down, by army and type, with the chance of each.
 * @param {Table} table
 * @param {State} state
 */
export function dealCard(table, state) {
  const { rules } = table,
    { deal } = state;
  if (!rules || !deal || !deal.down.length) return null;
  const all = deal.down.length;
  return h(
    'section',
    { class: 'card c-deal', key: 'deal' },
    h('h2', { class: 'h' }, h('span', null, say('deal.title')), h('span', { class: 'num' }, all)),
    table.players
      .filter(p => Object.keys(deal.unturned[p.seat] ?? {}).length)
      .map(p =>
        h(
          'div',
          { class: 'minis', key: `deal-${p.seat}` },
          [...rules.types].reverse().flatMap(t => {
            const n = deal.unturned[p.seat]?.[t.id] ?? 0,
              name = nameOn(rules, t, p.seat),
              percent = Math.round((100 * n) / all),
              chance = say('deal.chance', name, n, percent);
            return n
              ? [
                  h(
                    'span',
                    { class: 'odds', title: chance, role: 'img', 'aria-label': chance },
                    h('span', { class: `mini ${p.seat}` }, han() ? name : t.letter, n > 1 && h('sup', null, n)),
                    h('span', { class: 'small mute num' }, `${percent}%`),
                  ),
                ]
              : [];
          }),
        ),
      ),
    h('p', { class: 'small mute' }, say('deal.odds')),
  );
}
