// The seats of a match as one player sees them, and the choice of the player, a friend or the computer, for each seat of a new match.

import { h } from './dom.js';
import { swatch } from './panels.js';
import { seatName } from './people.js';
import { say } from './words.js';

/** Where the others of four sit, in the order of play from one's own seat on. */
const SIDES = ['', 'right', 'far', 'left'];

/**
 * Where a seat is seen from another: "your partner", "the opponent on your left". Where that says nothing it is ''.
 * @param {number[]} teams by seat
 * @param {number} own
 * @param {number} seat
 */
export function placeOf(teams, own, seat) {
  const side = SIDES[(seat - own + teams.length) % teams.length], ally = teams[seat] === teams[own];
  if (teams.length !== 4 || !side) return '';
  return ally ? say(side === 'far' ? 'place.partner' : `place.ally.${side}`) : say(`place.${side}`);
}

/** @param {import('../types').Table} table @param {string} seat */
export function placeAt(table, seat) {
  const at = (/** @type {string} */ name) => table.players.findIndex(p => p.seat === name);
  return table.seat ? placeOf(table.players.map(p => p.team), at(table.seat), at(seat)) : '';
}

/** A seat by its place and its colour. @param {string} place @param {string} seat */
export const placed = (place, seat) => (place ? say('list.paren', place, seatName(seat)) : seatName(seat));

/** The seats of rules by their names; the first one hosts. @param {import('../types').Ruleset} rules */
const names = rules => ['red', 'blue', 'amber', 'teal', 'violet', 'slate'].slice(0, rules.seats);

/**
 * Chooses which seats friends take, and which the computer of this program.
 * @param {import('../types').Ruleset} rules
 * @param {Set<string>} computers
 * @param {(seat: string) => void} turn has the other one play a seat
 */
export function seatChooser(rules, computers, turn) {
  const all = names(rules), whole = computers.size === all.length - 2; // one seat is for a friend: else it were practice
  const peeked = all.filter(seat => computers.has(seat)).map(seat => placeOf(rules.teams, 0, all.indexOf(seat)) || seatName(seat));
  return h('div', { class: 'seatings', key: 'seats', role: 'group', 'aria-label': say('seats.title') },
    all.map((seat, i) => h('div', { class: `seating at-${i ? SIDES[i] : 'you'}`, key: seat },
      h('span', { class: 'small mute' }, swatch(seat, i === 0), ' ', i ? placeOf(rules.teams, 0, i) || seatName(seat) : say('seats.you')),
      i > 0 && h('div', { class: 'seg', role: 'group', 'aria-label': placeOf(rules.teams, 0, i) || seatName(seat) },
        h('button', { type: 'button', 'aria-pressed': String(!computers.has(seat)), on: { click: () => computers.has(seat) && turn(seat) } }, say('seats.friend')),
        h('button', { type: 'button', 'aria-pressed': String(computers.has(seat)), disabled: whole && !computers.has(seat), on: { click: () => !computers.has(seat) && turn(seat) } }, say('seats.computer'))))),
    peeked.length > 0 && h('p', { class: 'chip warn block', key: 'peek', role: 'status' }, say('seats.peek', peeked.join(say('list.separator')))));
}

/** What whoever is invited must know of the computers. @param {import('../types').Invitation} inv */
export function computersTold(inv) {
  if (!inv.computers.length) return null;
  const all = names(inv.ruleset), own = all.indexOf(inv.seats[0]);
  const who = inv.computers.map(seat => placed(placeOf(inv.ruleset.teams, own, all.indexOf(seat)), seat));
  return h('p', { class: 'chip warn block' }, say('seats.told', who.join(say('list.separator'))));
}
