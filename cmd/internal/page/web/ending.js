// How a match ended: what decided it, the turning point, times, and a picture to share.

import { reason } from './carry.js';
import { h, s } from './dom.js';
import { about, clockFace, playerName } from './people.js';
import { filmButtons } from './film.js';
import { loud, piecesAfter, quietly, taken, untaken } from './match.js';
import { swatch } from './panels.js';
import { nameOn, typeOf } from './ranks.js';
import { announced, because, turnWords, unbroken } from './voice.js';
import { begun, dotted, gap, listed, named, say } from './words.js';

/** @typedef {import('./match.js').Match} Match */
/** @typedef {import('../types').Turn} Turn */
/** @typedef {import('../types').Table} Table */

const BREAK = 3600_000; // ms: whoever took so long was away

/**
 * How many pieces each seat has, at the start and after each turn.
 * @param {Table} table
 * @param {Turn[]} turns
 */
function piecesLeft(table, turns) {
  const army = Object.values(table.counts).reduce((a, b) => a + b, 0),
    left = table.players.map(() => [army]);
  for (const turn of turns)
    table.players.forEach((p, i) =>
      left[i].push(left[i][left[i].length - 1] - turn.left.filter(ref => ref.seat === p.seat).length),
    );
  return left;
}

const BEHIND = 2; // pieces: who was less behind had not yet to turn anything

/**
 * The turn from which winners that had been behind had more pieces than the others until the end; 0 if there is none.
 * @param {Table} table
 * @param {string[]} winners
 * @param {number[][]} left
 */
export function turningPoint(table, winners, left) {
  const best = table.players.find(p => winners.includes(p.seat))?.team ?? 0,
    lead = left[0].map((_, n) => {
      const has = table.players.map(() => 0); // by team
      table.players.forEach((p, i) => {
        has[p.team] += left[i][n];
      });
      return has[best] - Math.max(...has.filter((_count, team) => team !== best));
    });
  let ahead = lead.length;
  while (ahead > 0 && lead[ahead - 1] > 0) ahead--;
  return ahead >= lead.length - 1 || lead.slice(0, ahead).every(n => n > -BEHIND) ? 0 : ahead; // the last turn is the end itself
}

/**
 * The card about the end of a match.
 * @param {Match} match
 */
export function endCard(match) {
  const { table, state, turns, id } = match,
    result = state?.result;
  if (!table || !state || !result || !turns.length || turns.includes(/** @type {any} */ (undefined))) return null;
  const left = piecesLeft(table, turns),
    turn = result.draw ? 0 : turningPoint(table, result.winners, left),
    still = result.reason === 'quiet',
    last = still ? turns.filter(loud).pop() : turns[turns.length - 1];
  const link = (/** @type {number} */ n) =>
    h('a', { class: 'link', href: `#/record/${encodeURIComponent(id)}/${n}` }, say('end.from'));
  const outs = table.players.length > 2 ? turns.flatMap(t => t.out.map(seat => ({ t, seat }))) : [],
    rows = outs.length
      ? outs.map(({ t, seat }) =>
          h('li', null, h('b', null, begun(say('turn.number', taken(turns, t.number)))), ' ', outWords(match, t, seat)),
        )
      : news(match, last, result);
  if (still)
    rows.push(told(turns, turns.length, say(table.rules?.deck ? 'end.quiet.deck' : 'end.quiet', quietly(turns))));
  return [
    h(
      'h2',
      { class: 'h' },
      h('span', null, say('end.title')),
      h('span', { class: 'num' }, say('past.turns', taken(turns))),
    ),
    rows.length > 0 && h('ul', { class: 'decided' }, rows),
    curve(table, left, turn),
    turn > 0 && h('p', { class: 'small' }, say('end.turning', taken(turns, turn)), gap(), link(turn)),
    h(
      'dl',
      { class: 'pairs small' },
      figures(match).map(([name, value]) => h('div', null, h('dt', null, name), h('dd', { class: 'num' }, value))),
    ),
    h(
      'p',
      { class: 'small' },
      h('a', { class: 'link', href: `#/record/${encodeURIComponent(id)}` }, say('end.verdict')),
    ),
    h('div', { class: 'row share' }, h('span', { class: 'small mute' }, say('end.picture')), filmButtons(match)),
  ];
}

/** The reasons that turns without a move are in themselves. @type {{[kind: string]: string}} */
const REASONS = { resign: 'resignation', absent: 'absent', pass: 'timeouts', arrive: 'reach', 'no-move': 'no-move' };

/**
 * What can be told of the end: when a flag was revealed, and why and how the last turn ended the match, or where nothing happened
 * any more, the last in which something did.
 * @param {Match} match
 * @param {Turn | undefined} last
 * @param {import('../types').Result} result
 */
function news(match, last, result) {
  const { table, turns } = match;
  if (!table) return [];
  const loser = table.players.find(p => !result.winners.includes(p.seat))?.seat ?? '',
    left = last && result.reason === 'no-move' && stuck(match, last, loser);
  const why = !result.draw && !last?.flags?.some(f => f.how === 'home') && because(table, { result }),
    said = last?.announcement?.flagTaken
      ? ['flag', 'shaken'].includes(result.reason)
      : REASONS[last?.kind ?? ''] === result.reason,
    words = last && dotted(why && begun(why), !said && turnWords(match, last), announced(match, last).text, left);
  return [
    ...turns
      .filter(t => t !== last)
      .flatMap(t =>
        t.shown.map(f => ({ number: t.number, words: begun(about(table, 'clash.shown', f.seat, f.node)) })),
      ),
    ...(last && words ? [{ number: last.number, words }] : []),
  ].map(({ number, words }) => told(turns, number, words));
}

/** A line about a turn. @param {Turn[]} turns @param {number} number @param {string} words */
const told = (turns, number, words) =>
  h(
    'li',
    null,
    !untaken(turns[number - 1]) && h('b', null, begun(say('turn.number', taken(turns, number))), ' '),
    unbroken(words),
  );

/** What the curves are of, with each seat's pieces. @param {Table} table @param {number[]} left @param {import('./dom.js').Child} [more] */
export const leftLegend = (table, left, more) =>
  h(
    'div',
    { class: 'legend small mute' },
    table.players.map((p, i) =>
      h(
        'span',
        null,
        swatch(p.seat, p.seat === table.seat),
        h('span', { class: 'hidden-text' }, playerName(table, p.seat)),
        left[i],
      ),
    ),
    h('span', null, say('step.legend'), more),
  );

/** Who was put out and why, who took the flag, and which pieces could not move. @param {Match} match @param {Turn} turn @param {string} seat */
function outWords(match, turn, seat) {
  const { table, state } = match,
    why = state?.seats.find(x => x.seat === seat)?.out ?? '';
  if (!table) return '';
  const words = say('reason.by', playerName(table, seat), reason(why, table.rules));
  return dotted(
    [words, turn.announcement?.flagTaken && turn.seat !== seat && about(table, 'end.taker', turn.seat)]
      .filter(Boolean)
      .join(say('join.comma')),
    why === 'no-move' && stuck(match, turn, seat),
  );
}

/**
 * The pieces that a seat had left when none could move, by what keeps them; empty where not all of them are known.
 * @param {{table: Table | null, state: import('../types').State | null, turns: Turn[]}} match
 * @param {Turn} turn the one that puts it out
 * @param {string} seat
 */
export function stuck({ table, state, turns }, turn, seat) {
  const rules = table?.rules;
  if (!table || !rules || !state) return '';
  const met = turn.announcement?.defenderLeaves ? turn.met : null; // it left before the others had to move
  const left = piecesAfter(table, state, turns, turn.number - 1)
    .filter(p => p.seat === seat && p.node && !(met?.seat === seat && met.number === p.number))
    .map(p => ({
      type: typeOf(rules, p.type),
      kind: rules.kinds.find(k => k.locked && k.id === rules.nodes.find(n => n.name === p.node)?.kind),
    }));
  if (!left.length || left.some(p => !p.type)) return '';
  const planted = left.filter(p => !p.type?.ways.length),
    able = left.filter(p => p.type?.ways.length),
    shut = able.filter(p => !p.kind);
  const counted = (/** @type {typeof left} */ pieces) =>
    listed(
      rules.types.flatMap(type => {
        const n = pieces.filter(p => p.type === type).length,
          name = nameOn(rules, type, seat);
        return n ? [n > 1 ? `${name} ×${n}` : name] : [];
      }),
    );
  return say(
    'end.stuck',
    listed(
      [
        planted.length && say('end.stuck.planted', counted(planted)),
        ...rules.kinds
          .map(kind => ({ kind, inside: able.filter(p => p.kind === kind) }))
          .map(({ kind, inside }) => inside.length && say('end.stuck.locked', counted(inside), named(kind))),
        shut.length && say('end.stuck.shut', counted(shut)),
      ]
        .filter(Boolean)
        .map(String),
    ),
  );
}

/** @param {Match} match @returns {[string, string][]} */
export function figures({ table, state, turns, when }) {
  /** @type {Map<string, number>} */
  const spent = new Map();
  for (const { seat, number } of turns.slice(1)) {
    const ms = when[number - 1] - when[number - 2];
    if (ms < BREAK && when[number - 2]) spent.set(seat, (spent.get(seat) ?? 0) + Math.max(0, ms));
  }
  const timed =
    turns.filter(t => !when[t.number - 1]).length * 20 <= turns.length && [...spent.values()].some(ms => ms >= 1000); // a crash may have cost a few
  return [
    ...(timed && table
      ? table.players.map(
          p =>
            /** @type {[string, string]} */ ([
              say('end.time', playerName(table, p.seat)),
              clockFace(spent.get(p.seat) ?? 0),
            ]),
        )
      : []),
    [say('end.clashes'), String(turns.filter(t => t.met).length)],
    [say('end.proofs'), String((state?.proofs.made ?? 0) + (state?.proofs.checked ?? 0))], // as an audit counts them
  ];
}

/**
 * Pieces left over the turns, and where the lead changed for the last time.
 * @param {Table} table
 * @param {number[][]} left
 * @param {number} turn
 */
function curve(table, left, turn) {
  const count = Math.max(1, left[0].length - 1),
    most = left[0][0],
    x = (/** @type {number} */ n) => (n / count) * 200,
    y = (/** @type {number} */ n) => 3 + (1 - n / most) * 44;
  return h(
    'div',
    { class: 'lead' },
    s(
      'svg',
      { viewBox: '0 0 200 50', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      left.map((seat, i) =>
        s('path', {
          class: `curve ${table.players[i].seat}`,
          d: seat.map((n, k) => `${k ? 'L' : 'M'}${x(k).toFixed(1)} ${y(n).toFixed(1)}`).join(''),
        }),
      ),
      turn > 0 && s('path', { class: 'turning', d: `M${x(turn).toFixed(1)} 0V50` }),
    ),
    leftLegend(
      table,
      left.map(seat => seat[seat.length - 1]),
    ),
  );
}
