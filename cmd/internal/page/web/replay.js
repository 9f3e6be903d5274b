// A match seen from outside: step by step, from any seat, with what each step proved, and the verdict.

import { fetchFile, fetchJSON, post } from './api.js';
import { Board } from './board.js';
import { fatesOf, flagsOf, flagsOn } from './carry.js';
import { CloseUp } from './closeup.js';
import { flipWords, onBoard } from './deal.js';
import { h, paint, s } from './dom.js';
import { leftLegend } from './ending.js';
import { homeTurns } from './geometry.js';
import { handle } from './gestures.js';
import { icon } from './icons.js';
import { taken, untaken } from './match.js';
import { computerOf, dossier, moveList, stepper } from './panels.js';
import { about, inked, playerName, seatName, size, took } from './people.js';
import { matchLine } from './past.js';
import { pictureButtons, saveFile } from './picture.js';
import { described, nameOn, newsOf, stillThere, typeOf } from './ranks.js';
import { settings } from './settings.js';
import { toast, untoast } from './toast.js';
import { announced, because, several } from './voice.js';
import { dotted, han, listed, named, say } from './words.js';

/** @typedef {import('../types').Record} Record */
/** @typedef {import('../types').State} State */
/** @typedef {import('../types').Turn} Turn */

/** How a verdict looks: its tone and its sign. @type {{[verdict in Record['verdict']]: [string, string]}} */
const VERDICTS = {
  honest: ['', 'shield'],
  cheating: ['alarm', 'warn'],
  unfinished: ['', 'clock'],
  unreadable: ['warn', 'cross'],
};

const MOST = 2 ** 26; // bytes of a file, as for the program: larger ones are not even read
const SHORT = 12; // digits of a match's id that are shown
const PACE = 900; // ms that a step is shown while the match plays by itself
const NARROW = 860; // px: where there is less room, the board comes before the particulars of what was audited

/** Gives a file to the program and opens its audit. @param {File} file */
async function auditFile(file) {
  untoast(); // of another file
  try {
    if (file.size > MOST) throw new Error(say('audit.long', size(MOST)));
    const { id } = await post(`/api/audit?name=${encodeURIComponent(file.name)}`, await file.arrayBuffer());
    location.hash = `#/record/${encodeURIComponent(id)}`;
  } catch (error) {
    toast(error);
    if (document.body.dataset.room === 'record') location.hash = '#/record'; // the verdict on another file must not seem to be on this one
  }
}

/** A button that asks for a file to audit. @param {string} look its class */
const opener = look =>
  h(
    'label',
    { class: look, key: 'open' },
    icon('open'),
    say('audit.open'),
    h('input', {
      class: 'hidden-text',
      type: 'file',
      on: {
        change: (/** @type {Event} */ e) => {
          const input = /** @type {HTMLInputElement} */ (e.target),
            file = input.files?.[0];
          if (file)
            auditFile(file).then(() => {
              input.value = '';
            }); // so that the same file can be opened again
        },
      },
    }),
  );

/** Audits files that are dropped on the page. */
export function takeDrops() {
  addEventListener('dragover', e => {
    if (!e.dataTransfer?.types.includes('Files')) return;
    e.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', e => !e.relatedTarget && document.body.classList.remove('dropping'));
  addEventListener('drop', e => {
    document.body.classList.remove('dropping');
    const file = e.dataTransfer?.files[0];
    if (!file) return;
    e.preventDefault();
    auditFile(file);
  });
}

/**
 * @param {HTMLElement} root
 * @param {string} id of a match in the data folder, or of an audited file; empty to ask for one
 * @param {string} [turn] the turn to begin with; empty for the last one
 */
export function replayPage(root, id, turn = '') {
  root.className = 'page audits';
  /** @type {Record | null} */
  let record = null;
  /** @type {Board | null} */
  let board = null;
  let at = 0,
    eye = '',
    flip = 0,
    looked = '',
    closed = false,
    wanted = '',
    shown = -1,
    laid = '';
  /** @type {import('../types').Past[]} */
  let past = [];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;
  /** @type {Map<string, State>} */
  const frames = new Map();
  const boardbox = h('div', { class: 'boardbox', 'data-own': true, key: 'board' });
  const resized = new ResizeObserver(() => draw());
  resized.observe(boardbox);
  const closeUp = new CloseUp(boardbox, () => render());
  closeUp.wish = false;

  async function load() {
    try {
      record = /** @type {Record} */ (await fetchJSON(`/api/record?id=${encodeURIComponent(id)}`));
      eye = record.eyes.includes('open')
        ? 'open'
        : record.eyes.includes(record.table.seat)
          ? record.table.seat
          : (record.eyes[0] ?? 'public');
      at = turn === '' ? record.turns.length : Number(turn);
      if (!closed) await go(at);
      if (record.verdict === 'unfinished') readAgain(2);
    } catch (error) {
      toast(error);
      paint(root, drop());
    }
  }

  /**
   * The others' layouts may arrive after the end: what is unfinished is read again, ever more rarely.
   * @param {number} seconds
   */
  function readAgain(seconds) {
    setTimeout(async () => {
      if (closed) return;
      const now = await fetchJSON(`/api/record?id=${encodeURIComponent(id)}`).catch(() => null);
      if (closed || !now) return;
      if (now.verdict === 'unfinished') return readAgain(2 * seconds);
      frames.clear();
      await load();
    }, 1000 * seconds);
  }

  /** @param {number} to */
  const frame = async to => {
    const key = `${to} ${eye}`,
      known = frames.get(key);
    if (known) return known;
    const found = /** @type {State} */ (
      await fetchJSON(`/api/record/frame?id=${encodeURIComponent(id)}&ply=${to}&eye=${eye}`)
    );
    frames.set(key, found);
    return found;
  };

  /** @param {number} to */
  async function go(to) {
    if (!record) return;
    at = Math.max(0, Math.min(record.turns.length, to));
    wanted = `${at} ${eye}`;
    render();
    try {
      await frame(at);
    } catch (error) {
      return toast(error);
    }
    if (closed || wanted !== `${at} ${eye}`) return;
    render();
    shown = at;
    if (at < record.turns.length) frame(at + 1).catch(() => {});
  }

  function play() {
    if (playing) {
      clearInterval(playing);
      playing = undefined;
    } else {
      if (record && at === record.turns.length) go(0);
      playing = setInterval(() => {
        if (!record || at >= record.turns.length) {
          clearInterval(playing);
          playing = undefined;
          return render();
        }
        go(at + 1);
      }, PACE);
    }
    render();
  }

  /** @param {'start' | 'back' | 'on' | 'end' | number} to */
  const step = to =>
    go(typeof to === 'number' ? to : { start: 0, back: at - 1, on: at + 1, end: record?.turns.length ?? 0 }[to]);

  const wishes = {
    pick: (/** @type {string} */ node) => {
      if (board?.cramped && !board.close && matchMedia('(pointer: coarse)').matches) return closeUp.set(true, node);
      looked = looked === node ? '' : node;
      render();
    },
    mark: (/** @type {string} */ node) => {
      looked = node;
      render();
    },
    take: () => false,
    drop: () => false,
    hover: () => {},
    leave: () => {
      looked = '';
      render();
    },
  };

  function draw() {
    const state = frames.get(`${at} ${eye}`),
      rules = record?.table.rules;
    if (!record || !rules || !state) return;
    if (!board) {
      board = new Board(rules);
      handle(board, wishes);
      boardbox.replaceChildren(board.element);
      boardbox.addEventListener(
        'wheel',
        e => {
          e.preventDefault();
          step(e.deltaY > 0 ? 'on' : 'back');
        },
        { passive: false },
      );
    }
    const near = record.table.seat || rules.seats[0].name,
      light = eye === 'public' ? '' : rules.seats.some(x => x.name === eye) ? eye : near; // the public sees hidden pieces as backs
    const wrong = record.false,
      marked = wrong && at === Math.min(wrong.number, record.turns.length);
    board.fit({ width: boardbox.clientWidth, height: boardbox.clientHeight }, (homeTurns(rules, near) + flip) % 4, {
      close: closeUp.wish,
    });
    const lies = `${board.cramped} ${board.close}`;
    if (lies !== laid) {
      // the buttons show it
      laid = lies;
      return render();
    }
    board.show({
      pieces: onBoard(rules, state),
      light,
      alive: Object.fromEntries(rules.seats.map(x => [x.name, stillThere(rules, state.pieces, x.name)])),
      selected: '',
      targets: {},
      movable: new Set(),
      last: at ? (record.turns[at - 1] ?? null) : null,
      preview: [],
      rings: {
        ...(looked && { [looked]: 'look' }),
        ...(marked && wrong.to && { [wrong.to]: 'bad', [wrong.from ?? '']: 'bad' }),
      },
      flags: flagsOf(rules, state),
      facts: settings.facts ? newsOf(rules, state.pieces) : null,
      names: settings.places,
      animate: Math.abs(at - shown) === 1,
      label: say('board'),
      describe: node => {
        const piece = state.pieces.find(p => p.node === node),
          type = piece && typeOf(rules, piece.type),
          flags = record ? flagsOn(record.table, state, node) : [];
        const who = piece
          ? `${seatName(piece.seat, rules)} ${type ? nameOn(rules, type, piece.seat) : piece.may.length ? described(rules, piece.may) : say('piece.hidden')}`
          : !flags.length && say('node.empty');
        return [node, who, ...flags].filter(Boolean).join(say('join.comma'));
      },
    });
    closeUp.drawn(board, [], [['last', at ? [record.turns[at - 1]?.to ?? ''] : []]]);
  }

  const drop = () =>
    h(
      'section',
      { class: 'card droppable', key: 'drop' },
      icon('shield'),
      h('h1', { class: 'title' }, say('audit.title')),
      h('p', { class: 'mute' }, say('audit.how')),
      opener('btn main'),
    );

  function render() {
    if (!id)
      return paint(
        root,
        drop(),
        past.length > 0 &&
          h(
            'section',
            { class: 'card past', key: 'past' },
            h('h2', { class: 'h' }, say('lobby.past')),
            h(
              'ul',
              null,
              past.map(m => matchLine(m)),
            ),
          ),
      );
    if (!record) return paint(root, h('p', { class: 'mute' }, say('voice.loading')));
    const bare = record.evidence && !record.turns.length && !record.false; // it holds no game
    root.className = bare ? 'page audits' : several(record.table) ? 'page review square' : 'page review';
    inked(root, record.table.rules);
    if (bare) return paint(root, verdict(record, true), drop());
    const state = frames.get(`${at} ${eye}`),
      { table } = record,
      piece = state?.pieces.find(p => p.node === looked);
    paint(
      root,
      h('h1', { class: 'hidden-text', key: 'title' }, say('nav.replay')),
      boardbox,
      closeUp.edges,
      timeline(),
      h(
        'aside',
        { class: 'panel', key: 'panel' },
        verdict(record),
        record.eyes.length > 1 &&
          h(
            'div',
            { class: 'seg eyes', role: 'group', 'aria-label': say('eyes'), key: 'eyes' },
            record.eyes.map(e =>
              h(
                'button',
                {
                  type: 'button',
                  'aria-pressed': String(e === eye),
                  on: {
                    click: () => {
                      eye = e;
                      go(at);
                    },
                  },
                },
                e === 'public' || e === 'open'
                  ? say(`eyes.${e}`)
                  : several(table)
                    ? seatName(e)
                    : say('eyes.seat', seatName(e, table.rules)),
              ),
            ),
          ),
        looked && state && piece
          ? h('section', { class: 'card step', key: 'step' }, dossier({ ...table, seat: '' }, state, piece, null))
          : h('section', { class: 'card step', key: 'step' }, stepCard(record, state)),
        h('section', { class: 'card moves', key: 'moves' }, moveList(table, record.turns, at, step, record.false)),
        h(
          'div',
          { class: 'acts', key: 'acts' },
          h(
            'button',
            {
              class: 'btn',
              type: 'button',
              on: {
                click: () => {
                  flip = (flip + (table.players.length > 2 ? 1 : 2)) % 4;
                  draw();
                },
              },
            },
            icon('turn'),
            say('act.flip'),
          ),
          board?.cramped &&
            h(
              'button',
              { class: 'btn', type: 'button', key: 'zoom', on: { click: () => closeUp.set(!board?.close) } },
              icon(board.close ? 'zoom' : 'closer'),
              say(board.close ? 'zoom.out' : 'zoom.in'),
            ),
          pictureButtons(() => board, `darkjunqi-${at}`),
          opener('btn'),
        ),
      ),
    );
    draw();
    const list = root.querySelector('.mlist'),
      now = list?.querySelector('.now');
    if (
      list instanceof HTMLElement &&
      now instanceof HTMLElement &&
      (now.offsetTop < list.scrollTop || now.offsetTop > list.scrollTop + list.clientHeight - 30)
    )
      list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  /** @param {Record} record @param {boolean} [bare] whether it is all there is to see */
  function verdict(record, bare = false) {
    const [tone, sign] = VERDICTS[record.verdict],
      sound = record.verdict === 'honest',
      found = named(record.words);
    const figures = record.evidence
      ? say('audit.evidence', size(record.bytes), took(record.micros))
      : say(
          'audit.figures',
          say('count.records', record.records),
          say('count.proofs', record.proofs),
          size(record.bytes),
          took(record.micros),
        );
    return h(
      'section',
      { class: `card judged ${tone}`, key: 'verdict' },
      icon(sign),
      h('div', null, h('b', null, say(`verdict.${record.verdict}`)), ended(record)),
      !sound && h('p', { class: 'found' }, found),
      (sound || record.grounds || record.evidence || record.records > 0) && // of a file that was cut short nothing is counted
        h(
          'details',
          { open: bare || innerWidth > NARROW },
          h('summary', { class: 'small' }, say('audit.what')),
          h(
            'div',
            { class: 'checked' },
            sound && h('p', null, found),
            record.grounds &&
              h(
                'ul',
                { class: 'grounds' },
                record.grounds.map(words => h('li', null, named(words))),
              ),
            record.conviction && record.key && signer(record, record.conviction.seat),
            (record.evidence || record.records > 0) && h('p', { class: 'small' }, figures),
          ),
        ),
      h(
        'button',
        {
          class: 'btn square',
          type: 'button',
          title: record.name,
          on: {
            click: () =>
              fetchFile(`/api/record/file?id=${encodeURIComponent(id)}`)
                .then(file => saveFile(record.name, file))
                .catch(toast),
          },
        },
        icon('save'),
        say('audit.save'),
      ),
    );
  }

  /** Who played, who won, and how. @param {Record} record */
  function ended({ table, result }) {
    const players = table.players
      .map(p => {
        const name = seatName(p.seat, table.rules),
          player = p.computer ? computerOf(table, p.computer) : playerName(table, p.seat);
        return player === name ? name : `${name}${han() ? '：' : ': '}${player}`; // a computer's name has brackets
      })
      .join(' – ');
    const won =
      result &&
      (result.draw
        ? say('over.drew')
        : say('over.winner', listed(result.winners.map(seat => playerName(table, seat)))));
    return [
      won && h('p', { class: 'ended' }, h('b', null, won), ' · ', because(table, { result })),
      h('p', { class: 'players' }, players),
    ];
  }

  /** The match in which the convicted seat signed, and its key: everything that a file knows about who it was. @param {Record} record @param {string} seat */
  const signer = ({ match, key }, seat) =>
    h(
      'p',
      { class: 'small signer' },
      match && h('span', { title: match }, say('audit.match', match.slice(0, SHORT))),
      match && ' · ',
      say('audit.key', seatName(seat), key),
    );

  /** @param {Record} record @param {State | undefined} state */
  function stepCard(record, state) {
    const turn = record.turns[at - 1],
      checks = record.steps.find(x => x.number === at)?.checks ?? [];
    const { rules } = record.table,
      untrue =
        record.grounds &&
        record.false &&
        at === Math.min(record.false.number, record.turns.length) &&
        h('p', { class: 'false' }, named(record.grounds[0]));
    if (!turn || !rules)
      return [
        h('p', { class: 'h' }, say('step.before')),
        untrue,
        !untrue &&
          record.turns.length > 0 &&
          h('p', { class: 'small mute' }, say(several(record.table) ? 'step.before.how.many' : 'step.before.how')),
        proofs(checks, record),
      ];
    const type = (/** @type {import('../types').Ref | null} */ ref) => {
      const piece = ref && state?.pieces.find(p => p.seat === ref.seat && p.number === ref.number),
        known = piece && typeOf(rules, piece.type);
      return ref && h('span', { class: `mini large ${ref.seat}` }, known ? (han() ? named(known) : known.letter) : '?');
    };
    return [
      h(
        'p',
        { class: 'h' },
        h('span', null, where(record)),
        h('span', { class: 'num' }, playerName(record.table, turn.seat)),
      ),
      turn.met && h('div', { class: 'met' }, type(turn.piece), icon('clash'), type(turn.met)),
      h(
        'p',
        { class: 'said' },
        turn.face || turn.kind === 'flip'
          ? flipWords(record.table, turn)
          : turn.kind === 'move'
            ? `${turn.from} ${turn.met ? '×' : '–'} ${turn.to} `
            : about(record.table, `turn.${turn.kind}`, turn.seat),
        h(
          'b',
          null,
          turn.announcement
            ? announced({ table: { ...record.table, seat: '' }, state: state ?? null }, turn).title
            : fatesOf(record.table, turn).join(say('join.part')),
        ),
      ),
      untrue,
      proofs(checks, record),
    ];
  }

  /** @param {import('../types').Step['checks']} checks @param {Record} of */
  const proofs = (checks, of) =>
    checks.length > 0 &&
    h(
      'ul',
      { class: 'proofs' },
      h(
        'li',
        { class: 'h' },
        h('span', { class: 'grow' }, say('audit.records')),
        h('span', { class: 'num' }, say('audit.cost')),
      ),
      checks.map(c =>
        h(
          'li',
          { class: c.ok ? '' : 'bad' },
          icon(c.ok ? 'tick' : 'cross'),
          h(
            'span',
            { class: 'grow' },
            c.seat ? say('talk.said', seatName(c.seat, of.table.rules), named(c.words)) : named(c.words),
          ),
          h('span', { class: 'small mute num' }, dotted(c.bytes ? size(c.bytes) : '', c.micros ? took(c.micros) : '')),
        ),
      ),
    );

  /** @param {Record} record */
  const where = ({ turns }) =>
    at === turns.length && untaken(turns[at - 1]) ? say('end.title') : say('step.of', taken(turns, at), taken(turns));

  /** The slider on the curve of pieces left; ticks are clashes. */
  function timeline() {
    if (!record) return null;
    const { left, turns, table } = record,
      count = Math.max(1, turns.length),
      most = Math.max(1, ...left.flat());
    const x = (/** @type {number} */ i) => ((i / count) * 1000).toFixed(1),
      y = (/** @type {number} */ n) => (4 + (1 - n / most) * 34).toFixed(1);
    return h(
      'div',
      { class: 'scrub', key: 'scrub' },
      h(
        'div',
        { class: 'line' },
        s(
          'svg',
          { viewBox: '0 0 1000 52', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
          left.map((curve, k) =>
            s('path', {
              class: `curve ${table.players[k]?.seat}`,
              d: curve.map((n, i) => `${i ? 'L' : 'M'}${x(i)} ${y(n)}`).join(''),
            }),
          ),
          s('path', {
            class: 'ticks',
            d: turns
              .filter(t => t.met)
              .map(t => `M${x(t.number)} 45v7`)
              .join(''),
          }),
        ),
        h('input', {
          type: 'range',
          min: 0,
          max: turns.length,
          value: at,
          'aria-label': say('step.slider'),
          'aria-valuetext': where(record),
          on: { input: (/** @type {Event} */ e) => go(Number(/** @type {HTMLInputElement} */ (e.target).value)) },
        }),
      ),
      leftLegend(
        table,
        left.map(seat => seat[at]),
        say('step.ticks'),
      ),
      h(
        'div',
        { class: 'card nav-card' },
        stepper(step),
        h(
          'button',
          {
            class: 'btn',
            type: 'button',
            'aria-label': say(playing ? 'step.pause' : 'step.play'),
            on: { click: play },
          },
          icon(playing ? 'pause' : 'play'),
        ),
      ),
    );
  }

  /** @param {KeyboardEvent} e */
  function key(e) {
    if (e.target instanceof HTMLInputElement && e.target.type !== 'range') return;
    const inBoard = e.target instanceof HTMLElement && e.target.closest('.board');
    const act = /** @type {{[key: string]: () => void}} */ ({
      '[': () => step('back'),
      ']': () => step('on'),
      Home: () => step('start'),
      End: () => step('end'),
      f: () => {
        flip = (flip + 2) % 4;
        draw();
      },
      ...(inBoard || e.target instanceof HTMLInputElement
        ? {}
        : { ArrowLeft: () => step('back'), ArrowRight: () => step('on'), ' ': play }),
    })[e.key];
    if (!act || (e.key === ' ' && e.target instanceof HTMLButtonElement)) return;
    e.preventDefault();
    act();
  }

  render();
  if (id) load();
  else
    fetchJSON('/api/lobby').then(lobby => {
      past = lobby.matches.filter((/** @type {import('../types').Past} */ m) => ['over', 'sealed'].includes(m.state));
      if (!closed) render();
    }, toast);
  return {
    close: () => {
      closed = true;
      clearInterval(playing);
      resized.disconnect();
    },
    redraw: render,
    key,
    game: () => ({ digest: record?.table.digest ?? '', rules: record?.table.rules }),
  };
}
