// Names of seats and players.

import { gap, listed, say } from './words.js';

/** @typedef {import('../types').Table} Table */

/**
 * A player's name, or the seat's.
 * @param {Table} table
 * @param {string} seat
 */
export function playerName(table, seat) {
  const player = table.players.find(p => p.seat === seat);
  if (player?.you) return say('you');
  if (isBot(player?.name ?? '') && table.players.length > 2) return seatName(seat, table.rules); // otherwise all would have the same name
  return called(player?.name ?? '') || seatName(seat, table.rules);
}

/**
 * The players in the order of play, starting with the reader.
 * @param {Table} table
 */
export function inOrder({ players }) {
  const first = Math.max(
    0,
    players.findIndex(p => p.you),
  );
  return [...players.slice(first), ...players.slice(0, first)];
}

/** Whether a seat is the reader's. @param {Table} table @param {string} seat */
const isReader = (table, seat) => Boolean(table.players.find(p => p.seat === seat)?.you);

/**
 * A sentence about a player; the catalogue has it twice, since the reader is addressed as "you".
 * @param {Table} table
 * @param {string} key
 * @param {string} seat
 * @param {...(string | number)} more what else it tells
 */
export const about = (table, key, seat, ...more) =>
  isReader(table, seat) ? say(`${key}.you`, ...more) : say(key, playerName(table, seat), ...more);

/** @param {string} name */
export const isBot = name => name.startsWith('\u0001');

/**
 * A player's name: the computer's in the reader's language, anybody else's as they say it.
 * @param {string} name
 */
export const called = name =>
  name.startsWith('\u0001\u0001')
    ? name[2]
      ? say('seat.computer.of', name.slice(2))
      : say('seat.computer')
    : isBot(name)
      ? say('lobby.computer', say(`level.${name.slice(1)}`))
      : name;

/** The names of the opponents in a past match, each once, also of those who told none. @param {string[]} opponents */
export function opponentNames(opponents) {
  const names = opponents.map(who => called(who) || say('lobby.nameless'));
  return [...new Set(names)].map(name =>
    names.filter(n => n === name).length > 1 ? `${name}${gap()}×${names.filter(n => n === name).length}` : name,
  );
}

/** A seat, by the colour that it has in some rules. @param {string} seat @param {import('../types').Rules | null} [rules] */
export const seatName = (seat, rules) => say(`seat.${rules?.seats.find(s => s.name === seat)?.colour ?? seat}`);

/** Has the style sheet draw a seat black that the rules call so. @param {Element} root @param {import('../types').Rules | null} rules */
export const inked = (root, rules) => root.classList.toggle('inked', Boolean(rules?.seats.some(s => s.colour)));

/** The players' names, side by side. @param {Table} table */
export const sidesOf = table =>
  [...new Set(table.players.map(p => p.team))]
    .map(team => listed(table.players.filter(p => p.team === team).map(p => playerName(table, p.seat))))
    .join(' – ');

/**
 * @param {Table} table
 * @param {string} seat
 */
export function isPartner(table, seat) {
  const team = table.players.find(p => p.seat === seat)?.team,
    own = table.players.find(p => p.seat === table.seat);
  return own !== undefined && seat !== table.seat && team === own.team;
}

/** Where the others of four sit, in the order of play from the reader's seat. */
export const SIDES = ['', 'right', 'far', 'left'];

/**
 * Where a seat is as seen from another: "your partner", "the opponent on your left"; '' if that says nothing.
 * @param {number[]} teams by seat
 * @param {number} own
 * @param {number} seat
 */
export function placeOf(teams, own, seat) {
  const side = SIDES[(seat - own + teams.length) % teams.length],
    ally = teams[seat] === teams[own];
  if (teams.length !== 4 || !side) return '';
  return ally ? say(side === 'far' ? 'place.partner' : `place.ally.${side}`) : say(`place.${side}`);
}

/** @param {Table} table @param {string} seat */
export function placeAt(table, seat) {
  const at = (/** @type {string} */ name) => table.players.findIndex(p => p.seat === name);
  return table.seat
    ? placeOf(
        table.players.map(p => p.team),
        at(table.seat),
        at(seat),
      )
    : '';
}

/** @param {number} bytes */
export const size = bytes =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** @param {number} micros */
export const took = micros =>
  micros < 1000 ? `${micros} µs` : micros < 1e6 ? `${(micros / 1000).toFixed(1)} ms` : `${(micros / 1e6).toFixed(1)} s`;

/** @param {number} ms */
export function clockFace(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds >= 3600
    ? `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
