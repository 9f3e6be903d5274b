// The page of a match in play.

import { call, askToNotify, LOW, mayNotify, sound } from './alerts.js';
import { fetchJSON, post } from './api.js';
import { Board } from './board.js';
import { flagsOf, flagsOn } from './carry.js';
import { dealCard, NOBODY, onBoard, turnable, turningRing } from './deal.js';
import { find, h, kept, paint, withFrame } from './dom.js';
import { CloseUp } from './closeup.js';
import { arrangement, layoutPicture } from './editor.js';
import { endCard } from './ending.js';
import { exchangeButton, exchangeCard, lacks } from './exchange.js';
import { invited } from './friends.js';
import { geometry, homeTurns, stronghold } from './geometry.js';
import { handle } from './gestures.js';
import { openGuide } from './guide.js';
import { icon } from './icons.js';
import { inviteCard, watchInvite } from './invite.js';
import { Match, seenAfter, stateAfter, taken } from './match.js';
import { clock, clockText, dossier, losses, matchCard, moveButton, moveList, plate, stepper } from './panels.js';
import * as palette from './palette.js';
import { called, inked, inOrder, isPartner, playerName, sidesOf } from './people.js';
import { phraseFor } from './phrase.js';
import { pictureButtons } from './picture.js';
import { exchanges } from './program.js';
import { described, nameOn, newsOf, stillThere, typeOf } from './ranks.js';
import { seatButton } from './seatfile.js';
import { change, settings } from './settings.js';
import { fresh as justSaid, hush, lately, sayingWords, talkCard, talks } from './talk.js';
import { toast, untoast } from './toast.js';
import { asking, feeling, leaving, runsOn, unbroken, voice } from './voice.js';
import { begun, gameName, han, lang, listed, named, say } from './words.js';

/** The corners of a cross or star board, counter-clockwise from the player's own. */
const CORNERS = ['se', 'ne', 'nw', 'sw'];

/** @typedef {import('../types').SeatEvent} SeatEvent */
/** @typedef {import('../types').Piece} Piece */
/** @typedef {import('../types').State} State */
/** @typedef {import('../types').Table} Table */

/** The page's title, for screen readers. */
const title = () => h('h1', { class: 'hidden-text', key: 'title' }, say('play.title'));

const BURST = 60; // ms between the news of one turn, at most
export const ANSWER = 30; // ms in which an answer usually comes
const PAUSED = 500; // ms in which a tab's pause has reached the program

/** The events that say whose turn it is: the first, and those that end one. */
const TURNS = ['started', 'move', 'face', 'pass', 'resign', 'absent'];

/** Whether there is room for the board and a line above and below it; the style sheets test the same. */
const PHONE = matchMedia('(max-width: 720px), (max-width: 900px) and (orientation: portrait)');
const NARROW = matchMedia('(max-width: 1080px)');

/**
 * The names of those invited to a rematch; nothing if one has none, since seats change.
 * @param {Table} table
 */
function askedFor(table) {
  const names = table.players.filter(p => !p.you).map(p => called(p.name));
  return names.every(Boolean) ? listed(names) : '';
}

/** Who was invited to a rematch, by match. @type {Map<string, string>} */
const ASKED = new Map();

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @returns {import('./main.js').Room}
 */
export function playPage(root, id) {
  const ui = {
    selected: '',
    looked: '',
    past: /** @type {number | null} */ (null),
    flip: 0,
    offering: false,
    asking: false,
    typing: false,
    sheet: '',
    preview: /** @type {string[]} */ ([]),
    busy: false,
    sent: /** @type {string[]} */ ([]),
  };
  /** @type {Board | null} */
  let board = null;
  /** @type {ReturnType<typeof arrangement> | null} */
  let editor = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let due;
  let laid = 'false false'; // whether the board is cramped, and close, at the last rendering
  let shown = ''; // the phase of the match at the last rendering of everything
  const movesCard = kept();
  const boardbox = h('div', { class: 'boardbox', 'data-own': true, key: 'board' });
  const live = h('p', { class: 'hidden-text', role: 'status', 'aria-live': 'polite', 'data-own': true, key: 'live' });
  const match = new Match(id, heard);
  match.asked = ASKED.get(id) ?? null;
  match.friend = invited(id);
  let room = { width: 0, height: 0 }; // for the board: asking during a drawing would lay out the page again
  const resized = new ResizeObserver(([box]) => {
    room = { width: box.contentRect.width, height: box.contentRect.height };
    draw();
    toNow(true);
  });
  resized.observe(boardbox);
  const closeUp = new CloseUp(boardbox, () => render());
  const tick = setInterval(ticking, 250);
  /** In practice nobody else waits: the clocks run only while the match is looked at, without the guide over it. */
  const watched = () => !document.hidden && !document.querySelector('.guide');
  let pausing = /** @type {Promise<any>} */ (Promise.resolve()); // one after the other: the last counts
  const look = (looked = watched()) => {
    if (match.state?.connection.how !== 'memory' || !match.state.clocks.length) return;
    pausing = pausing.then(() => post(`/api/pause?match=${encodeURIComponent(id)}&on=${!looked}`)).catch(() => {});
    if (!looked) others.postMessage('');
  };
  const others = new BroadcastChannel(`look-${id}`); // tabs of this match: one that is still looked at says so after the pause
  others.onmessage = () =>
    setTimeout(() => {
      if (!closed && watched()) look();
    }, PAUSED);
  const looked = () => look();
  const hides = ['visibilitychange', 'guide']; // the latter from a guide that opens or closes
  for (const event of hides) document.addEventListener(event, looked);
  let warned = /** @type {number | undefined} */ (0); // of which deadline
  let late = false,
    speaking = false,
    wanted = false,
    fresh = false,
    arranged = false,
    closed = false,
    unseen = false,
    warnedOff = false, // the button that leaves has said that the clock goes on
    hinted = false;

  /** @param {SeatEvent[]} news */
  function heard(news) {
    const { state } = match;
    if (!match.fresh) look();
    if (match.table && state) hush(match.table, state, speak);
    if (match.fresh && state) {
      const kinds = new Set(news.map(e => e.kind));
      if (kinds.has('sealed')) sound('wrong');
      else if (kinds.has('over')) sound(feeling(state));
      else if (kinds.has('clash')) sound('clash');
      else if (TURNS.some(kind => kinds.has(kind))) sound(state.decision === 'move' ? 'turn' : 'move');
      const again = match.table && !wanted ? asking(match.table, state) : '';
      if (again) {
        wanted = true;
        sound('turn');
        call(say('voice.again', again));
      }
      const { table } = match;
      if (!again && table && news.length && state.decision) {
        const asks = begun(say(state.decision === 'layout' ? 'voice.layout' : 'turn.yours'));
        call(asks, () =>
          match.state?.decision === state.decision
            ? `${clockText(table, match.state, table.seat, match.now())} ${asks}`.trim()
            : '',
        );
      }
      if (table && news.some(e => e.kind === 'said' && e.seat !== table.seat)) {
        sound('word');
        if (ui.sheet !== 'talk' && NARROW.matches)
          toast(
            lately(match.said, table.seat, match.now())
              .map(s => say('talk.said', playerName(table, s.seat), sayingWords(s)))
              .join('\n'),
          );
      }
      if (kinds.has('move') || kinds.has('clash') || kinds.has('flip')) {
        untoast();
        Object.assign(ui, { preview: [], sent: [] }); // the news say more than that it was sent
        if (!state.moves[ui.selected]) ui.selected = '';
        if (!pieceOn(ui.looked)) ui.looked = '';
      }
    }
    showSoon();
  }

  /** Whether an answer is due: to what was sent, or to an attack. */
  const proving = () => ui.sent.length > 0 || match.state?.last?.complete === false;

  /** Shows what has changed. An answer that is due usually comes before a picture without it could be drawn, which would only delay it. */
  function showSoon() {
    if (!proving()) show();
    else due ??= setTimeout(show, ANSWER);
  }

  /**
   * Shows the news: the line above the board with the next frame, the board after that frame, everything else after the burst
   * in which news come (a move, its record, the answer). Each takes longer to draw than the one before.
   */
  function show() {
    clearTimeout(due);
    due = undefined;
    if (closed) return;
    unseen = true;
    renderVoice();
    showRest();
  }

  const showRest = withFrame(() => {
    if (closed) return;
    unseen = false;
    rest ??= setTimeout(settle, BURST);
    setTimeout(() => {
      if (closed || unseen) return; // the newest line is drawn first
      if (match.state?.phase === shown) draw();
      else render();
      tell();
    });
  });

  /** Draws everything, once the newest message has been drawn: a busy browser is late with its frames. */
  function settle() {
    if ((unseen || due) && !document.hidden) rest = setTimeout(settle);
    else render();
  }

  /** Says the line above the board to screen readers. */
  function tell() {
    const line = voice(match, actions, null, ui.offering),
      words = [line.title, line.text].filter(Boolean).join(han() ? '。' : '. ');
    live.lang = document.documentElement.lang;
    if (live.textContent !== words) live.textContent = words;
  }

  /** The kinds of commands in progress. @type {Set<string>} */
  const doing = new Set();
  /** @type {Promise<boolean>} */
  let last = Promise.resolve(true);

  /**
   * Runs a command after those in progress: a click on Resign is not lost while a move is being proven. A second
   * click on the same is.
   * @param {{do: string, [field: string]: unknown}} command
   */
  function command(command) {
    if (doing.has(command.do)) return Promise.resolve(false);
    doing.add(command.do);
    ui.busy = true;
    boardbox.ariaBusy = 'true'; // until it is drawn: what it offers is taken
    last = last.then(() => perform(command));
    return last;
  }

  /** @param {{do: string, [field: string]: unknown}} command */
  async function perform(command) {
    try {
      await match.do(command);
      return true;
    } catch (error) {
      toast(error);
      return false;
    } finally {
      doing.delete(command.do);
      Object.assign(ui, { busy: doing.size > 0, sent: [] });
      showSoon();
    }
  }

  /** What the line above the board says; while a move is being proven, that it was taken. */
  const spoken = () =>
    ui.sent.length
      ? { sign: h('span', { class: 'spin' }), title: ui.sent.join(' – '), text: say('voice.sent') }
      : voice(match, actions, ui.past, ui.offering);

  /** Marks are for the reader only: they wait for each other, but no move waits for them. */
  let marking = Promise.resolve();

  /** @param {Piece} piece @param {string} mark */
  function note(piece, mark) {
    marking = marking
      .then(() => match.do({ do: 'mark', piece: { seat: piece.seat, number: piece.number }, mark }))
      .then(show, toast);
  }

  /** Chat waits for nothing, and no move waits for it. @param {{do: string, [field: string]: unknown}} what */
  const speak = what =>
    match.do(what).then(
      () => {
        render();
        return true;
      },
      error => {
        toast(error);
        return false;
      },
    );

  const actions = {
    accept: () => command({ do: 'accept' }),
    claim: () => command({ do: 'claim' }),
    wait: () => command({ do: 'wait' }),
    leave: () => {
      warnedOff = true;
      location.hash = '#/';
    },
    hurry: () => {
      post(`/api/hurry?match=${encodeURIComponent(id)}`).catch(toast);
    },
    replay: () => {
      location.hash = `#/record/${encodeURIComponent(id)}`;
    },
    rematch: async () => {
      try {
        const { match: next, asked } = await post(`/api/rematch?match=${encodeURIComponent(id)}`);
        const { table } = match;
        if (asked && table) ASKED.set(next, askedFor(table));
        location.hash = `#/match/${encodeURIComponent(next)}`;
      } catch (error) {
        toast(error);
      }
    },
    live: () => {
      ui.past = null;
      render();
    },
  };

  /** @param {string} from @param {string} to */
  function move(from, to) {
    const offer = ui.offering;
    if (ui.busy) return;
    Object.assign(ui, { selected: '', preview: [], offering: false, asking: false, sent: [from, to] });
    command({ do: 'move', from, to, offer });
    showSoon();
  }

  /** Turns up a face-down piece. @param {string} node */
  function turnUp(node) {
    const offer = ui.offering;
    if (ui.busy) return;
    Object.assign(ui, { selected: '', looked: '', preview: [], offering: false, sent: [node] });
    command({ do: 'flip', node, offer });
    showSoon();
  }

  const open = () => ui.past === null && match.state?.decision === 'move' && !ui.busy;
  const targets = () => (open() && ui.selected ? (match.state?.moves[ui.selected] ?? []) : []);
  /** Where the reader's own flag stands, if everybody has been shown it. */
  const ownShown = () => {
    const flag = match.state?.seats.find(s => s.seat === match.table?.seat && !s.taken)?.flag ?? '';
    return pieceOn(flag)?.seat === match.table?.seat ? flag : '';
  };
  /** The match as it is shown: at the turn that is looked back at. @param {Table} table @param {State} state */
  const then = (table, state) => (ui.past === null ? state : stateAfter(table, state, match.turns, ui.past));
  const pieceOn = (/** @type {string} */ node) =>
    node && match.table && match.state ? then(match.table, match.state).pieces.find(p => p.node === node) : undefined;

  const wishes = {
    pick(/** @type {string} */ node) {
      const piece = pieceOn(node);
      if (targets().includes(node)) return move(ui.selected, node);
      if (board?.cramped && !board.close && !ui.selected && matchMedia('(pointer: coarse)').matches) {
        closeUp.set(true, node); // a finger can only point
        if (!open() || !match.state?.moves[node]) return;
      }
      if (open() && turnable(match.state, node)) return turnUp(node);
      if (open() && piece && piece.seat === match.table?.seat && !match.state?.moves[node]) stuck(piece);
      if (node === ui.selected) ui.selected = '';
      else if (open() && match.state?.moves[node]) ui.selected = node;
      else ui.selected = '';
      ui.looked = piece && node !== ui.looked && !ui.selected ? node : '';
      if (ui.looked && piece?.seat !== match.table?.seat && PHONE.matches) ui.sheet = 'piece';
      else if (ui.sheet === 'piece') ui.sheet = '';
      ui.preview = [];
      render();
    },
    mark(/** @type {string} */ node, /** @type {boolean} */ byKey) {
      if (!pieceOn(node) || ui.past !== null) return;
      Object.assign(ui, { looked: node, selected: '', sheet: NARROW.matches ? 'piece' : '' });
      render();
      if (byKey) palette.enter(root);
    },
    take(/** @type {string} */ node) {
      if (!open() || !match.state?.moves[node]) return false;
      Object.assign(ui, { selected: node, looked: '' });
      render();
      return true;
    },
    drop(/** @type {string} */ from, /** @type {string} */ to) {
      if (!targets().includes(to)) return false;
      move(from, to);
      return true;
    },
    hover(/** @type {string} */ node) {
      preview(node);
    },
    leave() {
      Object.assign(ui, { selected: '', looked: '', preview: [] });
      render();
    },
  };

  /** Says why a piece can't be picked. @param {Piece} piece */
  function stuck(piece) {
    const rules = match.table?.rules,
      type = rules && typeOf(rules, piece.type),
      node = rules?.nodes.find(n => n.name === piece.node),
      kind = rules?.kinds.find(k => k.id === node?.kind);
    if (!type) return;
    if (!type.ways.length) toast(say('stuck.planted', named(type)));
    else if (kind?.locked) toast(say('stuck.locked', named(kind)));
    else toast(say('stuck.now', nameOn(rules, type, piece.seat)));
  }

  let previewed = '';
  /** Shows the path of a move before it is made. @param {string} node */
  async function preview(node) {
    const wanted = targets().includes(node) ? `${ui.selected} ${node}` : '';
    if (wanted === previewed) return;
    previewed = wanted;
    if (!wanted) {
      if (ui.preview.length) {
        ui.preview = [];
        draw();
      }
      return;
    }
    const path = await fetchJSON(`/api/way?match=${encodeURIComponent(id)}&from=${ui.selected}&to=${node}`).catch(
      () => [],
    );
    if (previewed !== wanted) return;
    ui.preview = path;
    draw();
  }

  function flip() {
    ui.flip = (ui.flip + (match.table && match.table.players.length > 2 ? 1 : 2)) % 4;
    draw();
  }

  const playOn = () => {
    ui.asking = false;
    render();
  };

  function resign() {
    if (ui.asking) {
      Object.assign(ui, { asking: false, sheet: '' });
      return command({ do: 'resign' });
    }
    ui.asking = true;
    render();
  }

  /** @param {'start' | 'back' | 'on' | 'end' | number} to */
  function step(to) {
    const count = match.turns.length,
      at = ui.past ?? count;
    const next = typeof to === 'number' ? to : { start: 0, back: at - 1, on: at + 1, end: count }[to];
    ui.past = next >= count ? null : Math.max(0, next);
    Object.assign(ui, { selected: '', looked: '', preview: [] });
    render();
  }

  /** @param {SubmitEvent} e */
  function typed(e) {
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (find('#typed'));
    const found = /^[\s/]*([a-z][a-z0-9]*?)\s*[-x×–\s]\s*([a-z][a-z0-9]*)\s*$/i.exec(field.value);
    const [from, to] = found ? [found[1].toLowerCase(), found[2].toLowerCase()] : ['', ''];
    if (open() && match.state?.moves[from]?.includes(to)) {
      ui.typing = false;
      move(from, to);
      field.value = '';
      board?.reach(to, true);
    } else {
      field.setAttribute('aria-invalid', 'true');
      toast(say(found ? 'typed.illegal' : 'typed.form', field.value));
    }
    render();
  }

  /** @param {KeyboardEvent} e */
  function key(e) {
    if (palette.take(e, () => board?.reach(ui.looked, true))) return;
    if (
      e.target instanceof HTMLInputElement ||
      e.target instanceof HTMLTextAreaElement ||
      e.ctrlKey ||
      e.metaKey ||
      e.altKey
    )
      return;
    if (e.key.startsWith('Arrow') && e.target === document.body && board) {
      e.preventDefault();
      return board.reach(board.stop, true);
    }
    const act = /** @type {{[key: string]: () => void}} */ ({
      f: flip,
      '[': () => step('back'),
      ']': () => step('on'),
      Escape: () => {
        Object.assign(ui, { sheet: '', past: null, asking: false });
        wishes.leave();
      },
      '/': () => {
        ui.typing = true;
        render();
        find('#typed').focus();
      },
    })[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }

  /** What a screen reader hears of a node. @param {string} node @param {Piece | undefined} piece the one on it */
  function describe(node, piece) {
    const { table, state } = match,
      rules = table?.rules;
    if (!table || !state || !rules) return node;
    const rule = rules.nodes.find(n => n.name === node),
      kind = rules.kinds.find(k => k.id === rule?.kind);
    const type = piece && typeOf(rules, piece.type),
      flags = flagsOn(table, then(table, state), node);
    const who =
      piece?.seat === NOBODY
        ? say('node.down')
        : !piece
          ? !flags.length && say('node.empty')
          : piece.seat === table.seat
            ? say('node.own', nameOn(rules, type, piece.seat))
            : isPartner(table, piece.seat)
              ? say('node.partner', type ? named(type) : say('piece.hidden'))
              : say(
                  'node.enemy',
                  playerName(table, piece.seat),
                  type
                    ? nameOn(rules, type, piece.seat)
                    : piece.may.length
                      ? described(rules, piece.may)
                      : say('piece.hidden'),
                );
    const mark = piece?.mark ? say('node.mark', named(typeOf(rules, piece.mark)) || piece.mark) : '';
    const target = targets().includes(node) ? say(piece ? 'node.hit' : 'node.go') : '';
    return [
      node,
      kind?.safe || stronghold(rules, kind) ? named(kind) : '',
      who,
      ...flags,
      ui.past === null && node === ownShown() && say('node.shown'),
      mark,
      target,
    ]
      .filter(Boolean)
      .join(say('join.comma'));
  }

  function draw() {
    const { table, state } = match,
      rules = table?.rules;
    if (!table || !rules || !state || (!state.pieces.length && !state.deal && table.seat) || !room.width) return; // its room is measured after the first rendering
    if (!board || board.rules !== rules) {
      board = new Board(rules);
      handle(board, wishes);
      boardbox.replaceChildren(board.element);
      fresh = true;
    }
    const looksOn = state.result || state.seats.some(x => x.seat === table.seat && x.out); // at all of the board
    board.fit(room, (homeTurns(rules, table.seat || rules.seats[0].name) + ui.flip) % 4, {
      close: closeUp.wish ?? (looksOn ? false : undefined),
    });
    const lies = `${board.cramped} ${board.close}`;
    if (lies !== laid) {
      // everything around it depends on that
      laid = lies;
      return render();
    }
    const past = ui.past !== null,
      pieces = past ? seenAfter(table, state, match.turns, ui.past ?? 0) : onBoard(rules, state);
    const ends = targets();
    board.show({
      pieces,
      light: table.seat,
      alive: Object.fromEntries(
        rules.seats.map(x => [x.name, stillThere(rules, past ? pieces : state.pieces, x.name)]),
      ),
      selected: past ? '' : ui.selected,
      targets: Object.fromEntries(ends.map(n => [n, pieceOn(n) || state.deal?.down.includes(n) ? 'hit' : 'go'])),
      movable: new Set(open() ? Object.keys(state.moves) : []),
      last: past ? (match.turns[(ui.past ?? 0) - 1] ?? null) : state.last,
      preview: ui.sent.length ? ui.sent : ui.preview,
      rings: {
        ...(!past && turningRing(state)),
        ...(ui.looked && { [ui.looked]: 'look' }),
        ...(ui.sent.length > 0 && { [ui.sent[ui.sent.length - 1]]: 'look' }),
      },
      shown: past ? '' : ownShown(),
      flags: flagsOf(rules, then(table, state)),
      facts: settings.facts ? newsOf(rules, pieces) : null,
      names: settings.places,
      animate: match.fresh && !past,
      label: say('board'),
      describe: node =>
        describe(
          node,
          pieces.find(p => p.node === node),
        ),
    });
    boardbox.ariaBusy = String(ui.busy);
    closeUp.drawn(board, home(), [
      ['target', ends],
      ['last', state.last?.to && !past ? [state.last.to] : []],
    ]);
    if (board.close && !settings.close && PHONE.matches) {
      change({ close: true });
      toast(say('zoom.how'));
      hinted = true;
    }
    if (fresh && board.cells.size) begin(); // there is room for it
  }

  /** With the keyboard, play starts at a piece that can move. */
  function begin() {
    const able = Object.keys(match.state?.moves ?? {}),
      own = match.state?.pieces.filter(p => p.seat === match.table?.seat && p.node).map(p => p.node) ?? [];
    const first = own.find(node => able.includes(node)) ?? own[0];
    if (first) board?.reach(first, arranged && document.activeElement === document.body);
    fresh = false;
  }

  /** Where the reader's army started; for a watcher, the first one. */
  const home = () =>
    match.table?.rules?.start[
      Math.max(
        0,
        match.table.players.findIndex(p => p.you),
      )
    ]
      ?.flat()
      .filter(Boolean) ?? [];

  /** Shows the whole of a board that is too small for fingers, or a part. @param {(close: boolean, word: string) => HTMLElement} button */
  const zoomer = button => board?.cramped && button(!board.close, say(board.close ? 'zoom.out' : 'zoom.in'));

  /** Whether the players sit in the empty corners of the board. @param {Table} table */
  const cornered = table =>
    table.players.length > 2 && table.rules !== null && geometry(table.rules, { width: 0, height: 0, turns: 0 }).tight;

  function ticking() {
    const { table, state } = match;
    if (!table || !state) return;
    const stand = state.connection.how === 'memory' && !watched(); // paused, and what was left is not told
    for (const face of stand ? [] : document.querySelectorAll('[data-clock]')) {
      const seat = face.getAttribute('data-clock') ?? '',
        deadline = state.clocks.find(c => c.seat === seat)?.deadline,
        known = match.heard || !deadline; // nobody tells what became of a time that ran when the program was lost
      const words = known ? clockText(table, state, seat, match.now()) : '';
      if (face.textContent !== words) face.textContent = words;
      const left = deadline && known ? deadline - match.now() : Infinity;
      face.classList.toggle('low', left < LOW);
      if (seat === table.seat && left < LOW && warned !== deadline) {
        warned = deadline;
        sound('low');
      }
    }
    if (!state.connection.online || state.voteAt) renderVoice();
    const spoke = speaking; // drawing comes back here, and must find the new state
    speaking =
      match.said.length > 0 && justSaid(match.said, match.said[match.said.length - 1].seat, match.now()) !== '';
    if (spoke && !speaking) render(); // the words beside the plate have been shown long enough
    if (late !== overdue()) {
      late = overdue();
      render();
    }
  }

  function renderVoice() {
    const box = root.querySelector('.voice');
    if (!box) return;
    const line = spoken();
    box.className = toned(line);
    paint(box, voiceParts(line));
  }

  const toned = (/** @type {import('./voice.js').Voice} */ line) =>
    `card voice ${line.tone ?? (line.actions ? '' : 'plain')}`;

  match.cut = () =>
    Boolean(match.state && match.table && match.state.phase === 'play' && lacks(id, match.state, match.table, render));

  /** How to connect to those who can only be reached by texts. */
  const again = () =>
    match.state && match.table && match.state.phase === 'play' && exchangeButton(id, match.state, match.table, render);

  /** That the reader watches, and which game. */
  const watches = () =>
    match.table?.rules &&
    !match.table.seat && [
      h('small', { class: 'chip' }, icon('eye'), say('watch.title')),
      ` ${gameName(match.table.rules.name)} · `,
    ];

  /** @param {import('./voice.js').Voice} line */
  function voiceParts(line) {
    return [
      h('span', { class: 'sign' }, line.sign),
      h(
        'div',
        { class: 'what', title: line.tone || line.actions ? undefined : [line.title, line.text].join('\n') },
        h('b', null, unbroken(line.title)),
        h('span', null, watches(), unbroken(line.text)),
      ),
      line.proof,
      line.actions,
      again(),
    ];
  }

  function render() {
    const { table, state } = match,
      said = spoken();
    clearTimeout(rest);
    rest = undefined;
    shown = state?.phase ?? '';
    root.className = `page play ${ui.sheet ? `sheet-${ui.sheet}` : ''}`;
    const line = h('section', { class: toned(said), key: 'voice', 'aria-label': say('voice.label') }, voiceParts(said));
    if (!table || !state) return paint(root, live, title(), line);
    root.classList.add(`phase-${state.phase}`);
    inked(root, table.rules);
    if (['waiting', 'layout', 'setup'].includes(state.phase) && (table.seat || !table.rules))
      return renderBefore(table, state, line); // a watcher sees the bare board
    editor?.close();
    editor = null;
    root.classList.add('at-table', `seats-${table.players.length}`);
    const inCorners = cornered(table);
    root.classList.toggle('cornered', inCorners);
    root.classList.toggle('closer', Boolean(board?.close));
    root.classList.toggle('many', table.players.length > 2 && !inCorners);
    root.classList.toggle('pair', table.players.length === 2);
    const me = table.seat || table.players[0].seat,
      others = inOrder(table)
        .filter(p => p.seat !== me)
        .map(p => p.seat);
    const { past } = ui,
      shows = then(table, state),
      number = past !== null ? taken(match.turns, past) : state.result ? null : state.ply + 1;
    const looked = pieceOn(ui.looked);
    const plates = inCorners
      ? CORNERS.map(at =>
          h(
            'div',
            { class: `corner corner-${at}`, key: `corner-${at}` },
            inOrder(table)
              .filter(p => cornerOf(table, p.seat) === at)
              .map(p => told(table, shows, p.seat)),
          ),
        )
      : h(
          'div',
          { class: 'them', key: 'them' },
          others.map(s => told(table, shows, s)),
        );
    paint(
      root,
      live,
      title(),
      h(
        'aside',
        { class: 'left', key: 'left' },
        h('button', {
          class: 'grip',
          type: 'button',
          'aria-label': say('sheet.close'),
          on: {
            click: () => {
              ui.sheet = '';
              render();
            },
          },
        }),
        state.clocks.some(c => c.seat === table.seat && c.deadline) &&
          h('span', { class: 'runs over-sheet', key: 'time' }, clock(table, state, table.seat)), // a sheet hides the plate
        !table.seat && h('section', { class: 'card c-watch', key: 'watching' }, watching(table, state)),
        state.result && h('section', { class: 'card c-end', key: 'end' }, endCard(match)),
        h('section', { class: 'card c-match', key: 'match' }, matchCard(table, shows, number)),
        dealCard(table, state),
        (state.deal ? state.deal.settled : state.pieces.length > 0) &&
          h(
            'section',
            { class: 'card c-losses', key: 'losses' },
            inOrder(table).map(p => losses(table, shows, p.seat)),
          ),
        (looked || askable(state)) &&
          h(
            'section',
            { class: `card c-piece${looked ? ' looks' : ''}`, key: 'piece' },
            dossier(table, shows, looked, table.seat && past === null ? mark => looked && note(looked, mark) : null),
          ),
        talks(table, state, match.said) &&
          h('section', { class: 'card c-talk', key: 'talk' }, talkCard(table, state, match.said, speak)),
        h(
          'section',
          { class: 'card c-moves', key: 'moves' },
          ui.sheet === 'moves' && moveList(table, match.turns, ui.past ?? match.turns.length, step),
          stepper(step),
        ),
        h('section', { class: 'card c-more', key: 'more' }, ui.sheet === 'more' && more(state)),
      ),
      plates,
      line,
      boardbox,
      closeUp.edges,
      movesCard([table, match.turns.length, match.turns[match.turns.length - 1], ui.past, lang()], () =>
        h(
          'section',
          { class: 'card moves', key: 'moves' },
          moveList(table, match.turns, ui.past ?? match.turns.length, step),
          stepper(step),
        ),
      ),
      h('div', { class: 'acts', key: 'acts' }, acts(state)),
      !inCorners && h('div', { class: 'me', key: 'me' }, plate(table, shows, me)),
      h(
        'ol',
        { class: 'ticker', key: 'ticker', 'aria-label': say('moves.latest') },
        match.turns
          .slice(-7)
          .reverse()
          .map(t => h('li', null, moveButton(table, t, t.number === (ui.past ?? match.turns.length), step))),
      ),
      h('nav', { class: 'tabs', key: 'tabs', 'aria-label': say('tabs') }, tabs()),
    );
    draw();
    ticking();
    toNow();
    reveal();
  }

  /** Brings the turn that is shown into sight, in lists of moves that are at another turn, or of another size. @param {boolean} [resized] */
  function toNow(resized) {
    for (const list of root.querySelectorAll('.mlist')) {
      const now = /** @type {HTMLElement | null} */ (list.querySelector('.now')),
        at = String(ui.past ?? match.turns.length);
      if (now && list instanceof HTMLElement && (resized || list.dataset.at !== at)) {
        list.dataset.at = at;
        list.scrollTop = now.offsetTop - list.clientHeight / 2;
      }
    }
  }

  /** On a phone the sheet must not hide the piece that it is about: the board moves up. */
  function reveal() {
    boardbox.style.transform = '';
    if (ui.sheet !== 'piece' || !PHONE.matches || !board) return;
    const cell = board.cells.get(ui.looked),
      sheet = root.querySelector('.left');
    if (!cell || !sheet) return;
    const over = cell.getBoundingClientRect().bottom + 12 - sheet.getBoundingClientRect().top;
    if (over > 0) boardbox.style.transform = `translateY(${-over}px)`;
  }

  /** What watchers should know. @param {Table} table @param {State} state */
  const watching = (table, state) => [
    h(
      'h2',
      { class: 'h' },
      h('span', null, icon('eye'), ' ', say('watch.title')),
      !state.result && h('span', { class: 'chip ok' }, say('watch.live')),
    ),
    h('p', { class: 'title' }, sidesOf(table)),
    !state.result && h('p', { class: 'small mute' }, say('watch.public')),
    h('p', null, h('span', { class: 'chip ok' }, icon('shield'), say('watch.proofs', state.proofs.checked))),
    h('a', { class: 'btn', href: location.hash.replace('match', 'wall') }, say('watch.wall')),
  ];

  /** A plate with its player's last words. @param {Table} table @param {State} state @param {string} seat */
  const told = (table, state, seat) => plate(table, state, seat, justSaid(match.said, seat, match.now()));

  /** @param {Table} table @param {string} seat */
  function cornerOf(table, seat) {
    const { rules } = table;
    if (!rules) return 'se';
    const { plan } = rules,
      own = rules.seats.findIndex(s => s.name === seat);
    let x = 0,
      y = 0; // from the middle of the board to the middle of the arm
    for (const at of plan.lands[own]?.outline ?? []) [x, y] = [x + 2 * at.x - plan.width, y + 2 * at.y - plan.height];
    for (let turns = homeTurns(rules, table.seat || rules.seats[0].name) + ui.flip; turns % 4; turns++)
      [x, y] = [y, -x];
    // A player sits a little to the right hand of its own arm.
    const right = x + 0.36 * y > 0,
      low = y - 0.36 * x > 0;
    return low ? (right ? 'se' : 'sw') : right ? 'ne' : 'nw';
  }

  /** @param {Table} table @param {State} state @param {HTMLElement} line */
  function renderBefore(table, state, line) {
    root.classList.add('before');
    const people = h(
      'div',
      { class: 'people', key: 'people' },
      inOrder(table).map(p => plate(table, state, p.seat)),
    );
    const choosing = state.decision === 'layout' && table.rules;
    arranged = true;
    if (choosing && !editor && table.rules) {
      const seat = table.seat;
      editor = arrangement({
        rules: table.rules,
        digest: table.digest,
        seat,
        choose: layout => command({ do: 'layout', layout }),
        touched: () => match.do({ do: 'arranging' }).catch(() => {}),
      });
    }
    if (!choosing && editor) {
      editor.close();
      editor = null;
    }
    paint(
      root,
      live,
      title(),
      line,
      people,
      table.seat &&
        state.connection.how !== 'memory' &&
        !Object.keys(state.invites).length &&
        table.players.some(p => !p.you && !p.known) &&
        h('section', { class: 'card', key: 'phrase' }, phraseFor(id)),
      exchangeCard(id, state, table, render),
      !exchanges &&
        Object.keys(state.invites).length > 0 &&
        h(
          'section',
          { class: 'card host', key: 'invite' },
          match.asked !== null
            ? h('details', null, h('summary', null, say('invite.byhand')), inviteCard(match, state, table, render))
            : inviteCard(match, state, table, render),
        ),
      choosing && editor ? editor.element : null,
      table.seat &&
        (state.phase === 'setup' ||
          (state.phase === 'waiting' && state.seats.some(s => s.seat === table.seat && s.chosen))) &&
        h(
          'section',
          { class: 'card chosen', key: 'setup' },
          table.rules && state.layout && h('div', null, layoutPicture(table.rules, table.seat, state.layout)),
          h('div', null, h('p', null, say('setup.what')), h('p', { class: 'small mute' }, say('setup.how'))),
        ),
    );
    editor?.redraw();
  }

  /** Whether the reader's time for the move is over. */
  const overdue = () => {
    const clock = match.state?.clocks.find(c => c.seat === match.table?.seat);
    return Boolean(clock?.deadline && clock.deadline < match.now());
  };

  /** Whether enemy pieces hide anything. @param {State} state */
  const askable = state => state.phase === 'play' && !state.result && !state.deal;

  /** Whether there is anything to give up. @param {State} state */
  const going = state => sits(state) && !state.seats.some(s => s.seat === match.table?.seat && s.out);

  /** Whether the reader has a seat in a match that is not over. @param {State} state */
  const sits = state => state.phase === 'play' && !state.result && !state.conviction && Boolean(match.table?.seat);

  /** What to know before resigning, if anything. @param {State} state */
  function caution(state) {
    const { table } = match,
      from = table?.rules?.ends.resignFrom ?? 0;
    if (state.ply < from) return say('act.resign.from', from + 1);
    if (ui.asking && table?.rules?.seats.every(s => s.name !== table.seat || !s.chief))
      if (state.seats.some(s => isPartner(table, s.seat) && !s.out)) return say('guide.ends.out');
    return undefined;
  }

  /** Opens a sheet, or closes it; what was said in passing stands in the one for talking. @param {string} sheet */
  function toggle(sheet) {
    ui.sheet = ui.sheet === sheet ? '' : sheet;
    if (ui.sheet === 'talk') untoast();
    render();
  }

  /** @param {State} state */
  function acts(state) {
    const playing = going(state);
    return [
      playing &&
        ui.asking &&
        h(
          'button',
          { class: 'btn', type: 'button', key: 'on', on: { click: playOn } },
          h('span', null, say('act.resign.no')),
        ),
      playing &&
        !ui.asking &&
        h(
          'button',
          {
            class: `btn${ui.offering ? ' on' : ''}`,
            type: 'button',
            key: 'offer',
            'aria-pressed': String(ui.offering),
            title: say('act.offer.how'),
            disabled: !state.can.includes('offer'),
            on: {
              click: () => {
                ui.offering = !ui.offering;
                render();
              },
            },
          },
          icon('hands'),
          h('span', null, say('act.offer')),
        ),
      playing &&
        h(
          'button',
          {
            class: `btn${ui.asking ? ' ask' : ''}`,
            type: 'button',
            key: 'resign',
            title: caution(state),
            disabled: !state.can.includes('resign'),
            on: { click: resign },
          },
          icon('flag'),
          h('span', null, ui.asking ? say('act.resign.sure') : say('act.resign')),
        ),
      state.can.includes('pass') &&
        overdue() &&
        h(
          'button',
          { class: 'btn', type: 'button', key: 'pass', on: { click: () => command({ do: 'pass' }) } },
          icon('clock'),
          h('span', null, say('act.pass')),
        ),
      h(
        'button',
        { class: 'btn', type: 'button', key: 'flip', title: `${say('act.flip')} (f)`, on: { click: flip } },
        icon('turn'),
        h('span', null, say('act.flip')),
      ),
      playing && caution(state) && h('p', { class: 'small mute wide caution', key: 'caution' }, caution(state)),
      zoomer((close, word) =>
        h(
          'button',
          {
            class: 'btn square',
            type: 'button',
            key: 'zoom',
            'aria-label': word,
            title: word,
            on: { click: () => closeUp.set(close) },
          },
          icon(close ? 'closer' : 'zoom'),
        ),
      ),
      match.table &&
        talks(match.table, state, match.said) &&
        h(
          'button',
          {
            class: 'btn square to-talk',
            type: 'button',
            key: 'talk',
            'aria-label': say('talk.title'),
            title: say('talk.title'),
            'aria-expanded': String(ui.sheet === 'talk'),
            on: { click: () => toggle('talk') },
          },
          icon('speech'),
        ),
      h(
        'button',
        {
          class: 'btn square',
          type: 'button',
          key: 'more',
          'aria-label': say('act.more'),
          title: say('act.more'),
          'aria-expanded': String(ui.sheet === 'more'),
          on: { click: () => toggle('more') },
        },
        icon('more'),
      ),
      ui.typing &&
        h(
          'form',
          { class: 'typing', key: 'typing', on: { submit: typed } },
          h('label', { for: 'typed', class: 'hidden-text' }, say('typed.label')),
          h('input', {
            id: 'typed',
            class: 'mono',
            autocomplete: 'off',
            autocapitalize: 'off',
            spellcheck: 'false',
            placeholder: 'a6-a7',
            on: {
              keydown: (/** @type {KeyboardEvent} */ e) => {
                if (e.key === 'Escape') {
                  ui.typing = false;
                  render();
                }
              },
            },
          }),
          h('button', { class: 'btn', type: 'submit' }, say('typed.go')),
        ),
    ];
  }

  function tabs() {
    const tab = (/** @type {string} */ sheet, /** @type {string} */ sign, /** @type {string} */ word) =>
      h(
        'button',
        { type: 'button', 'aria-pressed': String(ui.sheet === sheet), on: { click: () => toggle(sheet) } },
        icon(sign),
        h('span', null, say(word)),
      );
    return [
      match.state && (ui.looked || askable(match.state)) && tab('piece', 'eye', 'tab.piece'),
      match.state &&
        (match.state.deal || match.state.result || match.state.pieces.length > 0) &&
        tab(
          'losses',
          match.state?.result ? 'flag' : 'tally',
          match.state?.result ? 'tab.result' : match.state?.deal?.down.length ? 'deal.title' : 'tab.losses',
        ),
      tab('moves', 'list', 'tab.moves'),
      zoomer((close, word) =>
        h(
          'button',
          { type: 'button', key: 'zoom', on: { click: () => closeUp.set(close) } },
          icon(close ? 'closer' : 'zoom'),
          h('span', null, word),
        ),
      ),
      match.table && match.state && talks(match.table, match.state, match.said) && tab('talk', 'speech', 'talk.title'),
      tab('more', 'more', 'act.more'),
    ];
  }

  /**
   * Offering a draw or resigning on a phone: away from what is tapped all the time. The safe answer replaces
   * "Resign", so that an accidental second tap does nothing.
   * @param {State} state
   */
  function endings(state) {
    const button = (
      /** @type {string} */ word,
      /** @type {string} */ sign,
      /** @type {() => void} */ act,
      look = '',
      /** @type {Record<string, unknown>} */ more = {},
    ) => h('button', { class: `btn ${look}`, type: 'button', on: { click: act }, ...more }, icon(sign), say(word));
    const offer = () => {
      ui.offering = !ui.offering;
      ui.sheet = '';
      render();
    };
    return h(
      'div',
      { class: 'endings' },
      ui.asking
        ? [button('act.resign.sure', 'flag', resign, 'ask'), button('act.resign.no', 'undo', playOn)]
        : [
            button('act.offer.next', 'hands', offer, ui.offering ? 'on' : '', {
              'aria-pressed': String(ui.offering),
              disabled: !state.can.includes('offer'),
            }),
            button('act.resign', 'flag', resign, '', { disabled: !state.can.includes('resign') }),
          ],
      caution(state) && h('p', { class: 'small mute' }, caution(state)),
    );
  }

  function help() {
    ui.sheet = '';
    render();
    if (match.table?.rules) openGuide(match.table.rules, match.table.digest);
  }

  /** @param {State} state */
  function more(state) {
    const toggle = (/** @type {'facts' | 'places' | 'sound'} */ name) =>
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          checked: settings[name],
          on: {
            change: (/** @type {Event} */ e) => {
              change({ [name]: /** @type {HTMLInputElement} */ (e.target).checked });
              render();
            },
          },
        }),
        h('span', null, say(`more.${name}`)),
      );
    return [
      h(
        'h2',
        { class: 'h' },
        say('act.more'),
        state.watchers > 0 &&
          h('span', { class: 'num small watchers' }, icon('eye'), say('watch.count', state.watchers)),
      ),
      watchInvite(id, state, render),
      going(state) && endings(state),
      toggle('facts'),
      toggle('places'),
      toggle('sound'),
      h(
        'div',
        { class: 'row' },
        match.table?.rules &&
          h('button', { class: 'btn', type: 'button', key: 'howto', on: { click: help } }, icon('book'), say('guide')), // a phone has no bar above the table
        h('button', { class: 'btn', type: 'button', on: { click: flip } }, icon('turn'), say('act.flip')),
        exchanges && sits(state) && state.connection.how !== 'memory' && seatButton(id),
        going(state) &&
          (mayNotify()
            ? h(
                'button',
                { class: 'btn', type: 'button', on: { click: () => askToNotify().then(render) } },
                say('more.notify'),
              )
            : 'Notification' in window &&
              h(
                'span',
                { class: 'small mute', role: 'status', key: 'notified' },
                say(`more.notify.${Notification.permission}`),
              )),
        going(state) &&
          h(
            'button',
            {
              class: 'btn',
              type: 'button',
              on: {
                click: () => {
                  ui.sheet = '';
                  ui.typing = true;
                  render();
                  find('#typed').focus();
                },
              },
            },
            icon('pen'),
            say('typed.label'),
          ),
        h(
          'button',
          { class: 'btn', type: 'button', key: 'leave', on: { click: actions.leave } },
          say(going(state) && match.table ? leaving(match.table, state) : 'nav.lobby'),
        ),
      ),
      h(
        'div',
        { class: 'row' },
        h('span', { class: 'small mute' }, say('more.pictures')),
        pictureButtons(() => board, `darkjunqi-${id}`),
      ),
      h('p', { class: 'small mute' }, say('more.keys')),
    ];
  }

  render();
  return {
    close() {
      closed = true;
      for (const event of hides) document.removeEventListener(event, looked);
      look(false);
      others.close();
      clearInterval(tick);
      clearTimeout(rest);
      clearTimeout(due);
      resized.disconnect();
      editor?.close();
      match.close();
      if (hinted) untoast(); // no other room has that board
      root.className = 'page';
    },
    redraw: () => {
      render();
      tell();
    },
    key,
    holds: () =>
      !warnedOff && match.table && match.state && runsOn(match.table, match.state)
        ? leaving(match.table, match.state)
        : '',
    game: () => ({ digest: match.table?.digest ?? '', rules: match.table?.rules }),
  };
}
