// The look of one piece: a face, a back, what is known about it.

import { s } from './dom.js';
import { brief, nameOn, signOn, typeOf } from './ranks.js';
import { han, lang } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').Piece} Piece */

/**
 * @typedef {object} Look
 * @property {Rules} rules
 * @property {{width: number, height: number}} tile
 * @property {boolean} small too narrow on the screen for more than one sign
 * @property {boolean} named whether the name of every type has room below its letter
 * @property {boolean} light drawn as an own piece, on ivory
 * @property {boolean} safe stands where it may not be attacked
 * @property {boolean} facts whether to show a type that was concluded
 * @property {boolean} news whether to show what else may be concluded
 * @property {string[]} alive the types that its army may still have
 */

/** The width of a tile in a camp, relative to other tiles. */
const SAFE = 0.78;

/** Weaves tell the backs of the seats apart without colour. @type {{[seat: string]: [number, string]}} */
const WEAVES = {
  nobody: [8, 'M0 0l8 8M8 0l-8 8'],
  red: [7, 'M-1 1l2-2M0 7l7-7M6 8l2-2'],
  blue: [7, 'M0 3.5h7M3.5 0v7'],
  amber: [8, 'M0 5l4-4 4 4'],
  teal: [6, 'M0 2h6M0 5h6'],
  violet: [8, 'M4 1l3 3-3 3-3-3z'],
  slate: [6, 'M2 0v6M5 0v6'],
};

export const weaves = () =>
  Object.entries(WEAVES).map(([seat, [size, d]]) =>
    s(
      'pattern',
      { id: `weave-${seat}`, width: size, height: size, patternUnits: 'userSpaceOnUse' },
      s('path', { d, class: `weave-line ${seat}` }),
    ),
  );

/**
 * Everything on which the look depends, as a text: if it is unchanged, so is the drawing.
 * @param {Piece} piece
 * @param {Look} look
 */
export const signature = (piece, look) =>
  [
    piece.type,
    piece.by,
    piece.may,
    piece.moved,
    look.tile.width,
    look.small,
    look.named,
    look.light,
    look.safe,
    look.facts,
    look.news,
    look.alive,
    lang(),
  ].join();

/**
 * The tile around the point 0, 0.
 * @param {Piece} piece
 * @param {Look} look
 */
export function tile(piece, look) {
  const type = typeOf(look.rules, piece.by === 'concluded' && !look.facts ? '' : piece.type);
  const planted = type !== undefined && !type.ways.length && look.light;
  const width = look.safe ? look.tile.width * SAFE : look.tile.width,
    height = look.tile.height;
  const round = look.safe ? height / 2.6 : 6;
  const box = (/** @type {string} */ name, inset = 0, dy = 0) =>
    s('rect', {
      class: name,
      x: -width / 2 + inset,
      y: -height / 2 + inset + dy,
      width: width - 2 * inset,
      height: height - 2 * inset,
      rx: Math.max(2, round - inset),
    });
  const names = [
    'tile',
    look.light ? 'light' : 'solid',
    type ? 'known' : 'hidden',
    planted && 'planted',
    piece.by === 'concluded' && 'concluded',
  ];
  return s(
    'g',
    { class: names.filter(Boolean).join(' ') },
    !planted && box('lip', 0, 3.2),
    box('face'),
    type ? face(type, piece.seat, width, look) : back(piece, width, look, box),
  );
}

/** A caption smaller than this on the screen can't be read, in pixels. */
const LEAST = 7;

/** The size of the names below the letters, that of the longest for all; the corners of a tile in a camp are round. @param {Rules} rules @param {number} width @param {boolean} safe */
const captionSize = (rules, width, safe) =>
  Math.min(9.5, (width - (safe ? 16 : 6)) / (Math.max(...rules.types.map(t => t.en.length)) * 0.75));

/**
 * Whether the name of every type is legible on every tile: names on only some would look like a difference.
 * @param {Rules} rules
 * @param {number} width of a tile
 * @param {number} scale pixels for each unit
 */
export const namesFit = (rules, width, scale) => captionSize(rules, width * SAFE, true) * scale >= LEAST;

/**
 * @param {import('../types').TypeRule} type
 * @param {string} seat
 * @param {number} width
 * @param {Look} look
 */
function face(type, seat, width, look) {
  if (look.small) return s('text', { class: 'sign' }, signOn(look.rules, type, seat));
  const name = nameOn(look.rules, type, seat);
  if (han())
    return s('text', { class: 'name', 'font-size': Math.min(22, (width - 8) / Math.max(1, [...name].length)) }, name);
  if (!look.named) return s('text', { class: 'sign' }, type.letter);
  return [
    s('text', { class: 'letter', y: -4.5 }, type.letter),
    s('text', { class: 'caption', y: 11, 'font-size': captionSize(look.rules, width, look.safe).toFixed(1) }, type.en),
  ];
}

/**
 * @param {Piece} piece
 * @param {number} width
 * @param {Look} look
 * @param {(name: string, inset?: number) => SVGElement} box
 */
function back(piece, width, look, box) {
  const weave = box('weave', 3);
  weave.setAttribute('fill', `url(#weave-${piece.seat})`);
  const fact = look.news ? brief(look.rules, piece.may, look.alive) : '';
  if (fact) {
    const [edge, high, most, letter] = look.small ? [2, 30, 24, han() ? 0.95 : 0.68] : [5, 20, 14.5, 0.8]; // a small tile needs all of its room
    return [
      weave,
      s('rect', { class: 'band', x: edge - width / 2, y: -high / 2, width: width - 2 * edge, height: high, rx: 4 }),
      s(
        'text',
        {
          class: 'fact',
          'font-size': Math.min(most, (width - 2 * edge - 2) / (fact.length * letter)),
        },
        fact,
      ),
    ];
  }
  return [weave, piece.moved && s('circle', { class: 'moved', r: 3.6 })];
}
