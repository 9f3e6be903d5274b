// A match as the page knows it: the table, the newest state, and the turns of its events.

import { follow, post } from './api.js';
import { dealtAfter } from './deal.js';
import { named } from './words.js';

/** @typedef {import('../types').Table} Table */
/** @typedef {import('../types').State} State */
/** @typedef {import('../types').Turn} Turn */
/** @typedef {import('../types').SeatEvent} SeatEvent */
/** @typedef {import('../types').News} News */

export class Match {
  /**
   * @param {string} id
   * @param {(news: SeatEvent[]) => void} changed
   */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {Table | null} */
    this.table = null;
    /** @type {State | null} */
    this.state = null;
    /** @type {Turn[]} */
    this.turns = [];
    this.cut = () => false; // whether somebody is missing who can only be reached by texts
    this.friend = ''; // who was invited to it
    /** @type {string | null} */
    this.asked = null; // the names of those invited to this rematch; empty if they have none
    /** When each turn was reported, in ms. @type {number[]} */
    this.when = [];
    /** What its last record proved, by turn. @type {(import('../types').Proof | undefined)[]} */
    this.proofs = [];
    this.heard = true; // the program answers
    /** What was said, the newest last. @type {import('./talk.js').Said[]} */
    this.said = [];
    this.ahead = 0; // ms that the program's clock is ahead of the browser's
    /** @type {{[english: string]: import('../types').Names}} */
    this.words = {};
    this.fresh = false; // something was shown before these news
    /** Who waits for a state with at least this number. @type {{number: number, seen: () => void}[]} */
    this.awaited = [];
    /** Why the match can't be followed. @type {import('../types').Fault | undefined} */
    this.refused = undefined;
    this.close = follow(
      id,
      news => this.tell(news),
      (open, refused) => {
        const why = refused?.fault;
        if (open === this.heard && why?.words?.en === this.refused?.words?.en) return;
        this.heard = open;
        this.refused = why;
        this.changed([]);
      },
    );
  }

  /** @param {News} news */
  tell(news) {
    this.ahead = news.now - Date.now();
    if (news.table) {
      if (this.table && this.table.run !== news.table.run) {
        this.turns = [];
        this.proofs = [];
        this.said = [];
        this.awaited.forEach(a => a.seen()); // in another run numbers mean nothing
        this.awaited = [];
      }
      // The same rules are kept as they are: the board is drawn anew for others.
      this.table = this.table?.digest === news.table.digest ? { ...news.table, rules: this.table.rules } : news.table;
    }
    for (const e of news.events)
      if (e.kind === 'said') this.said.push({ seat: e.seat ?? '', phrase: e.phrase, text: e.text, at: e.at });
    for (const { turn, at, proof } of news.events) {
      if (!turn) continue;
      this.turns[turn.number - 1] = turn;
      this.when[turn.number - 1] = at;
      if (proof?.count) this.proofs[turn.number - 1] = proof;
    }
    this.fresh = this.state !== null;
    this.state = news.state;
    this.words = news.words;
    for (const { seen } of this.awaited.filter(a => a.number <= news.state.number)) seen();
    this.awaited = this.awaited.filter(a => a.number > news.state.number);
    this.changed(news.events);
  }

  /** A problem in the reader's language. @param {import('../types').Problem} problem */
  says(problem) {
    return named(this.words[problem.text]) || problem.text;
  }

  now() {
    return Date.now() + this.ahead;
  }

  /**
   * Sends a command, and waits until the state shows it: the answer may come before the news.
   * @param {{do: string, [field: string]: unknown}} command
   */
  async do(command) {
    const run = this.table?.run,
      { number } = await post(`/api/do?match=${encodeURIComponent(this.id)}`, command);
    if (this.table?.run !== run || (this.state?.number ?? 0) >= number) return;
    await new Promise(seen => this.awaited.push({ number, seen: () => seen(undefined) }));
  }
}

/**
 * Where the pieces were after some turns. Turns say which piece went where and which were removed.
 * @param {Table} table
 * @param {State} state
 * @param {Turn[]} turns
 * @param {number} count
 * @returns {import('../types').Piece[]}
 */
export function piecesAfter(table, state, turns, count) {
  const rules = table.rules;
  if (!rules) return [];
  if (rules.deck) return dealtAfter(rules, turns, count);
  const starts = rules.start.map(rows => rows.flat().filter(Boolean));
  const pieces = state.pieces.map(p => ({
    ...p,
    node: starts[rules.seats.findIndex(s => s.name === p.seat)]?.[p.number] ?? '',
    may: [],
    facts: [],
    moved: false,
  }));
  const at = (/** @type {import('../types').Ref | null} */ ref) =>
    pieces.find(p => ref && p.seat === ref.seat && p.number === ref.number);
  for (const turn of turns.slice(0, count)) {
    const mover = at(turn.piece);
    if (mover) mover.moved = true;
    if (mover && !turn.announcement?.repelled) mover.node = turn.to;
    if (mover && turn.announcement?.attackerLeaves) mover.node = '';
    for (const ref of turn.left) {
      const gone = at(ref);
      if (gone) gone.node = '';
    }
    if (rules.seats.length > 2) for (const p of pieces) if (turn.out.includes(p.seat)) p.node = '';
  }
  return pieces;
}

/**
 * The same, with what was seen of the others' pieces by then: neither what was concluded later nor the reader's own marks.
 * @param {Table} table
 * @param {State} state
 * @param {Turn[]} turns
 * @param {number} count
 */
export function seenAfter(table, state, turns, count) {
  const then = piecesAfter(table, state, turns, count),
    ply = taken(turns, count);
  if (table.rules?.deck) return then;
  return then.map((p, i) => {
    if (['own', 'opened'].includes(p.by)) return { ...p, mark: '' };
    const facts = state.pieces[i].facts.filter(f => f.source !== 'count' && f.ply <= ply),
      [first, ...others] = facts.map(f => f.types),
      may = first?.filter(id => others.every(types => types.includes(id))) ?? [],
      type = may.length === 1 ? may[0] : '',
      by = !type ? '' : facts.some(f => ['flag', 'announced'].includes(f.source)) ? 'shown' : 'concluded';
    return { ...p, type, by, may: type ? [] : may, facts, mark: '' };
  });
}

const ENDINGS = ['resign', 'draw', 'absent', 'no-move', 'arrive'];

/** Whether a turn is listed, but was not taken: somebody is out, or the match has ended, without a move. @param {Turn | undefined} turn */
export const untaken = turn => ENDINGS.includes(turn?.kind ?? '');

/** How many of the listed turns were taken. @param {Turn[]} turns @param {number} [listed] */
export const taken = (turns, listed = turns.length) => turns.slice(0, listed).filter(t => !untaken(t)).length;

/** Whether a turn resets the count of turns without a clash. @param {Turn} turn */
export const loud = turn => Boolean(turn.face || turn.out.length || (turn.announcement && !turn.announcement.repelled));

/** How many turns have passed without a clash. @param {Turn[]} turns */
export const quietly = turns => taken(turns.slice(turns.map(loud).lastIndexOf(true) + 1));

/**
 * What there was to say of the position after some turns: who had lost what, who was out, and for how long nothing had met.
 * @param {Table} table
 * @param {State} state
 * @param {Turn[]} turns
 * @param {number} count
 * @returns {State}
 */
export function stateAfter(table, state, turns, count) {
  const pieces = seenAfter(table, state, turns, count);
  return {
    ...state,
    decision: '',
    pieces,
    quiet: quietly(turns.slice(0, count)),
    clocks: state.clocks.map(c => ({
      ...c,
      timeouts: turns.slice(0, count).filter(t => t.kind === 'pass' && t.seat === c.seat).length,
    })),
    seats: state.seats.map(s => {
      const flag = turns
        .slice(0, count)
        .flatMap(t => t.flags ?? [])
        .filter(f => f.seat === s.seat)
        .pop();
      const lost = pieces.filter(p => p.seat === s.seat && !p.node).length;
      return {
        ...s,
        taken: Boolean(flag),
        carrier: flag?.carrier ?? null,
        flag: flag && !flag.carrier ? flag.node : s.flag,
        lost,
        left: s.lost + s.left - lost,
        out: turns.slice(count).some(t => t.out.includes(s.seat)) ? '' : s.out,
      };
    }),
  };
}
