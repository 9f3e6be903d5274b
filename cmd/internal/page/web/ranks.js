// The shortest words for what a piece may be. The order of ranks follows from the ruleset's clash table.

import { han, listed, named, say, sign } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').TypeRule} TypeRule */

/** @type {WeakMap<Rules, string[]>} */
const ladders = new WeakMap();

/**
 * The types in one order of strength, the strongest first, without those that capture over another piece.
 * @param {Rules} rules
 * @returns {string[]}
 */
export function ladder(rules) {
  const known = ladders.get(rules);
  if (known) return known;
  const { table, announcements } = rules.clash;
  const movers = rules.types
    .map((t, i) => ({ ...t, i }))
    .filter(t => t.ways.length && !t.ways.some(w => w.along === 'over'));
  /**
   * @param {number} a
   * @param {number} b
   */
  const beats = (a, b) => {
    const said = announcements[table[a]?.[b]];
    return Boolean(said && said.defenderLeaves && !said.attackerLeaves);
  };
  const ranked = movers.map(t => {
    const others = movers.filter(u => u !== t);
    const over = others.filter(u => beats(t.i, u.i)).length,
      under = others.filter(u => beats(u.i, t.i)).length;
    return { id: t.id, score: over - under, ranked: over + under >= others.length / 2 };
  });
  const found = ranked
    .filter(t => t.ranked)
    .sort((a, b) => b.score - a.score)
    .map(t => t.id);
  ladders.set(rules, found);
  return found;
}

/**
 * @param {Rules} rules
 * @param {string} id
 * @returns {TypeRule | undefined}
 */
export const typeOf = (rules, id) => rules.types.find(t => t.id === id);

/** The sign of a type on a seat's pieces. @param {Rules} rules @param {TypeRule} type @param {string} seat */
export const signOn = (rules, type, seat) =>
  sign(
    type,
    rules.seats.findIndex(s => s.name === seat),
  );

/** The name of a type as a seat's pieces have it. @param {Rules} rules @param {TypeRule | undefined} type @param {string} seat */
export const nameOn = (rules, type, seat) =>
  type && han() && [...type.sign].length > 1 ? signOn(rules, type, seat) : named(type);

export { sign };

/**
 * A set of types in as few signs as possible: "≥师", "雷/军", "营–旅". Empty if that takes too many, or says only that the
 * piece is still there.
 * @param {Rules} rules
 * @param {string[]} may
 * @param {string[]} alive the types that its army may still have
 */
export function brief(rules, may, alive) {
  const ranks = ladder(rules).filter(id => alive.includes(id));
  const signs = (/** @type {string[]} */ ids) =>
    ids
      .map(id => typeOf(rules, id))
      .filter(t => t !== undefined)
      .map(sign);
  const rest = may.filter(id => !ladder(rules).includes(id)),
    ranked = ranks.filter(id => may.includes(id));
  const few = rest.length + ranked.length <= 3 ? signs([...rest, ...ranked]).join('/') : '';
  if (ranked.length <= 1) return few;
  const from = ranks.indexOf(ranked[0]),
    to = ranks.indexOf(ranked[ranked.length - 1]);
  if (to - from + 1 !== ranked.length) return few;
  const high = from === 0,
    low = to === ranks.length - 1;
  if (high && low) return '';
  const [strongest, weakest] = signs([ranked[0], ranked[ranked.length - 1]]);
  const span = high
    ? `≥${weakest}`
    : low
      ? `≤${strongest}`
      : ranked.length === 2
        ? `${weakest}/${strongest}`
        : `${weakest}–${strongest}`;
  return [...signs(rest), span].slice(-3).join('/');
}

/**
 * A set of types in words.
 * @param {Rules} rules
 * @param {string[]} may
 */
export function described(rules, may) {
  const all = rules.types,
    names = (/** @type {TypeRule[]} */ types) => listed(types.map(named));
  const among = all.filter(t => may.includes(t.id)),
    not = all.filter(t => !may.includes(t.id));
  if (among.length <= 4) return names(among);
  if (!not.length) return say('piece.anything');
  if (excludes(rules, may)) return say('piece.not', names(not));
  return (
    brief(
      rules,
      may,
      all.map(t => t.id),
    ) || names(among)
  );
}

/** Whether a set of types is described by what a piece is not. @param {Rules} rules @param {string[]} may */
export const excludes = (rules, may) =>
  may.length > 4 && rules.types.length - may.length <= 3 && rules.types.length > may.length;

/** From how many pieces, and for what share of them, a conclusion is common; and what share of hidden pieces are as it says anyway. */
const MANY = 4,
  COMMON = 0.6,
  USUAL = 0.75;

/** @type {WeakMap<import('../types').Piece[], Set<import('../types').Piece>>} */
const told = new WeakMap();

/**
 * The pieces about which more can be concluded than about most others of their army that have moved, or not moved, like them,
 * and more than what is true of nearly all of those that can start where they did.
 * @param {Rules} rules
 * @param {import('../types').Piece[]} pieces
 */
export function newsOf(rules, pieces) {
  const known = told.get(pieces);
  if (known) return known;
  const news = new Set();
  for (const { name } of rules.seats) {
    const alive = stillThere(rules, pieces, name),
      army = pieces.filter(p => p.seat === name && p.node && !p.type),
      hidden = rules.types
        .filter(t => alive.includes(t.id))
        .map(t => ({ ...t, count: t.count - pieces.filter(p => p.seat === name && p.type === t.id).length }));
    const sum = (/** @type {TypeRule[]} */ types) => types.reduce((n, t) => n + t.count, 0);
    for (const moved of [true, false]) {
      const alike = army.filter(p => p.moved === moved).map(piece => ({ piece, may: new Set(piece.may) }));
      const able = hidden.filter(t => !moved || t.ways.length);
      for (const { piece, may } of alike) {
        const likely = able.filter(t => t.starts.includes(piece.number)); // by where it started
        const sure = alike.filter(other => other.piece.may.length > 0 && other.piece.may.every(id => may.has(id)));
        const common = alike.length >= MANY && sure.length >= COMMON * alike.length,
          usual = sum(likely.filter(t => may.has(t.id))) >= USUAL * sum(likely);
        if (piece.may.length && !common && !usual) news.add(piece);
      }
    }
  }
  told.set(pieces, news);
  return news;
}

/**
 * The types that any piece of a seat on the board may still have.
 * @param {Rules} rules
 * @param {import('../types').Piece[]} pieces
 * @param {string} seat
 */
export function stillThere(rules, pieces, seat) {
  const standing = pieces.filter(p => p.seat === seat && p.node);
  return rules.types
    .map(t => t.id)
    .filter(id => standing.some(p => (p.type ? p.type === id : !p.may.length || p.may.includes(id))));
}
