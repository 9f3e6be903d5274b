// The cards beside the board: players and clocks, losses, the inspected piece, the moves.

import { flagsOn, reason } from './carry.js';
import { flipShort } from './deal.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { taken } from './match.js';
import { called, clockFace, isBot, isPartner, placeAt, playerName, seatName, size } from './people.js';
import { brief, described, excludes, nameOn, signOn, typeOf } from './ranks.js';
import { settings } from './settings.js';
import { begun, dotted, han, named, rulesName, say, sign } from './words.js';

/** @typedef {import('../types').Table} Table */
/** @typedef {import('../types').State} State */
/** @typedef {import('../types').Piece} Piece */
/** @typedef {import('../types').Turn} Turn */
/** @typedef {import('../types').Rules} Rules */

/**
 * @param {string} seat
 * @param {boolean} own
 */
export const swatch = (seat, own) => h('span', { class: `seat ${seat}${own ? ' own' : ''}`, 'aria-hidden': 'true' });

/**
 * A player: name, link, losses and clock.
 * @param {Table} table
 * @param {State} state
 * @param {string} seat
 * @param {string} [saying] what its player has just said
 */
export function plate(table, state, seat, saying) {
  const own = seat === table.seat,
    at = state.seats.find(s => s.seat === seat),
    player = table.players.find(p => p.seat === seat),
    runs = acting(state, seat);
  const few = own && table.players.length === 2 ? fewAble(state) : 0; // a corner of four has no room for it
  return h(
    'section',
    {
      class: `card plate ${own ? 'own' : ''} ${runs ? 'runs' : ''} ${at?.out ? 'out' : ''} ${isPartner(table, seat) ? 'ally' : ''}`,
      key: `plate-${seat}`,
      'aria-label': seatName(seat, table.rules),
    },
    swatch(seat, own),
    h(
      'div',
      { class: 'who' },
      h(
        'b',
        null,
        h('span', { class: 'called' }, playerName(table, seat)),
        isPartner(table, seat) &&
          h(
            'span',
            { class: 'known', role: 'img', 'aria-label': say('partner'), title: say('partner') },
            icon('hands'),
          ),
        table.rules?.seats.some(s => s.chief && s.name === seat) &&
          h(
            'span',
            { class: 'known', role: 'img', 'aria-label': say('seat.chief'), title: say('seat.chief') },
            icon('flag'),
          ),
        player?.known &&
          h(
            'span',
            { class: 'known', role: 'img', 'aria-label': say('friends.known'), title: say('friends.known') },
            icon('tick'),
          ),
        few > 0
          ? h('span', { class: 'chip warn num' }, say('few.short', few))
          : state.phase !== 'waiting' &&
              at &&
              at.lost > 0 &&
              h('span', { class: 'chip num', title: say('lost.long', at.lost, at.left) }, say('lost.short', at.lost)),
      ),
      saying
        ? h('span', { class: 'how saying', title: saying }, '“', saying, '”')
        : h('span', { class: 'how' }, standing(table, state, seat, runs)),
    ),
    timed(table, state, seat),
  );
}

/** A player's clock, with how many time-outs there were once there is one; where the plate is narrow, in figures. @param {Table} table @param {State} state @param {string} seat */
function timed(table, state, seat) {
  const count = timeouts(state, seat),
    last = lastTimeout(table, state, seat),
    most = ((count || last) && table.rules?.ends.timeouts) || 0;
  if (!most || state.result || state.seats.some(s => s.seat === seat && s.out)) return clock(table, state, seat);
  const words = say('waits.timeouts', count, most),
    next = [words, last && say('turn.last')].filter(Boolean).join(say('join.comma'));
  return h(
    'span',
    { class: 'timed' },
    h(
      'span',
      {
        class: `outs num${last ? ' warn' : ''}`,
        role: 'img',
        'aria-label': next,
        title: next,
      },
      h('span', { class: 'long' }, words),
      h('span', { class: 'brief' }, icon('clock'), `${count}/${most}`),
    ),
    clock(table, state, seat),
  );
}

/** How many time-outs a player had. @param {State} state @param {string} seat */
const timeouts = (state, seat) => state.clocks.find(c => c.seat === seat)?.timeouts ?? 0;

/** Whether a player's next time-out loses. @param {Table} table @param {State} state @param {string} seat */
export const lastTimeout = (table, state, seat) =>
  state.clocks.some(c => c.seat === seat && c.timeouts + 1 === table.rules?.ends.timeouts);

const FEW = 2; // movable pieces: whoever has no more is warned

/** How many of the reader's pieces can move, if it is their turn and soon none may be able to; otherwise 0. @param {State} state */
export function fewAble({ decision, moves, deal }) {
  const able = decision === 'move' && !deal?.flips.length ? Object.keys(moves).length : 0;
  return able <= FEW ? able : 0;
}

/** Whether it is the turn of a seat. @param {State} state @param {string} seat */
const acting = (state, seat) => state.toMove === seat && !state.result && !state.conviction && state.phase === 'play';

/** @param {Table} table @param {State} state @param {string} seat */
export const clock = (table, state, seat) =>
  h(
    'span',
    { class: 'clock num', 'data-clock': seat, 'data-own': true, 'aria-hidden': 'true' },
    clockText(table, state, seat, 0),
  );

/**
 * @param {Table} table
 * @param {State} state
 * @param {string} seat
 * @param {boolean} runs
 */
function standing(table, state, seat, runs) {
  const at = state.seats.find(s => s.seat === seat),
    own = seat === table.seat;
  if (!at) return '';
  if (at.out) return begun(say('seat.out', reason(at.out, table.rules)));
  const { computer: by = '', name = '' } = table.players.find(p => p.seat === seat) ?? {},
    level = isBot(name) && !isBot(name.slice(1)) ? name.slice(1) : '',
    runner = by && (level ? say('list.paren', computerOf(table, by), say(`level.${level}`)) : computerOf(table, by));
  if (!at.joined) return begun(runner || say('seat.free'));
  if (!own && !at.online && state.phase !== 'over') return [h('i', { class: 'dot off' }), begun(say('seat.offline'))];
  const dot = !own && h('i', { class: 'dot' }),
    missing = at.peek === 'awaited' || at.peek === 'false';
  const partner = isPartner(table, seat) && [
    ' ',
    h('span', null, `· ${say(missing ? `seat.peek.${at.peek}` : 'partner')}`),
  ]; // the space counts where this is one line of text
  if (state.phase === 'layout' || state.phase === 'setup' || (state.phase === 'waiting' && at.chosen))
    return [dot, h('span', null, begun(dotted(runner, arranged(state, at, own))))];
  if (state.phase === 'over' || state.phase === 'sealed')
    return [dot, at.revealed ? begun(say('seat.revealed')) : seatName(seat, table.rules)];
  const who = begun(
    runner ||
      (isBot(name) && table.players.length > 2
        ? called(name)
        : own || name
          ? seatName(seat, table.rules)
          : say('seat.online')),
  );
  if (runs && (!own || state.decision))
    return [dot, begun(say(own ? 'turn.yours' : 'seat.thinks')), missing && partner]; // in one line; a sign says that it is the partner
  return [dot, who, partner];
}

/** Whose program plays a seat. @param {Table} table @param {string} by */
export const computerOf = (table, by) =>
  by === table.seat
    ? say('seat.computer.you')
    : say(
        'seat.computer.of',
        table.players.find(p => p.seat === by)?.name ? playerName(table, by) : placeAt(table, by) || seatName(by),
      );

/** How far a seat is with its layout. Seats commit in order: nobody else knows whether a seat before its turn has chosen. @param {State} state @param {import('../types').Seating} at @param {boolean} own */
function arranged(state, at, own) {
  if (at.ready) return say('seat.ready');
  if (at.chosen) return say(own ? 'seat.chosen.you' : 'seat.chosen');
  return say(
    own || state.owes.some(o => o.seat === at.seat && o.what === 'layout') ? 'seat.arranging' : 'seat.unchosen',
  );
}

/**
 * @param {Table} table
 * @param {State} state
 * @param {string} seat
 * @param {number} now
 */
export function clockText(table, state, seat, now) {
  const clock = state.clocks.find(c => c.seat === seat),
    whole = table.rules?.times.clock ?? 0;
  if (!clock || !whole || state.result || state.seats.some(s => s.seat === seat && s.out)) return '';
  if (!clock.deadline && state.toMove === seat && state.seats.some(s => s.seat === seat && s.online === false))
    return ''; // nobody here knows it
  return clockFace(clock.deadline && now ? Math.min(whole * 1000, clock.deadline - now) : whole * 1000);
}

/**
 * The lost pieces of an army, the strongest first.
 * @param {Table} table
 * @param {State} state
 * @param {string} seat
 */
export function losses(table, state, seat) {
  const rules = table.rules,
    at = state.seats.find(s => s.seat === seat);
  if (!rules || !at) return null;
  const own = seat === table.seat,
    all = rules.types.map(t => t.id),
    short = (/** @type {import('../types').TypeRule} */ t) => (han() ? nameOn(rules, t, seat) : t.letter);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const p of state.pieces.filter(q => q.seat === seat && !q.node)) {
    const type = typeOf(rules, p.type);
    const word = type ? short(type) : (p.may.length && brief(rules, p.may, all)) || say('piece.hidden');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const order = new Map(rules.types.map((t, i) => [short(t), i]));
  const sorted = [...counts].sort((a, b) => (order.get(a[0]) ?? 99) - (order.get(b[0]) ?? 99));
  return h(
    'div',
    { class: 'loss', key: `loss-${seat}` },
    h(
      'h2',
      { class: 'h' },
      h('span', null, own ? say('losses.own') : say('losses.of', playerName(table, seat))),
      h(
        'span',
        { class: 'num', title: say('lost.long', at.lost, at.left) },
        say('losses.count', at.lost, at.lost + at.left),
      ),
    ),
    sorted.length > 0 &&
      h(
        'div',
        { class: 'minis' },
        sorted.map(([word, n]) =>
          h('span', { class: `mini ${seat} ${own ? 'own' : ''}` }, word, n > 1 && h('sup', null, n)),
        ),
      ),
  );
}

/**
 * What is known of a piece, fact by fact, and the player's own mark on it.
 * @param {Table} table
 * @param {State} state
 * @param {Piece | undefined} piece
 * @param {((mark: string) => void) | null} mark null where nothing can be marked
 */
export function dossier(table, state, piece, mark) {
  const rules = table.rules;
  if (!rules || !piece)
    return [
      h('p', { class: 'small mute' }, say(table.seat ? 'piece.none' : 'piece.none.watch')),
      settings.facts &&
        state.pieces.some(p => p.node && p.by === 'concluded') &&
        h('p', { class: 'small mute', key: 'dashed' }, say('guide.signs.dashed')),
    ];
  const type = typeOf(rules, piece.type),
    own = piece.seat === table.seat;
  const head = own
    ? say('piece.own')
    : piece.by === 'shown'
      ? say('piece.shown')
      : piece.by === 'opened'
        ? say('piece.opened')
        : piece.type
          ? say('piece.certain')
          : !piece.may.length || piece.may.length === rules.types.length
            ? say('piece.unknown')
            : say(excludes(rules, piece.may) ? 'piece.known' : 'piece.may');
  return [
    h(
      'div',
      { class: 'big' },
      h('span', { class: `mini ${piece.seat} ${own ? 'own' : ''}` }, type ? signOn(rules, type, piece.seat) : '?'),
      h(
        'div',
        null,
        h(
          'span',
          { class: 'small mute' },
          dotted(
            piece.node || say('piece.left', piece.left),
            playerName(table, piece.seat),
            !own && piece.node && piece.moved && say('piece.moved'),
            head,
            ...flagsOn(table, state, piece.node),
          ),
        ),
        h(
          'b',
          null,
          type
            ? nameOn(rules, type, piece.seat)
            : piece.may.length
              ? described(rules, piece.may)
              : say('piece.anything'),
        ),
      ),
    ),
    piece.facts.length > 0 &&
      h(
        'ul',
        { class: 'facts' },
        piece.facts.map(f =>
          h(
            'li',
            null,
            h('span', { class: 'mute' }, source(table, state, piece, f)),
            h('b', null, described(rules, f.types)),
          ),
        ),
      ),
    mark &&
      !own &&
      !['shown', 'opened'].includes(piece.by) &&
      state.phase === 'play' &&
      h(
        'div',
        { class: 'marking' },
        h(
          'p',
          { class: 'h' },
          h('span', null, say('mark.title')),
          h('span', { class: 'num small' }, say('mark.private')),
        ),
        h(
          'div',
          { class: 'palette', role: 'group', 'aria-label': say('mark.title') },
          rules.types.map(t => {
            const out = piece.type ? piece.type !== t.id : piece.may.length > 0 && !piece.may.includes(t.id);
            return h(
              'button',
              {
                type: 'button',
                class: out ? 'out' : '',
                'aria-pressed': String(piece.mark === t.id),
                'data-letter': t.letter,
                title: named(t) + (out ? ` · ${say('mark.out')}` : ''),
                'aria-label': named(t),
                on: { click: () => mark(piece.mark === t.id ? '' : t.id) },
              },
              sign(t),
            );
          }),
          ['?', '!'].map(x =>
            h(
              'button',
              {
                type: 'button',
                'aria-pressed': String(piece.mark === x),
                'data-letter': x,
                on: { click: () => mark(piece.mark === x ? '' : x) },
              },
              x,
            ),
          ),
          h(
            'button',
            {
              type: 'button',
              'aria-label': say('mark.erase'),
              title: say('mark.erase'),
              disabled: !piece.mark,
              on: { click: () => mark('') },
            },
            '✕',
          ),
        ),
      ),
  ];
}

/**
 * @param {Table} table
 * @param {State} state
 * @param {Piece} piece
 * @param {import('../types').Fact} fact
 */
function source(table, state, piece, fact) {
  if (fact.source === 'place') {
    const i = table.rules?.seats.findIndex(s => s.name === piece.seat) ?? 0;
    return say('fact.place', table.rules?.start[i]?.flat().filter(Boolean)[piece.number] ?? '');
  }
  if (fact.source === 'clash') {
    const met = state.pieces.find(p => fact.met && p.seat === fact.met.seat && p.number === fact.met.number);
    const type = met && table.rules && typeOf(table.rules, met.type);
    return type
      ? say(met.seat === table.seat ? 'fact.clash' : 'fact.clash.other', fact.ply, named(type))
      : say('fact.clash.plain', fact.ply);
  }
  return say(`fact.${fact.source}`, fact.ply);
}

/**
 * The moves, a row for each round, numbered by its turns: they are called by their numbers everywhere else.
 * @param {Table} table
 * @param {Turn[]} turns
 * @param {number} shown the turn that the board shows
 * @param {(turn: number) => void} go
 * @param {import('../types').Record['false']} [wrong] the turn with a false record
 */
export function moveList(table, turns, shown, go, wrong) {
  if (!turns.length && !wrong) return h('p', { class: 'small mute none' }, say('moves.none'));
  const seats = table.players.length;
  /** @type {Turn[][]} */
  const rows = [];
  for (const turn of turns.filter(Boolean)) {
    const slot = table.players.findIndex(p => p.seat === turn.seat),
      row = rows[rows.length - 1];
    const last = row?.[row.length - 1];
    if (!row || !last || table.players.findIndex(p => p.seat === last.seat) >= slot) rows.push([turn]);
    else row.push(turn);
  }
  return h(
    'ol',
    { class: `mlist seats-${seats}`, tabindex: 0, 'aria-label': say('moves.title') },
    rows.map((row, i) => {
      const before = taken(turns, row[0].number - 1),
        count = taken(row);
      return h(
        'li',
        { key: `row-${i}` },
        h('i', { 'aria-hidden': 'true' }, count > 0 && before + 1, count > 1 && `–${before + count}`),
        table.players.map(p => {
          const turn = row.find(t => t.seat === p.seat);
          return turn ? moveButton(table, turn, turn.number === shown, go, turn.number === wrong?.number) : h('span');
        }),
      );
    }),
    wrong &&
      wrong.number > turns.length &&
      h(
        'li',
        { key: 'false' },
        h('i', { 'aria-hidden': 'true' }),
        h(
          'button',
          { class: 'mv false', type: 'button', on: { click: () => go(turns.length) } },
          falseSign(),
          wrong.from ? `${wrong.from}–${wrong.to}` : say('moves.false'),
        ),
      ),
  );
}

const falseSign = () => h('span', { role: 'img', 'aria-label': say('moves.false') }, '✗');

/**
 * @param {Table} table
 * @param {Turn} turn
 * @param {boolean} now
 * @param {(turn: number) => void} go
 * @param {boolean} [wrong] whether a record of it is false
 */
export function moveButton(table, turn, now, go, wrong = false) {
  const left = [...new Set(turn.left.map(r => r.seat))]; // a player who is put out leaves with all pieces
  const flags = [...(turn.shown.length ? ['flag'] : []), ...(turn.flags ?? []).map(f => f.how)].map(f =>
    say(`moves.${f}`),
  );
  const marks = [
    left.length && say('moves.left', left.map(seat => seatName(seat, table.rules)).join(' + ')),
    turn.offer && say('moves.offer'),
    ...flags,
  ].filter(Boolean);
  const text =
    turn.kind === 'flip' || turn.kind === 'face'
      ? flipShort(turn, table.rules)
      : turn.kind === 'move'
        ? `${turn.from}${turn.met ? '×' : '–'}${turn.to}`
        : say(`turn.short.${turn.kind}`);
  return h(
    'button',
    {
      class: `mv${now ? ' now' : ''}${wrong ? ' false' : ''}`,
      type: 'button',
      'aria-current': now && 'step',
      title: marks.length ? marks.join(say('join.part')) : undefined,
      on: { click: () => go(turn.number) },
    },
    wrong && falseSign(),
    text,
    turn.offer && h('span', { class: 'flagged', role: 'img', 'aria-label': say('moves.offer') }, '='),
    left.length > 0 &&
      h(
        'span',
        { class: 'lost' },
        left.slice(0, 2).map(seat => swatch(seat, seat === table.seat)),
      ),
    flags.length > 0 && h('span', { class: 'flagged', role: 'img', 'aria-label': flags.join(say('join.part')) }, '⚑'),
  );
}

/**
 * The path of the link, in words.
 * @param {State} state
 */
const path = state => (state.connection.path ? say(`path.${state.connection.path}`) : '');

/**
 * The rules that matter while playing, and the proofs.
 * @param {Table} table
 * @param {State} state
 * @param {number | null} turn the one to play, or that is looked back at; null after the end
 */
export function matchCard(table, state, turn) {
  const rules = table.rules;
  if (!rules) return null;
  const lines = [
    rules.times.clock
      ? say('rules.clock', rules.ends.timeouts, rules.times.clock)
      : rules.name.en.includes('clock=off')
        ? ''
        : say('rules.noclock'), // unless the name says so
    rules.ends.quiet && turn !== null
      ? say(rules.deck ? 'rules.quiet.deck' : 'rules.quiet', state.quiet, rules.ends.quiet)
      : '',
    state.connection.online && path(state) ? say('path.is', path(state)) : '',
  ];
  return [
    h(
      'h2',
      { class: 'h' },
      h('span', null, table.short ? rulesName(rules.name) : say('rules.foreign', named(rules.name))),
      h(
        'span',
        { class: 'num' },
        state.watchers > 0 &&
          h(
            'span',
            { class: 'watchers', title: say('watch.count', state.watchers) },
            icon('eye'),
            state.watchers,
            h('span', { class: 'hidden-text' }, say('watch.count', state.watchers)),
          ),
        turn === null ? '' : say('turn.number', turn),
      ),
    ),
    lines.filter(Boolean).map(line => h('p', { class: 'small mute' }, line)),
    h(
      'details',
      { class: 'small' },
      h('summary', null, say('proof.title')),
      h(
        'dl',
        { class: 'pairs' },
        [
          [say('proof.checked'), String(state.proofs.checked)],
          [say('proof.made'), String(state.proofs.made)],
          [say('proof.bytes'), size(state.proofs.bytes)],
          [say('proof.traffic'), `${size(state.traffic.sent)} / ${size(state.traffic.received)}`],
        ].map(([k, v]) => h('div', null, h('dt', null, k), h('dd', { class: 'num' }, v))),
      ),
    ),
  ];
}

/** @param {(to: 'start' | 'back' | 'on' | 'end') => void} go */
export const stepper = go =>
  h(
    'div',
    { class: 'nav' },
    /** @type {('start' | 'back' | 'on' | 'end')[]} */ (['start', 'back', 'on', 'end']).map(to =>
      h(
        'button',
        {
          class: 'btn',
          type: 'button',
          'aria-label': say(`step.${to}`),
          title: say(`step.${to}`),
          on: { click: () => go(to) },
        },
        icon(to),
      ),
    ),
  );
