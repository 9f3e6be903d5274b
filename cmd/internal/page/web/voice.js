// The line above the board: what a referee would say, what the match waits for, what is wrong.

import { errands, fatesOf, reason } from './carry.js';
import { flipWords, turnedWords } from './deal.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { taken } from './match.js';
import { fewAble, lastTimeout } from './panels.js';
import { about, clockFace, isPartner, playerName, size, took } from './people.js';
import { nameOn, typeOf } from './ranks.js';
import { begun, dotted, inLine, listed, named, say, within } from './words.js';

/** @typedef {import('./match.js').Match} Match */
/** @typedef {import('../types').Turn} Turn */
/** @typedef {import('./dom.js').Child} Child */
/** @typedef {{tone?: string, sign: Child, title: string, text: string, proof?: Child, actions?: Child[]}} Voice */
/** @typedef {{[name: string]: () => void}} Actions accept, claim, wait, leave, hurry, replay, rematch, live */

/**
 * @param {string} word
 * @param {() => void} act
 * @param {boolean} [main]
 */
const button = (word, act, main = false) =>
  h('button', { class: main ? 'btn main' : 'btn', type: 'button', on: { click: act } }, say(word));

/**
 * @param {Match} match
 * @param {Actions} act
 * @param {number | null} past the turn that is looked back at
 * @param {boolean} [offering] a draw is to go out with the next move
 * @returns {Voice}
 */
export function voice(match, act, past, offering = false) {
  const { table, state } = match;
  if (match.refused)
    return {
      tone: 'warn',
      sign: icon('off'),
      title: match.refused.code.endsWith('.unknown') ? say('voice.gone') : named(match.refused.words),
      text: '',
      actions: [button('nav.lobby', act.leave)],
    };
  if (!match.heard)
    return {
      tone: 'warn',
      sign: icon('off'),
      title: say('voice.silent'),
      text: inLine(say('voice.silent.how'), say('voice.silent.anew')),
    };
  if (!table || !state) return { sign: h('span', { class: 'spin' }), title: say('voice.loading'), text: '' };
  if (state.conviction) return convicted(match, act);
  if (past !== null)
    return {
      sign: icon('eye'),
      title: say('voice.past', taken(match.turns, past)),
      text: dotted(
        turnWords(match, match.turns[past - 1]),
        state.result?.you ? say(`over.${state.result.you}`) : skipped(match) && say('turn.pass.you'),
        nextLoses(match),
      ),
      actions: [button(state.decision ? 'voice.live.yours' : 'voice.live', act.live, true)],
    };
  const ended = over(match, act);
  if (ended) return ended;
  const line = trouble(match, act) ?? waiting(match) ?? offer(match, act) ?? lastTurn(match, offering),
    out = state.connection.how === 'memory' && state.seats.some(s => s.seat === table.seat && s.out); // nobody but computers plays on
  return out ? { ...line, actions: [...(line.actions ?? []), button('voice.hurry', act.hurry)] } : line;
}

/**
 * @param {Match} match
 * @param {Actions} act
 * @returns {Voice}
 */
function convicted(match, act) {
  const { table, state } = match,
    c = state?.conviction;
  if (!table || !c) throw new Error('nobody is convicted');
  return {
    tone: 'alarm',
    sign: icon('warn'),
    title: c.you ? say('voice.convicted.you') : say('voice.convicted', playerName(table, c.seat)),
    text: inLine(
      c.record < 0
        ? say('voice.convicted.why', match.says(c.reason))
        : say('voice.convicted.what', c.record, match.says(c.reason)),
      say('voice.convicted.next'),
      several(table) && !state.first && !c.you && say('voice.convicted.again', playerName(table, c.seat)),
    ),
    actions: [button('voice.evidence', act.replay, true)],
  };
}

/**
 * @param {Match} match
 * @param {Actions} act
 * @returns {Voice | null}
 */
function over(match, act) {
  const { table, state } = match;
  if (!table || !state?.result) return null;
  const { result } = state;
  const who = listed(result.winners.map(s => playerName(table, s)));
  const title = result.you ? say(`over.${result.you}`) : result.draw ? say('over.drew') : say('over.winner', who);
  const text = dotted(
    because(table, state),
    !state.connection.done && (state.connection.deserted ? desertedHow(table) : say('voice.revealing')),
  );
  const again = asking(table, state);
  if (again)
    return {
      tone: feeling(state),
      sign: icon('turn'),
      title: say('voice.again', again),
      text: `${title} · ${text}`,
      actions: [
        button('voice.replay', act.replay),
        button(several(table) ? 'voice.again.yes.many' : 'voice.again.yes', act.rematch, true),
      ],
    };
  const early = !state.connection.done && state.connection.online; // what is shown at the end is still coming: an audit would find the match unfinished
  return {
    tone: feeling(state),
    sign: h('span', { class: 'emblem' }, icon(result.draw ? 'hands' : 'flag')),
    title,
    text: result.draw ? begun(text) : text,
    actions: [
      h('button', { class: 'btn', type: 'button', disabled: early, on: { click: act.replay } }, say('voice.replay')),
      table.seat && button(several(table) ? 'voice.rematch.many' : 'voice.rematch', act.rematch, true),
    ],
  };
}

/** How a result affects the reader: the look of the line above the board, and its sound. @param {import('../types').State} state */
export const feeling = ({ result }) => (result?.draw ? 'drawn' : result?.you === 'lost' ? 'lost' : 'won');

/** What to do if all others are away. @param {import('../types').Table} table */
const desertedHow = table => say('voice.deserted.how', table.match.split('-')[0]);

/** Whether the reader's clock runs on while they look at something else: only in practice does it stand. @param {import('../types').Table} table @param {import('../types').State} state */
export const runsOn = ({ seat }, { clocks, connection, seats, result, conviction }) =>
  clocks.length > 0 &&
  connection.how !== 'memory' &&
  !result &&
  !conviction &&
  seats.some(s => s.seat === seat && !s.out);

/** What it is called to leave a match that is not over: while an absent player is to move, no clock is known to run. @param {import('../types').Table} table @param {import('../types').State} state */
export const leaving = (table, state) =>
  runsOn(table, state) && state.clocks.some(c => c.deadline) ? 'act.leave' : 'voice.leave';

/** How a rematch assigns seats: two swap sides, more rotate. @param {import('../types').Table} table */
export const several = table => table.players.length > 2;

/** Why it is over, and what happened to the losers: where several teams lost, each for a reason of its own. @param {import('../types').Table} table @param {{result: import('../types').Result | null, seats?: import('../types').Seating[]}} state */
export function because(table, state) {
  const { result } = state,
    why = reason(result?.reason ?? '', table.rules);
  if (!result || result.draw) return why;
  const losers = table.players.filter(p => !result.winners.includes(p.seat));
  const scattered = new Set(losers.map(p => p.team)).size > 1,
    own = scattered && result.you === 'lost' ? state.seats?.find(s => s.seat === table.seat)?.out : '';
  if (own) return say('reason.by', say('you'), reason(own, table.rules));
  const side =
    losers.length > 1
      ? say(`side.${scattered ? 'last' : result.you || 'won'}`)
      : listed(losers.map(p => playerName(table, p.seat)));
  return say('reason.by', side, why);
}

/**
 * Who has invited to another match.
 * @param {import('../types').Table} table
 * @param {import('../types').State} state
 */
export const asking = (table, state) =>
  listed(state.seats.filter(s => s.again && s.seat !== table.seat).map(s => playerName(table, s.seat)));

/**
 * @param {Match} match
 * @param {Actions} act
 * @returns {Voice | null}
 */
function trouble(match, act) {
  const { state, table } = match;
  if (!state || !table) return null;
  if (state.connection.deserted)
    return {
      tone: 'warn',
      sign: h('span', { class: 'dot off' }),
      title: say('voice.deserted'),
      text: desertedHow(table),
      actions: [button(leaving(table, state), act.leave)],
    };
  if (state.phase === 'waiting') return null;
  const silent = match.now() >= state.claimable; // longer than the rules allow, if they set a time
  const claim =
    (state.can.includes('claim') || (state.claimable > 0 && silent && table.seat)) && button('voice.claim', act.claim);
  const cut = match.cut() && say('exchange.lost.again', say('exchange.reconnect'));
  if (cut && state.connection.hold === 'unheard')
    return { tone: 'warn', sign: h('span', { class: 'dot off' }), title: say('exchange.lost'), text: cut };
  if (state.connection.hold)
    return {
      tone: 'warn',
      sign: icon('lock'),
      title: say(`hold.${state.connection.hold}`),
      text: say(`hold.${state.connection.hold}.how`),
    };
  if (state.seats.some(s => !s.joined)) return null;
  const since = match.now() - (state.connection.since || table.run);
  if (state.voteAt && silent) {
    const who = listed(state.owes.filter(o => o.seat !== table.seat).map(o => playerName(table, o.seat))),
      left = Math.max(0, Math.ceil((state.voteAt - match.now()) / 1000));
    return {
      tone: 'warn',
      sign: h('span', { class: 'dot off' }),
      title: say('voice.vote', who),
      text: say('voice.vote.how', left),
      actions: [claim && button('voice.vote.now', act.claim), button('voice.vote.wait', act.wait, true)],
    };
  }
  if (!state.connection.online && since > 3000 && !(several(table) && state.decision)) {
    // one's own turn comes first where others are there to see it
    const away = table.players.filter(p => !p.you && !state.seats.find(s => s.seat === p.seat)?.online),
      missing = away.map(p => playerName(table, p.seat)),
      why = state.connection.trouble && say('voice.offline.why', match.says(state.connection.trouble));
    if (several(table) && table.seat && away.length === table.players.length - 1) {
      return {
        tone: 'warn',
        sign: h('span', { class: 'dot off' }),
        title: say('voice.alone', Math.floor(since / 1000)),
        text: inLine(cut || say('voice.alone.how'), ahead(match), why),
        actions: [claim, button(leaving(table, state), act.leave)],
      };
    }
    return {
      tone: 'warn',
      sign: h('span', { class: 'dot off' }),
      title: say('voice.offline', listed(missing), Math.floor(since / 1000)),
      text: inLine(
        state.decision && state.clocks.some(c => c.seat === table.seat && c.deadline) && say('voice.offline.yours'),
        cut || say('voice.offline.how'),
        ahead(match),
        why,
      ),
      actions: [claim, button(leaving(table, state), act.leave)],
    };
  }
  return null;
}

/** What comes of a player's absence, and when. @param {Match} match */
function ahead(match) {
  const { state, table } = match;
  if (!table?.seat || !state?.claimable || (several(table) && !state.voteAt)) return '';
  const left = state.claimable - match.now(),
    key = state.voteAt ? 'vote' : left > 0 ? 'claim' : 'now';
  return inLine(state.clocks.length > 0 && say('voice.offline.clock'), say(`voice.offline.${key}`, clockFace(left)));
}

/** Who is waited for. @param {string} friend the name of the one who was invited @param {boolean} many */
export const awaited = (friend, many) =>
  friend && !many ? say('voice.waiting.friend', friend) : say(many ? 'voice.waiting.many' : 'voice.waiting');

/**
 * @param {Match} match
 * @returns {Voice | null}
 */
function waiting(match) {
  const { state, table } = match;
  if (!state || !table) return null;
  const spin = h('span', { class: 'spin' });
  const others = state.seats.filter(s => s.seat !== table.seat);
  const asked =
      others.some(s => !s.joined) &&
      match.asked !== null &&
      say('voice.asked.who', match.asked || listed(others.map(s => playerName(table, s.seat)))),
    askedHow = say(several(table) ? 'voice.asked.many' : 'voice.asked');
  if (state.phase === 'waiting' && asked) return { sign: spin, title: begun(asked), text: askedHow };
  const free = state.seats.filter(s => !s.joined).map(s => playerName(table, s.seat)),
    joining = say(free.length > 1 ? 'voice.waiting.for.many' : 'voice.waiting.for', listed(free));
  if (state.phase === 'waiting' && free.length && !Object.keys(state.invites).length)
    return { sign: spin, title: joining, text: say('voice.waiting.host') };
  if (state.phase === 'waiting' && !table.seat)
    return { sign: spin, title: free.length ? joining : say('voice.loading'), text: '' };
  if (state.phase === 'waiting')
    return {
      sign: spin,
      title: awaited(match.friend, several(table)),
      text: say('voice.waiting.how'),
    };
  if (state.phase === 'layout') {
    if (asked) return { sign: icon('pen'), title: `${say('voice.layout')} · ${asked}`, text: askedHow };
    const ready = others.some(s => s.chosen);
    return {
      sign: icon('pen'),
      title: say('voice.layout'),
      text: say(ready ? 'voice.layout.ready' : 'voice.layout.how'),
    };
  }
  const arranging = others.some(s => state.owes.some(o => o.what === 'layout' && o.seat === s.seat))
    ? others.filter(s => !s.chosen).map(s => playerName(table, s.seat)) // they owe it one after the other
    : [];
  if (state.phase === 'setup' && arranging.length)
    return {
      sign: spin,
      title: say(arranging.length > 1 ? 'voice.arranging.many' : 'voice.arranging', listed(arranging)),
      text: table.seat && say('voice.arranging.how'),
    };
  if (state.phase === 'setup')
    return { sign: spin, title: say('voice.setup'), text: say('proofs.far', state.proofs.checked) };
  const unseen = state.owes.filter(
    o => o.what === 'seen' && o.seat !== table.seat && o.since && match.now() - o.since > 3000,
  );
  if (!state.result && unseen.length)
    return {
      sign: spin,
      title: say(
        'voice.owes.seen',
        listed(unseen.map(o => playerName(table, o.seat))),
        Math.floor((match.now() - unseen[0].since) / 1000),
      ),
      text: '',
    };
  const owed = state.owes.find(o => ['answer', 'show', 'reveal', 'share', 'face'].includes(o.what));
  if (!owed || state.result) return null;
  const turn = state.last;
  return {
    sign: spin,
    title: owed.seat === table.seat ? say('voice.answering') : say('voice.owes', playerName(table, owed.seat)),
    text:
      turn && state.deal?.turning
        ? flipWords(table, turn)
        : turn?.from
          ? `${turn.from} × ${turn.to} · ${say('voice.proof.sent')}`
          : '',
    proof: proof(match, turn),
  };
}

/**
 * @param {Match} match
 * @param {Actions} act
 * @returns {Voice | null}
 */
function offer(match, act) {
  const { state, table } = match;
  if (!state || !table || !state.can.includes('accept')) return null;
  const who = listed(state.offers.map(s => playerName(table, s))),
    clash = lately(match);
  return {
    sign: clash?.sign ?? icon('hands'),
    title: [clash?.title, say('voice.offer', who)].filter(Boolean).join(say('join.sentence')),
    text: dotted(clash?.text, say('voice.offer.how')),
    actions: [button('voice.accept', act.accept)],
  };
}

/**
 * What came of the last turn's clash and, before it, of the reader's own attack: a computer answers before anyone has read that.
 * null if there was no clash.
 * @param {Match} match
 */
function lately(match) {
  const { state, table, turns } = match,
    turn = state?.last;
  if (!table || !turn) return null;
  const before = turns[turn.number - 2],
    own =
      !several(table) && turn.seat !== table.seat && before?.seat === table.seat && before.announcement ? before : null;
  if (turn.announcement) {
    const said = announced(match, turn);
    return {
      sign: fallen(match, turn),
      title: [said.title, ...(own ? flags(table, own) : [])].join(say('join.part')),
      text: dotted(own && ownAttack(table, own), said.text),
      proof: proof(match, turn),
    };
  }
  if (!own) return null;
  const { title, text } = announced(match, own),
    words = turnWords(match, turn);
  if (['move', 'flip', 'face'].includes(turn.kind))
    return { sign: fallen(match, own), title, text: `${text} · ${words}`, proof: proof(match, own) };
  const line = quiet(match, turn);
  return { ...line, text: dotted(ownAttack(table, own), line.text) };
}

/** What came of the reader's attack, under the title of another. @param {import('../types').Table} table @param {Turn} turn */
const ownAttack = (table, turn) =>
  begun(
    say(
      'fate.own',
      [duel(table, turn), within(outcome(turn.announcement)), seen(table, turn)]
        .filter(Boolean)
        .join(say('join.comma')),
    ),
  );

/** A text whose moves, such as "e7–d8", are not broken. @param {string} text @returns {Child[]} */
export const unbroken = text =>
  text.split(/([a-z]\d+ ?[–×] ?[a-z]\d+)/).map((part, i) => (i % 2 ? h('bdi', { class: 'whole' }, part) : part));

/** What is announced of a clash. @param {Turn['announcement']} [a] */
export function outcome(a) {
  if (!a) return '';
  return a.flagTaken
    ? say('clash.flag')
    : a.repelled
      ? say('clash.repelled')
      : a.attackerLeaves && a.defenderLeaves
        ? say('clash.both')
        : a.attackerLeaves
          ? say('clash.attacker')
          : say('clash.defender');
}

/** Which types it revealed. @param {import('../types').Table} table @param {Turn} turn */
function seen({ rules }, { announcement: a }) {
  const types = [a?.attackerSeen, a?.defenderSeen].filter(Boolean).map(id => named(rules && typeOf(rules, id ?? '')));
  return types.length > 0 && say('clash.seen', listed(types));
}

/** A turn without a clash. @param {Match} match @param {Turn} turn */
const quiet = (match, turn) => ({
  sign: h('span', { class: `seat ${turn.seat}${turn.seat === match.table?.seat ? ' own' : ''}` }),
  title: turnWords(match, turn),
  text: turn.kind === 'pass' ? begun(timeouts(match, turn)) : '',
  proof: proof(match, turn),
});

/**
 * @param {Match} match
 * @param {boolean} offering
 * @returns {Voice}
 */
function lastTurn(match, offering) {
  const { state, table } = match;
  if (!state || !table) throw new Error('no match');
  const turn = state.last,
    mine = state.decision === 'move';
  const next = mine
    ? few(state, table) || say('turn.yours')
    : state.toMove
      ? say('turn.of', playerName(table, state.toMove))
      : '';
  if (offering && mine) return { sign: icon('hands'), title: say('voice.offering'), text: begun(next) };
  const last = nextLoses(match);
  if (!turn)
    return {
      ...(last && { tone: 'warn' }),
      sign: icon('clock'),
      title: begun(next),
      text: dotted(say(!mine ? 'voice.begin.wait' : state.deal ? 'voice.begin.deal' : 'voice.begin'), last),
    };
  const { text, ...line } = lately(match) ?? quiet(match, turn),
    again = mine && restarted(match) && say('turn.restarted');
  const flags = dotted(...errands(table, state)),
    first = match.turns.slice(-2).some(t => t?.flags?.length) && begun(flags); // a phone cuts what comes last
  return {
    ...((skipped(match) || last) && { tone: 'warn' }),
    ...line,
    text: dotted(
      first,
      text || (first ? next : begun(next)),
      text && next,
      !first && flags,
      last,
      again,
      draws(match),
      fates(match),
    ),
  };
}

/** Whether the reader's program was started again in this turn, whose clock did not run meanwhile. @param {Match} match */
export const restarted = ({ table, state, when }) =>
  state?.last && table && runsOn(table, state) && when[state.last.number - 1] < table.run;

/** @param {Match} match */
const nextLoses = ({ table, state }) =>
  table && state?.decision === 'move' && lastTimeout(table, state, table.seat) && say('turn.last');

/** Whether the reader's last turn was skipped: such a line is not cut on a phone. @param {Match} match */
const skipped = ({ table, turns }) =>
  table?.seat !== undefined && turns.filter(turn => turn?.seat === table.seat).pop()?.kind === 'pass';

/** That it is the reader's turn, and that soon none of their pieces may be able to move; empty while there is no such danger. @param {import('../types').State} state @param {import('../types').Table} table */
function few(state, table) {
  const able = fewAble(state);
  return able && say(several(table) ? 'turn.few.many' : 'turn.few', able);
}

/**
 * What came of the reader's last turn, what has happened to them since, and who has left the board, except in the turn
 * already shown: the others' turns take only seconds. That the reader is out, if so.
 * @param {Match} match
 */
function fates(match) {
  const { table, state, turns } = match;
  if (!table?.seat || !state) return '';
  const out = (/** @type {string} */ seat) => state.seats.find(s => s.seat === seat)?.out;
  if (out(table.seat))
    return say(table.players.some(p => isPartner(table, p.seat) && !out(p.seat)) ? 'fate.out' : 'clash.out.you');
  const told = [];
  for (let i = turns.length - 1; i >= 0; i--) {
    const turn = turns[i];
    if (!turn) break;
    if (turn.number !== state.last?.number)
      told.unshift(
        [turn.kind === 'pass' ? missed(match, turn) : several(table) && fate(table, state, turn), ...gone(table, turn)]
          .filter(Boolean)
          .join(say('join.comma')),
      );
    if (turn.seat === table.seat) break; // it has moved, or its time is reported to be over
  }
  const words = listed(told.filter(Boolean));
  return words && say('fate.since', words);
}

/** That the reader's own turn was skipped; nothing about another's. @param {Match} match @param {Turn} turn */
const missed = (match, turn) =>
  turn.seat === match.table?.seat ? say('fate.timeout', say('turn.pass.you'), timeouts(match, turn)) : '';

/** A player's time-outs up to this turn, and which one loses. @param {Match} match @param {Turn} turn */
const timeouts = ({ table, turns }, turn) =>
  say(
    'turn.timeouts',
    table?.rules?.ends.timeouts ?? 0,
    turns.slice(0, turn.number).filter(t => t.kind === 'pass' && t.seat === turn.seat).length,
  );

/**
 * What a turn did to the reader's own army, in words; empty if nothing.
 * @param {import('../types').Table} table
 * @param {import('../types').State} state
 * @param {Turn} turn
 */
function fate(table, state, turn) {
  const own = (/** @type {import('../types').Ref | null} */ ref) => (ref?.seat === table.seat ? ref : null),
    ref = turn.announcement && (own(turn.piece) ?? own(turn.met));
  const piece = ref && state.pieces.find(p => p.seat === ref.seat && p.number === ref.number),
    flag = turn.shown.find(f => f.seat === table.seat);
  const left = ref && turn.left.some(r => r.seat === ref.seat && r.number === ref.number);
  return [
    piece &&
      table.rules &&
      inLine(
        duel(table, turn),
        say(left ? 'fate.left' : 'fate.stood', nameOn(table.rules, typeOf(table.rules, piece.type), piece.seat)),
      ),
    flag && say('fate.flag', flag.node),
  ]
    .filter(Boolean)
    .join(say('join.comma'));
}

/** The start and end of an attack; with several players also whose pieces met. @param {import('../types').Table} table @param {Turn} turn */
const duel = (table, turn) =>
  several(table)
    ? `${playerName(table, turn.seat)} ${turn.from} × ${turn.met ? `${playerName(table, turn.met.seat)} ` : ''}${turn.to}`
    : `${turn.from} × ${turn.to}`;

/** What became of a draw offer. @param {Match} match */
function draws({ state, table, turns }) {
  const last = state?.last,
    before = last && turns[last.number - 2];
  if (!last || !table || last.kind !== 'move') return '';
  if (last.offer) return say('turn.offered');
  if (!several(table)) return before?.offer ? say('turn.declined') : '';
  const own = turns.filter(t => t.seat === table.seat).pop();
  return state.decision && own?.offer && !state.can.includes('accept') ? say('turn.undrawn') : '';
}

/**
 * Crossed-out tiles of removed pieces.
 * @param {Match} match
 * @param {Turn} turn
 */
const fallen = (match, turn) =>
  h(
    'span',
    { class: 'fell', 'aria-hidden': 'true' },
    turn.left
      .slice(0, 2)
      .map(r => h('span', { class: `seat gone ${r.seat}${r.seat === match.table?.seat ? ' own' : ''}` })),
    !turn.left.length && icon('clash'),
  );

/** Whose flags a turn revealed, and where. @param {import('../types').Table} table @param {Turn} turn */
const flags = (table, turn) => turn.shown.map(f => about(table, 'clash.shown', f.seat, f.node));

/** Who is out by a turn, in words, where the others play on. @param {import('../types').Table} table @param {Turn} turn */
const outs = (table, turn) => (several(table) ? turn.out : []).map(s => about(table, 'clash.out', s));

/** The same, and whether they resigned. @param {import('../types').Table} table @param {Turn} turn */
const gone = (table, turn) => (turn.kind === 'resign' ? [about(table, 'turn.resign', turn.seat)] : outs(table, turn));

/**
 * A clash in words: the announcement, and the reader's part in it.
 * @param {{table: import('../types').Table | null, state: import('../types').State | null}} match
 * @param {Turn} turn
 */
export function announced({ table, state }, turn) {
  if (!turn.announcement || !table || !state) return { title: '', text: '' };
  const rules = table.rules;
  const piece = (/** @type {import('../types').Ref | null} */ ref) =>
    state.pieces.find(p => ref && p.seat === ref.seat && p.number === ref.number);
  const own = [piece(turn.piece), piece(turn.met)].find(p => p && p.seat === table.seat);
  const ownType = own && rules && typeOf(rules, own.type),
    left = own && turn.left.some(r => r.seat === own.seat && r.number === own.number);
  return {
    title: [outcome(turn.announcement), ...flags(table, turn), ...fatesOf(table, turn), ...outs(table, turn)].join(
      say('join.part'),
    ),
    text: [
      inLine(
        duel(table, turn),
        ownType && rules && say(left ? 'fate.left' : 'fate.stood', nameOn(rules, ownType, table.seat)),
      ),
      seen(table, turn),
    ]
      .filter(Boolean)
      .join(say('join.comma')),
  };
}

/**
 * @param {Match} match
 * @param {Turn | undefined} turn
 */
export function turnWords(match, turn) {
  if (!turn || !match.table) return say('voice.begin.at');
  if (turn.kind === 'flip' || turn.kind === 'face') return flipWords(match.table, turn);
  if (turn.kind !== 'move')
    return [
      turn.kind === 'pass' && turn.out.includes(turn.seat)
        ? say(
            'reason.by',
            turn.seat === match.table.seat ? say('you') : playerName(match.table, turn.seat),
            reason('timeouts'),
          )
        : about(match.table, `turn.${turn.kind}`, turn.seat),
      ...outs(match.table, turn),
    ].join(say('join.part'));
  if (turn.announcement) return announced(match, turn).title;
  return dotted(
    say('turn.move', playerName(match.table, turn.seat), turn.from, turn.to),
    turnedWords(match.table, turn),
    ...fatesOf(match.table, turn),
    ...(turn.flags?.length ? outs(match.table, turn) : []),
  );
}

/** The tick mark: how much a turn has proven, and how long it took. @param {Match} match @param {Turn | null} turn */
function proof(match, turn) {
  const last = turn && match.proofs[turn.number - 1];
  if (!last) return null;
  return h(
    'span',
    { class: 'chip ok', title: last.micros ? say('proof.cost', size(last.bytes), took(last.micros)) : undefined },
    icon('tick'),
    h('span', null, say('proof.verified')),
  );
}
