// A lesson: small positions on the real board, each with an aim that one move reaches. There is no match and no clock.

import { fetchJSON, post } from './api.js';
import { Board } from './board.js';
import { find, h, paint } from './dom.js';
import { homeTurns, stronghold } from './geometry.js';
import { handle } from './gestures.js';
import { rest } from './guide.js';
import { icon } from './icons.js';
import {
  LEARNER,
  about,
  after,
  goal,
  keys,
  lessonOf,
  part,
  piecesOf,
  ranked,
  starts,
  saying,
  told,
  turnOf,
  whereabouts,
} from './position.js';
import { nameOn, typeOf } from './ranks.js';
import { lost, toast } from './toast.js';
import { outcome } from './voice.js';
import { gap, han, inLine, listed, named, rulesName, say } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').LessonStep} Step */
/** @typedef {import('../types').LessonMove} Move */

const WHOLE = 100; // nodes: a larger board is shown in parts

/**
 * @param {HTMLElement} root
 * @param {string} digest of the rules; those of the lobby's first ones if there is none
 * @param {string} from the number of a step
 */
export function lessonPage(root, digest, from) {
  root.className = 'page lesson';
  /** @type {Rules | null} */
  let rules = null;
  /** @type {Step[]} */
  let steps = [];
  /** @type {import('../types').Ruleset[]} */
  let games = [];
  /** @type {Board | null} */
  let board = null;
  /** @type {Move | null} */
  let made = null;
  /** What was wrong with the last try, in the language of the moment. @type {(() => string) | null} */
  let hint = null;
  let at = Math.max(0, Number(from) - 1 || 0),
    selected = '',
    closed = false,
    level = '',
    busy = false,
    keyed = false;
  const boardbox = h('div', { class: 'boardbox', 'data-own': true, key: 'board' });
  const resized = new ResizeObserver(() => draw(false));
  resized.observe(boardbox);
  boardbox.addEventListener(
    'keydown',
    () => {
      keyed = true;
    },
    true,
  );
  boardbox.addEventListener(
    'pointerdown',
    () => {
      keyed = false;
    },
    true,
  );

  async function load() {
    try {
      const lobby = /** @type {import('../types').Lobby} */ (await fetchJSON('/api/lobby'));
      games = lobby.presets;
      level = lobby.levels[0] ?? '';
      digest ||= games[0].digest;
      ({ rules, steps } = await lessonOf(digest));
      if (!closed) open(Math.min(at, steps.length));
    } catch (error) {
      lost(error, digest);
    }
  }

  /** Opens a step; the one after the last is the end. @param {number} step @param {boolean} [focus] */
  function open(step, focus = false) {
    if (!rules) return;
    at = step;
    [made, selected, hint] = [null, '', null];
    history.replaceState(null, '', `#/learn/${digest}/${at + 1}`);
    board = at < steps.length ? new Board(rules) : null;
    boardbox.replaceChildren(...(board ? [board.element] : []));
    if (board) handle(board, wishes);
    render();
    const first = steps[at]?.pieces.find(p => p.seat === LEARNER)?.node;
    if (first) board?.reach(first, focus);
    else if (focus) find('.lesson h1').focus();
  }

  const movesFrom = (/** @type {string} */ node) => steps[at].moves.filter(m => m.from === node);
  const pieceOn = (/** @type {string} */ node) => steps[at].pieces.find(p => p.node === node);

  /** Why a piece can't be picked. @param {string} node */
  function idle(node) {
    const step = steps[at],
      piece = pieceOn(node),
      kind = rules?.kinds.find(k => k.id === rules?.nodes.find(n => n.name === node)?.kind),
      type = rules && piece && typeOf(rules, piece.type);
    if (!rules || !piece || !type) return say('lesson.hint.pick');
    if (!type.ways.length) return say('stuck.planted', named(type));
    return kind?.locked ? told(rules, { ...step, kind: kind.id }, 'locked.hint') : say('stuck.now', named(type));
  }

  /** @param {string} node */
  function pick(node) {
    const step = steps[at],
      piece = pieceOn(node);
    if (made || !step || !rules) return;
    hint = null;
    if (step.theme === 'army') return exchange(node);
    const move = selected && movesFrom(selected).find(m => m.to === node);
    if (move) return go(move);
    if (piece?.seat === LEARNER) {
      const able = movesFrom(node).length > 0;
      selected = able && selected !== node ? node : '';
      if (!able) hint = () => idle(node);
    } else if (selected) hint = () => cannot(node);
    else
      hint = () =>
        say(
          piece
            ? partner(piece.seat)
              ? 'lesson.partner.hint'
              : piece.type
                ? 'lesson.hint.enemy.seen'
                : 'lesson.hint.enemy'
            : 'lesson.hint.pick',
        );
    render();
  }

  /** @param {string} seat */
  const partner = seat =>
    seat !== LEARNER &&
    rules?.seats.find(s => s.name === seat)?.team === rules?.seats.find(s => s.name === LEARNER)?.team;

  /** Why the picked piece can't go to a node. @param {string} node */
  function cannot(node) {
    if (!rules) return '';
    const kind = rules.kinds.find(k => k.id === rules?.nodes.find(n => n.name === node)?.kind),
      piece = pieceOn(node);
    if (piece && partner(piece.seat)) return say('lesson.partner.hint');
    return piece && kind?.safe ? told(rules, { ...steps[at], kind: kind.id }, 'hint.safe') : say('lesson.hint.cannot');
  }

  /** Swaps two pieces of a layout. @param {string} node */
  function exchange(node) {
    const step = steps[at];
    if (!pieceOn(node) || selected === node) selected = '';
    else if (!selected) selected = node;
    else {
      const move = step.who
        ? step.moves.find(m => m.from === selected && m.to === node)
        : { from: selected, to: node, way: [], aim: true, said: null, may: [], flag: '' };
      if (move) return go(move);
      hint = () => say('lesson.army.hint');
      if (!step.moves.some(m => m.from === selected)) selected = '';
    }
    render();
  }

  /** @param {Move} move */
  function go(move) {
    const step = steps[at];
    if (!rules) return;
    if (move.aim) {
      made = move;
      selected = '';
      render(true);
      const next = () => find('.lesson-nav .main').focus({ preventScroll: true });
      return keyed ? boardbox.addEventListener('keyup', next, { once: true }) : next(); // a key still held down would press it
    }
    const own = pieceOn(move.from)?.type,
      { said } = move,
      known = rules;
    hint = () =>
      step.theme === 'still' && said?.attackerLeaves
        ? told(known, step, said.defenderLeaves ? 'hint.fall.both' : 'hint.fall', { own })
        : step.theme === 'walk' && !said
          ? say('lesson.walk.hint')
          : say('lesson.hint.aim');
    selected = '';
    render();
  }

  /** @type {import('./gestures.js').Wishes} */
  const wishes = {
    pick,
    mark: () => {},
    hover: () => {},
    take(node) {
      const able =
        !made && pieceOn(node)?.seat === LEARNER && (steps[at].theme === 'army' || movesFrom(node).length > 0);
      if (able && selected !== node) {
        selected = node;
        render();
      }
      return able;
    },
    drop(_, to) {
      pick(to);
      return made?.to === to && steps[at].theme !== 'army';
    },
    leave() {
      [selected, hint] = ['', null];
      render();
    },
  };

  /** @param {boolean} animate */
  function draw(animate) {
    const step = steps[at];
    if (!rules || !board || !step) return;
    const { clientWidth: width, clientHeight: height } = boardbox,
      army = step.theme === 'army',
      known = rules;
    board.fit({ width, height }, homeTurns(rules, LEARNER), {
      only: rules.nodes.length > WHOLE ? part(rules, step) : undefined,
      close: false,
    });
    const before = piecesOf(step),
      moves = selected && !army ? movesFrom(selected) : [],
      mark = goal(step);
    const bad =
      army && !made
        ? step.pieces
            .filter(p => step.who && p.type === step.who && !typeOf(known, p.type)?.starts.includes(p.number))
            .map(p => p.node)
        : [];
    board.show({
      pieces: made ? after(rules, step, before, made) : before,
      light: LEARNER,
      alive: Object.fromEntries(rules.seats.map(s => [s.name, known.types.map(t => t.id)])),
      selected,
      targets: Object.fromEntries(moves.map(m => [m.to, m.said ? 'hit' : 'go'])),
      movable: new Set(
        made ? [] : step.pieces.filter(p => p.seat === LEARNER && (army || movesFrom(p.node).length)).map(p => p.node),
      ),
      last: made && !army ? turnOf(before, made) : null,
      preview: [],
      rings: {
        ...Object.fromEntries(
          (army && selected ? step.moves.filter(m => m.from === selected).map(m => m.to) : []).map(n => [n, 'swap']),
        ),
        ...Object.fromEntries(bad.map(n => [n, 'bad'])),
        ...(mark && !made ? { [mark]: 'look' } : {}),
      },
      facts: null,
      names: false,
      animate,
      label: say('lesson.board'),
      describe: node => described(node, mark),
    });
  }

  /** What a screen reader hears of a node. @param {string} node @param {string} mark */
  function described(node, mark) {
    const step = steps[at],
      shown = made && rules ? after(rules, step, piecesOf(step), made) : piecesOf(step),
      piece = shown.find(p => p.node === node),
      type = rules && piece && typeOf(rules, piece.type);
    const what = !piece
      ? say('node.empty')
      : piece.seat === LEARNER
        ? say('node.own', named(type))
        : partner(piece.seat)
          ? say('node.partner', type ? named(type) : say('piece.hidden'))
          : say('node.enemy', say(`seat.${piece.seat}`), type ? named(type) : say('piece.hidden'));
    const move = selected && step.theme !== 'army' ? movesFrom(selected).find(m => m.to === node) : undefined;
    const kind = rules?.kinds.find(k => k.id === rules?.nodes.find(n => n.name === node)?.kind);
    return [
      node,
      kind?.safe || (rules && stronghold(rules, kind)) ? named(kind) : '',
      what,
      move && say(move.said ? 'node.hit' : 'node.go'),
      node === mark && say('lesson.ring'),
    ]
      .filter(Boolean)
      .join(', ');
  }

  /** @param {boolean} [animate] */
  function render(animate = false) {
    if (!rules) return paint(root, h('p', { class: 'mute' }, say('voice.loading')));
    const step = steps[at];
    root.classList.toggle('over', !step);
    paint(
      root,
      step && boardbox,
      h('section', { class: 'lesson-side', key: 'side' }, step ? teaching(rules, step) : ending(), navigation()),
    );
    draw(animate);
  }

  /** @param {Rules} known @param {Step} step */
  function teaching(known, step) {
    const subject = about(known, step),
      key = keys(known, step);
    return [
      h('p', { class: 'eyebrow', key: 'of' }, `${rulesName(known.name)} · ${say('lesson.step', at + 1, steps.length)}`),
      h('h1', { class: 'title', key: 'title', tabindex: -1 }, told(known, subject, key.title)),
      h('p', { class: 'lead', key: 'say' }, inLine(saying(known, subject), whereabouts(known, step))),
      step.theme === 'army' &&
        step.who &&
        h(
          'ul',
          { class: 'guide-lines', key: 'starts' },
          starts(known).map(words => h('li', null, words)),
        ),
      step.theme === 'clash' &&
        h(
          'p',
          { class: 'order', key: 'order' },
          ranked(known).map((t, i) => [i > 0 && h('span', { class: 'mute', 'aria-hidden': 'true' }, '›'), labelled(t)]),
        ),
      !['army', 'clash'].includes(step.theme) &&
        h(
          'p',
          { class: 'order key', key: 'key' },
          known.types.filter(t => step.pieces.some(p => p.seat === LEARNER && p.type === t.id)).map(labelled),
        ),
      h('div', { class: 'card heard', key: 'heard', hidden: !made?.said }, made?.said && heard(known, made)),
      h(
        'p',
        { class: `task${made ? ' done' : hint ? ' wrong' : ''}`, key: 'task', role: 'status' },
        made ? icon('tick') : hint ? icon('warn') : h('span', { class: 'dot' }),
        h(
          'span',
          null,
          made
            ? finished(known, step, made)
            : h('span', null, hint && h('b', null, hint(), gap()), told(known, step, key.ask)),
        ),
      ),
    ];
  }

  /** A tile with its name; a letter says less, so the name that small tiles have no room for is beside it. @param {import('../types').TypeRule} type */
  const labelled = type =>
    han()
      ? h('span', { class: 'mini own red' }, rules && nameOn(rules, type, LEARNER))
      : h(
          'span',
          { class: 'labelled' },
          h('span', { class: 'mini own red', title: named(type) }, type.letter),
          h('span', null, named(type)),
        );

  /** What everybody hears of a clash. @param {Rules} known @param {Move} move */
  function heard(known, { said, from, to }) {
    if (!said) return null;
    const seen = [said.attackerSeen, said.defenderSeen].filter(Boolean).map(id => named(typeOf(known, id)));
    return [
      h('b', null, `${from} × ${to}: ${outcome(said)}`),
      !said.flagTaken &&
        !said.attackerShowsFlag &&
        !said.defenderShowsFlag &&
        h(
          'span',
          { class: 'small mute' },
          seen.length ? say('lesson.heard.seen', listed(seen)) : !known.deck && say('lesson.heard'),
        ),
    ];
  }

  /** What to say after the task is done. @param {Rules} known @param {Step} step @param {Move} move */
  function finished(known, step, { said, may, flag }) {
    if (step.theme === 'clash')
      return said?.defenderSeen || known.deck
        ? told(known, step, 'clash.done.seen')
        : told(known, step, 'clash.done', { types: may });
    if (step.theme === 'both' && flag) return told(known, step, 'both.done.flag', { place: flag });
    return told(known, step, keys(known, step).done);
  }

  async function practise() {
    busy = true;
    render();
    try {
      const { match } = await post('/api/practise', { digest, level, clock: false });
      location.hash = `#/match/${encodeURIComponent(match)}`;
    } catch (error) {
      toast(error);
      busy = false;
      render();
    }
  }

  const ending = () => [
    h('h1', { class: 'title', key: 'title', tabindex: -1 }, say('lesson.end.title')),
    rules?.deck && h('p', { class: 'lead', key: 'rest' }, rest(rules)),
    h('p', { class: 'lead', key: 'say' }, say('lesson.end.say')),
    h('p', { class: 'proofs', key: 'proof' }, icon('shield'), h('span', null, say('lesson.end.proof'))),
    h(
      'div',
      { class: 'row', key: 'do' },
      h(
        'button',
        { class: 'btn main', type: 'button', disabled: busy, on: { click: practise } },
        say('lesson.end.practise'),
      ),
      h('a', { class: 'btn', href: `#/howto/${digest}` }, say('guide')),
      h('a', { class: 'btn', href: '#/' }, say('nav.lobby')),
    ),
    h('h2', { class: 'h', key: 'games' }, say('lesson.games')),
    h(
      'div',
      { class: 'row', key: 'others' },
      games
        .filter(g => g.digest !== digest)
        .map(g => h('a', { class: 'btn', href: `#/learn/${g.digest}/1` }, rulesName(g.name))),
    ),
  ];

  function navigation() {
    const to = (/** @type {number} */ step, /** @type {string} */ word, /** @type {string} */ look) =>
      h(
        'button',
        { class: `btn ${look}`, type: 'button', key: word, on: { click: () => open(step, true) } },
        say(`lesson.${word}`),
      );
    return h(
      'div',
      { class: 'lesson-nav', key: 'nav' },
      h(
        'span',
        { class: 'dots', role: 'img', 'aria-label': say('lesson.step', Math.min(at + 1, steps.length), steps.length) },
        steps.map((_, i) => h('i', { class: i < at || (i === at && made) ? 'on' : i === at ? 'now' : '' })),
      ),
      h('span', { class: 'grow' }),
      at > 0 && to(at - 1, 'back', 'bare'),
      made && to(at, 'again', 'bare'),
      at < steps.length && (made ? to(at + 1, 'next', 'main') : to(at + 1, 'skip', '')),
    );
  }

  load();
  return {
    close() {
      closed = true;
      resized.disconnect();
      root.className = 'page';
    },
    redraw: () => render(),
    key: () => {},
    game: () => ({ digest }),
  };
}
