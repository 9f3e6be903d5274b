// The positions of a lesson: their words, their look, and their outcome. The program makes them from the rules.

import { fetchJSON } from './api.js';
import { seatName } from './people.js';
import { ladder, typeOf } from './ranks.js';
import { inLine, listed, named, say } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').LessonStep} Step */
/** @typedef {import('../types').LessonMove} Move */
/** @typedef {import('../types').Piece} Piece */

/** The seat that the learner plays. */
export const LEARNER = 'red';

/** The rules of a digest and their lesson. @param {string} digest @returns {Promise<{rules: Rules, steps: Step[]}>} */
export async function lessonOf(digest) {
  const [rules, steps] = await Promise.all([
    fetchJSON(`/api/rules?digest=${digest}`),
    fetchJSON(`/api/lesson?digest=${digest}`),
  ]);
  return { rules, steps };
}

/** Type ids in words. @param {Rules} rules @param {string[]} ids */
const names = (rules, ids) => listed(ids.map(id => named(typeOf(rules, id))));

/**
 * A sentence about a step.
 * @param {Rules} rules
 * @param {Step} step
 * @param {string} key
 * @param {{types?: string[], own?: string, place?: string}} [more]
 */
export function told(rules, step, key, { types = step.types, own, place = '' } = {}) {
  const mine =
    own ??
    step.pieces.find(p => p.seat === LEARNER && (step.theme !== 'still' || step.types.includes(p.type)))?.type ??
    '';
  const words = types.length > 6 ? say('guide.most') : names(rules, types);
  return say(
    `lesson.${key}`,
    named(typeOf(rules, step.who)),
    words,
    named(rules.kinds.find(k => k.id === step.kind)),
    named(typeOf(rules, mine)),
    place,
    listed(allies(rules).map(i => seatName(rules.seats[i].name, rules))),
    bound(rules, step),
  );
}

/** Whether a type goes further than a step along something. @param {import('../types').TypeRule} type @param {'line' | 'rail'} along */
const goes = (type, along) => type.ways.some(w => w.along === along && w.most !== 1);

/** Whether a type goes as far as the way is clear. @param {import('../types').TypeRule} type */
const endless = type => type.ways.some(w => ['line', 'rail'].includes(w.along) && !w.most);

/** The most steps that a type goes which a step is about; 0 if there is no such bound. @param {Rules} rules @param {Step} step */
const bound = (rules, { types }) =>
  Math.max(0, ...rules.types.filter(t => types.includes(t.id) && !endless(t)).flatMap(t => t.ways.map(w => w.most)));

/** What a step says. @param {Rules} rules @param {Step} step */
export function saying(rules, step) {
  const say = (/** @type {string} */ key) => told(rules, step, key),
    movers = rules.types.filter(t => t.ways.length),
    most = bound(rules, step) > 0;
  if (step.theme === 'ride' && rails(rules))
    return inLine(
      say('rails'),
      say(most ? 'ride.say.most' : 'ride.say'),
      step.moves.some(m => m.said && m.way.length > 2) && say('ride.afar'),
    );
  if (step.theme !== 'turn') return say(keys(rules, step).say);
  const all = step.types.length === movers.length,
    free = movers.filter(endless),
    bounded = movers.some(t => !endless(t) && (goes(t, 'line') || goes(t, 'rail')));
  return inLine(
    !rules.types.some(t => goes(t, 'line')) && say('rails'),
    say(all ? (most ? 'turn.say.most' : 'turn.say.all') : step.types.length > 1 ? 'turn.say.more' : 'turn.say'),
    bounded && free.length > 0 && told(rules, step, 'far', { types: free.map(t => t.id) }),
  );
}

/** The seats on the learner's side, by their numbers. @param {Rules} rules */
function allies({ seats }) {
  const own = seats.find(s => s.name === LEARNER)?.team;
  return seats.flatMap((s, i) => (s.name !== LEARNER && s.team === own ? [i] : []));
}

/** Whether the rides of a game are on railways. @param {Rules} rules */
const rails = rules => rules.rails.length > 0;

/** Whether a piece attacks nothing but what it removes. @param {Rules} rules */
const captures = rules => rules.deck !== undefined && !rules.clash.announcements.some(a => a.attackerLeaves);

/** The kind of node in which each flag starts and which no piece leaves, and how many of them a player has; null if there is none. @param {Rules} rules */
function vault(rules) {
  const nodes = rules.start[0]
      .flat()
      .filter(Boolean)
      .map(name => rules.nodes.find(n => n.name === name)),
    starts = typeOf(rules, rules.ends.flag)?.starts ?? [];
  const kind = rules.kinds.find(k => k.locked && starts.length && starts.every(n => nodes[n]?.kind === k.id));
  return kind ? { kind, count: nodes.filter(n => n?.kind === kind.id).length } : null;
}

/** Where the flag stands that a step is about. @param {Rules} rules @param {Step} step */
export function whereabouts(rules, { theme, who }) {
  const home = theme === 'flag' && vault(rules);
  return home && say('lesson.flag.where', home.count, named(home.kind), named(typeOf(rules, who)));
}

/** The key of what a step is called and says, where rules differ. @param {Rules} rules @param {Step} step */
export function keys(rules, { theme, who, kind }) {
  const carry = rules.ends.carry ? '.carry' : rules.seats.length > 2 ? '.many' : '';
  const kept = theme === 'locked' && vault(rules)?.kind.id === kind;
  const opposite = allies(rules).every(i => 2 * i === rules.seats.length);
  const bold = rules.kinds.find(k => k.id === kind)?.calm === false;
  return {
    title: `${theme}.title${theme === 'ride' && !rails(rules) ? '.plain' : ''}`,
    say: `${theme}.say${{ army: who ? '' : '.free', walk: rules.deck ? '.deck' : ({ open: '.open', drawn: '.drawn' }[rules.views.mode] ?? ''), clash: captures(rules) ? '.capture' : '', ride: '.plain', flag: !carry && rules.ends.shaken ? '.shaken' : carry, locked: rules.ends.carry ? '.carry' : kept ? '.flag' : '', partner: opposite ? '' : '.more' }[/** @type {string} */ (theme)] ?? ''}`,
    ask: `${theme}.ask${theme === 'army' && !who ? '.free' : ''}`,
    done: `${theme}.done${theme === 'army' && !who ? '.free' : theme === 'safe' && bold ? '.bold' : theme === 'upset' && captures(rules) ? '.capture' : theme === 'flag' ? carry : ''}`,
  };
}

/** What a step is about; for a flag also its headquarters. @param {Rules} rules @param {Step} step */
export const about = (rules, step) => (step.theme === 'locked' ? { ...step, who: rules.ends.flag } : step);

/** Where types with restricted starts may start, a line each. @param {Rules} rules */
export function starts(rules) {
  let next = 0;
  const rows = rules.start[0]
    .map(row => row.flatMap(node => (node ? [{ node, number: next++ }] : [])))
    .filter(row => row.length);
  return rules.types
    .filter(t => t.starts.length < next)
    .map(t => {
      const inside = rows.map(row => row.filter(c => t.starts.includes(c.number)).length),
        full = rows.map((row, i) => inside[i] === row.length);
      const only = rows.flatMap((_, i) => (full[i] ? [i] : [])),
        not = rows.flatMap((_, i) => (inside[i] ? [] : [i]));
      if (only.length + not.length < rows.length) {
        const cells = rows.flat(),
          kindOf = (/** @type {{node: string}} */ c) => rules.nodes.find(n => n.name === c.node)?.kind;
        const places = listed(t.starts.map(n => cells[n].node)),
          kinds = new Set(t.starts.map(n => kindOf(cells[n]))),
          kind = kinds.size === 1 && rules.kinds.find(k => kinds.has(k.id));
        return line(
          'lesson.starts',
          t,
          kind && cells.filter(c => kinds.has(kindOf(c))).length === t.starts.length
            ? say('lesson.starts.kind', named(kind), places)
            : say('lesson.starts.on', places),
        );
      }
      return not.length <= only.length
        ? line('lesson.starts.not', t, rowWords(not, rows.length))
        : line('lesson.starts', t, rowWords(only, rows.length));
    });
}

/** @param {string} key @param {import('../types').TypeRule} type @param {string} place */
const line = (key, type, place) => say(key, named(type), place);

/** Rows by number, 0 in front. @param {number[]} rows @param {number} all */
function rowWords(rows, all) {
  if (rows.length > 1 && rows[0] + rows.length === all) return say('lesson.starts.last', rows.length);
  return listed(rows.map(i => (i ? say('lesson.starts.row', i + 1) : say('lesson.starts.front'))));
}

/** The pieces of a step as a board shows them. @param {Step} step @returns {Piece[]} */
export const piecesOf = step =>
  step.pieces.map(p => ({
    seat: p.seat,
    number: p.number,
    node: p.node,
    type: p.type,
    by: p.seat === LEARNER ? 'own' : p.type ? 'shown' : '',
    may: [],
    facts: [],
    moved: p.moved,
    left: 0,
    mark: '',
  }));

/** The pieces after a move. @param {Rules} rules @param {Step} step @param {Piece[]} pieces @param {Move} move @returns {Piece[]} */
export function after(rules, step, pieces, { from, to, said, flag }) {
  if (step.theme === 'army')
    return pieces.map(p => (p.node === from ? { ...p, node: to } : p.node === to ? { ...p, node: from } : p));
  return pieces.flatMap(p => {
    if (p.node === from) return said?.attackerLeaves ? [] : [{ ...p, node: said?.repelled ? from : to, moved: true }];
    if (p.node === to && said?.defenderLeaves) return [];
    return [p.node === flag ? { ...p, type: rules.ends.flag, by: 'shown' } : p];
  });
}

/** A turn in the form in which the board marks the last one. @param {Piece[]} pieces before it @param {Move} move @returns {import('../types').Turn} */
export function turnOf(pieces, { from, to, way, said }) {
  const left = [said?.attackerLeaves && from, said?.defenderLeaves && to].flatMap(node =>
    pieces.filter(p => p.node === node).map(({ seat, number }) => ({ seat, number })),
  );
  return {
    number: 1,
    seat: LEARNER,
    kind: 'move',
    complete: true,
    from,
    to,
    path: way,
    piece: null,
    met: null,
    offer: false,
    announcement: said,
    left,
    shown: [],
    out: [],
    text: '',
  };
}

/** The node that must be reached, if there is only one. @param {Step} step */
export function goal(step) {
  const to = new Set(step.moves.filter(m => m.aim).map(m => m.to));
  return to.size === 1 && ['ride', 'turn'].includes(step.theme) ? [...to][0] : '';
}

const ROOM = 2,
  LEAST = 8; // half cells around what matters, and the fewest shown

/**
 * The part of a board on which a step takes place.
 * @param {Rules} rules
 * @param {Step} step
 * @returns {(n: import('../types').NodeRule) => boolean}
 */
export function part(rules, step) {
  const all = step.theme === 'army',
    first = step.theme === 'walk' ? step.pieces.slice(0, 1) : step.pieces;
  const names = new Set([
    ...first.map(p => p.node),
    ...(all
      ? []
      : step.moves.filter(m => m.aim && first.some(p => p.node === m.from)).flatMap(m => [...m.way, m.flag])),
  ]);
  const nodes = rules.nodes.filter(n => names.has(n.name)),
    span = (/** @type {'x' | 'y'} */ axis) => {
      const least = Math.min(...nodes.map(n => n[axis])) - ROOM,
        most = Math.max(...nodes.map(n => n[axis])) + ROOM,
        more = Math.max(0, LEAST - (most - least)) / 2;
      return (/** @type {import('../types').NodeRule} */ n) => n[axis] >= least - more && n[axis] <= most + more;
    };
  const across = span('x'),
    down = span('y');
  return n => across(n) && down(n);
}

/** The order of ranks, the strongest first. @param {Rules} rules */
export const ranked = rules =>
  ladder(rules)
    .map(id => typeOf(rules, id))
    .filter(t => t !== undefined);
