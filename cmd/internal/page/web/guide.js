// How a game is played: sentences that follow from its ruleset, and the positions of its lesson.

import { fetchJSON } from './api.js';
import { Board, STILL } from './board.js';
import { h, paint } from './dom.js';
import { homeTurns } from './geometry.js';
import { icon } from './icons.js';
import { dueBox } from './due.js';
import { clockFace } from './people.js';
import { LEARNER, about, after, keys, lessonOf, part, piecesOf, saying, starts, told } from './position.js';
import { ladder, sign, typeOf } from './ranks.js';
import { termsOfRules } from './terms.js';
import { lost } from './toast.js';
import { gameName, inLine, listed, named, rulesName, say, together } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').TypeRule} TypeRule */
/** @typedef {import('../types').LessonStep} Step */

/**
 * Opens the guide over whatever is shown, which continues beneath it, hidden.
 * @param {Rules} rules
 * @param {string} digest of the rules
 */
export function openGuide(rules, digest) {
  /** @type {HTMLDialogElement} */
  const dialog = h('dialog', {
    class: 'guide',
    'aria-labelledby': 'guide-title',
    on: {
      close: () => {
        dialog.remove();
        document.dispatchEvent(new Event('guide'));
      },
      click: (/** @type {Event} */ e) => e.target === dialog && dialog.close(),
    },
  });
  const show = (/** @type {Step[]} */ steps) =>
    paint(
      dialog,
      h(
        'div',
        { class: 'row spread' },
        h('h2', { id: 'guide-title', class: 'title' }, say('guide.title', gameName(rules.name))),
        h(
          'button',
          {
            class: 'btn bare square',
            type: 'button',
            autofocus: true,
            'aria-label': say('sheet.close'),
            on: { click: () => dialog.close() },
          },
          icon('cross'),
        ),
        dueBox(),
      ),
      guide(rules, steps, digest),
    );
  show([]);
  document.body.append(dialog);
  dialog.showModal();
  document.dispatchEvent(new Event('guide')); // the table below stops a practice clock meanwhile
  addEventListener('hashchange', () => dialog.close(), { once: true });
  lessonOf(digest).then(
    ({ steps }) => show(steps),
    () => {},
  ); // without pictures it says as much
}

/** The page that explains how a game is played. @param {HTMLElement} root @param {string} digest of its rules; those of the lobby's first ones if there is none */
export function guidePage(root, digest) {
  root.className = 'page howto';
  /** @type {{rules: Rules, steps: Step[]} | null} */
  let game = null;
  /** @type {import('../types').Ruleset[]} */
  let games = [];
  const render = () =>
    paint(
      root,
      game && [
        h(
          'div',
          { class: 'row spread', key: 'head' },
          h('h1', { class: 'title' }, say('guide.title', gameName(game.rules.name))),
          h('a', { class: 'btn main', href: `#/learn/${digest}/1` }, icon('play'), say('guide.learn')),
        ),
        h(
          'nav',
          { class: 'row', key: 'games', 'aria-label': say('lobby.rules') },
          games.map(g =>
            h(
              'a',
              { class: 'btn', href: `#/howto/${g.digest}`, 'aria-current': g.digest === digest && 'page' },
              rulesName(g.name),
            ),
          ),
        ),
        guide(game.rules, game.steps, digest),
      ],
    );
  const load = async () => {
    games = /** @type {import('../types').Lobby} */ (await fetchJSON('/api/lobby')).presets;
    digest ||= games[0].digest;
    game = await lessonOf(digest);
    render();
  };
  load().catch(error => lost(error, digest));
  return {
    close: () => {
      root.className = 'page';
    },
    redraw: render,
    key: () => {},
    game: () => ({ digest }),
  };
}

/** Everything to know, with a small position for each rule. @param {Rules} rules @param {Step[]} steps @param {string} digest */
const guide = (rules, steps, digest) =>
  h(
    'div',
    { class: 'guide-body', key: 'guide' },
    h(
      'p',
      { class: 'lead' },
      inLine(
        aim(rules),
        rules.ends.quiet > 0 && say(rules.deck ? 'guide.quiet.deck' : 'guide.quiet', rules.ends.quiet),
        unseen(rules),
      ),
    ),
    captures(rules)
      ? h(
          'section',
          { class: 'card' },
          h('h2', { class: 'h' }, say('guide.captures')),
          h(
            'ul',
            { class: 'guide-lines' },
            rules.types.map(t => h('li', null, takes(rules, t))),
          ),
        )
      : h(
          'section',
          { class: 'card' },
          h('h2', { class: 'h' }, say('guide.ranks')),
          h(
            'ol',
            { class: 'guide-ranks' },
            ladder(rules).map(id => rank(rules, id)),
          ),
          h('p', { class: 'small mute' }, say('guide.ranks.how')),
        ),
    !steps.length &&
      h(
        'ul',
        { class: 'guide-lines', key: 'lines' },
        [...moves(rules), ...places(rules), ...shows(rules)].map(line => h('li', null, line)),
      ),
    h(
      'div',
      { class: 'guide-cards', key: 'cards' },
      steps.map(step => card(rules, step)),
      h(
        'section',
        { class: 'card' },
        h('h2', { class: 'h' }, say(captures(rules) ? 'guide.moves' : 'guide.other')),
        h(
          'ul',
          { class: 'guide-lines' },
          (captures(rules) ? [] : apart(rules)).map(t =>
            h(
              'li',
              null,
              h('span', { class: 'mini own red' }, sign(t)),
              h('b', null, ` ${named(t)}`),
              h('span', { class: 'small mute num' }, ` ×${t.count} `),
              ' ',
              fate(rules, t),
            ),
          ),
          [...(captures(rules) && steps.length ? moves(rules) : []), ...shows(rules)].map(line => h('li', null, line)),
        ),
      ),
      peculiar(rules, steps),
      h(
        'section',
        { class: 'card' },
        h('h2', { class: 'h' }, say('guide.signs')),
        h(
          'ul',
          { class: 'guide-lines' },
          [
            ...(rules.deck
              ? ['ring']
              : ['band', 'dashed', 'dot', 'slip', 'ring', ...(shows(rules).length ? ['eye'] : [])]),
            'moves',
            ...(rules.ends.carry ? ['carry'] : []),
            'known',
          ].map(sign => h('li', null, say(`guide.signs.${sign}`))),
        ),
      ),
      h(
        'section',
        { class: 'card' },
        h('h2', { class: 'h' }, say('guide.ends')),
        h(
          'ul',
          { class: 'guide-lines' },
          [
            rules.times.clock
              ? inLine(
                  say('rules.clock', rules.ends.timeouts, rules.times.clock),
                  rules.ends.timeouts > 1 && say('guide.ends.late'),
                  !rules.deck && rules.views.mode !== 'drawn' && say('guide.ends.layout'),
                )
              : say('rules.noclock'),
            rules.times.grace > 0 &&
              say(
                rules.views.absent === 'stop' ? 'guide.ends.silent' : 'guide.ends.vote',
                clockFace(rules.times.grace * 1000),
              ),
            rules.seats.length === 2 && say(`guide.last.${rules.ends.lastBoth}`),
            inLine(
              say('guide.ends.ask'),
              rules.ends.resignFrom > 0 && say('act.resign.from', rules.ends.resignFrom + 1),
              rules.seats.length > 2 && say('guide.ends.all'),
            ),
            rules.seats.length > 2 && !rules.seats.some(s => s.chief) && say('guide.ends.out'),
          ]
            .filter(Boolean)
            .map(line => h('li', null, line)),
        ),
      ),
      h(
        'section',
        { class: 'card' },
        h('h2', { class: 'h' }, say('guide.hands')),
        h(
          'ul',
          { class: 'guide-lines' },
          [rules.deck ? '' : say('guide.hands.mark'), say('more.keys')]
            .filter(Boolean)
            .map(line => h('li', null, line)),
        ),
      ),
    ),
    h('section', { class: 'card', key: digest }, h('h2', { class: 'h' }, say('terms.all')), termsOfRules(digest)),
  );

/** A rule, and a position that shows it. @param {Rules} rules @param {Step} step */
function card(rules, step) {
  const subject = about(rules, step),
    key = keys(rules, step);
  return h(
    'section',
    { class: 'card', key: `${step.theme}-${step.who}` },
    figure(rules, step),
    h('h2', { class: 'h' }, told(rules, subject, key.title)),
    h('p', null, saying(rules, subject)),
    step.theme === 'army' && step.who
      ? h(
          'ul',
          { class: 'guide-lines' },
          starts(rules).map(words => h('li', null, words)),
        )
      : ['upset', 'turn'].includes(step.theme) && h('p', { class: 'mute' }, told(rules, subject, key.done)),
    step.theme === 'ride' && rules.plan.bends[0] && h('p', { class: 'mute' }, say('guide.bends')),
    key.done === 'safe.done.bold' && h('p', { class: 'mute' }, say('guide.bold')),
  );
}

const FIGURE = { width: 232, height: 210 }; // what a card has room for

/** A step as a picture: what is to be moved, and where it can go. @param {Rules} rules @param {Step} step @param {{width: number, height: number}} [room] */
export function figure(rules, step, room = FIGURE) {
  const board = new Board(rules),
    move = step.moves.find(m => m.aim),
    army = step.theme === 'army',
    here = part(rules, step);
  const shown = new Set(rules.nodes.filter(here).map(n => n.name)),
    mine = step.moves.filter(m => !army && m.from === move?.from && shown.has(m.to));
  board.fit(room, homeTurns(rules, LEARNER), { only: here, close: false });
  board.show({
    ...STILL,
    pieces: army && move ? after(rules, step, piecesOf(step), move) : piecesOf(step),
    light: LEARNER,
    alive: Object.fromEntries(rules.seats.map(s => [s.name, rules.types.map(t => t.id)])),
    selected: army ? '' : (move?.from ?? ''),
    targets: Object.fromEntries(mine.map(m => [m.to, m.said ? 'hit' : 'go'])),
    preview: step.theme === 'turn' && move ? move.way : [],
  });
  board.grid.remove(); // it is only for looking
  return h('div', { class: 'figure', 'data-own': true, 'aria-hidden': 'true' }, board.element);
}

/** Whether an attacker never leaves. If so, equal ranks do not remove each other. @param {Rules} rules */
const captures = rules => !rules.clash.announcements.some(a => a.attackerLeaves);

/** What a type captures. @param {Rules} rules @param {TypeRule} type */
const takes = (rules, type) =>
  say(
    'guide.takes',
    named(type),
    listed(
      rules.types
        .filter((_, d) => rules.clash.announcements[rules.clash.table[rules.types.indexOf(type)]?.[d]]?.defenderLeaves)
        .map(named),
    ),
  );

/** @param {Rules} rules @param {string} id */
function rank(rules, id) {
  const type = typeOf(rules, id);
  return (
    type &&
    h(
      'li',
      null,
      h('span', { class: 'mini own red' }, sign(type)),
      h('span', null, named(type)),
      h('span', { class: 'small mute num' }, `×${type.count}`),
    )
  );
}

/** @param {Rules} rules */
function aim(rules) {
  const flag = typeOf(rules, rules.ends.flag);
  if (!flag) return say('guide.aim.plain');
  const { guards = [], takers = [] } = rules.deck ?? {},
    words = (/** @type {string[]} */ ids) => listed(ids.map(id => named(/** @type {TypeRule} */ (typeOf(rules, id)))));
  return inLine(
    say(rules.ends.carry ? 'guide.aim.carry' : rules.seats.length > 2 ? 'guide.aim.many' : 'guide.aim', named(flag)),
    rules.ends.carry &&
      say(rules.ends.carry.beside ? 'guide.home.beside' : 'guide.home', home(rules, rules.ends.carry.to[0])),
    rules.ends.carry && say('guide.carry', named(flag)),
    rules.ends.shaken && say('guide.aim.shaken', named(flag)),
    ...(rules.deck ? [] : capture(rules)),
    guards.length > 0 && say('guide.aim.guards', words(guards)),
    takers.length > 0 && say(takers.length > 1 ? 'guide.aim.takers' : 'guide.aim.taker', words(takers)),
    order(rules),
  );
}

/** Which way turns go round the board. @param {Rules} rules */
function order(rules) {
  if (rules.seats.length < 3) return '';
  if (rules.deck) return say('guide.order'); // all start in the middle: the page seats them so
  const middle = (/** @type {import('../types').NodeRule[]} */ nodes) => ({
    x: nodes.reduce((sum, n) => sum + n.x, 0) / nodes.length,
    y: nodes.reduce((sum, n) => sum + n.y, 0) / nodes.length,
  });
  const { x, y } = middle(rules.nodes),
    homes = rules.start.map(rows => middle(rules.nodes.filter(n => rows.flat().includes(n.name))));
  const turns = homes.map((a, i) => {
    const b = homes[(i + 1) % homes.length];
    return (a.x - x) * (b.y - y) - (a.y - y) * (b.x - x);
  });
  if (turns.every(t => t < 0)) return say('guide.order');
  return turns.every(t => t > 0) && say('guide.order.clockwise');
}

/** Names the goal of a carried flag: a kind of place, the player's half of the board, or the places one by one. @param {Rules} rules @param {string[]} goal */
function home(rules, goal) {
  const own = rules.nodes.filter(n => rules.start[0].flat().includes(n.name)),
    only = (/** @type {import('../types').NodeRule[]} */ nodes) =>
      nodes.length === goal.length && nodes.every(n => goal.includes(n.name)),
    kind = rules.kinds.find(k => only(own.filter(n => n.kind === k.id)));
  return kind ? named(kind) : goal.length < own.length ? listed(goal) : say('guide.half');
}

/** Which types can take the flag, if some can't, and what comes of their attack. @param {Rules} rules */
function capture({ types, clash, ends }) {
  const { table, announcements } = clash,
    flag = types.findIndex(t => t.id === ends.flag),
    movers = types.filter(t => t.ways.length),
    takers = movers.filter(t => announcements[table[types.indexOf(t)][flag]]?.flagTaken),
    others = movers.filter(t => !takers.includes(t)),
    words = (/** @type {TypeRule[]} */ list) => listed(list.map(named));
  if (!takers.length || !others.length) return [];
  return [
    takers.length < others.length ? say('guide.aim.taker', words(takers)) : say('guide.aim.taker.not', words(others)),
    others.some(t => announcements[table[types.indexOf(t)][flag]]?.repelled) && say('guide.aim.repelled'),
  ];
}

/** What no step of a game with a deck shows: whose a colour is, and what wins. @param {Rules} rules */
export const rest = rules => inLine(rules.deck?.claim === '' && say('guide.colour'), aim(rules));

/** What one sees, and what everybody learns when pieces meet. @param {Rules} rules */
function unseen(rules) {
  const { deck, views, clash } = rules,
    { announcements } = clash;
  if (deck)
    return inLine(
      say('guide.unseen.deck'),
      deck.claim === '' && say('guide.colour'),
      announcements.some(a => a.repelled) && say('guide.spared'),
    );
  const seen = announcements.every(a => a.attackerSeen && a.defenderSeen)
    ? '.both'
    : announcements.some(a => a.attackerSeen || a.defenderSeen)
      ? '.some'
      : '';
  return inLine(
    say(`guide.sees.${views.mode}`),
    views.mode !== 'open' && say(`guide.unseen${seen}`),
    ...(seen === '.some' ? revealed(rules) : []),
    say('guide.proven'),
  );
}

/** What a clash shows of the piece that stays. @param {Rules} rules */
function revealed({ types, clash }) {
  const { table, announcements } = clash,
    beaten = (/** @type {import('../types').Announcement} */ a) => a.attackerLeaves && !a.defenderLeaves,
    losing = (/** @type {(a: import('../types').Announcement) => unknown} */ so) =>
      types.filter((_, t) => table[t].some(a => beaten(announcements[a]) && so(announcements[a]))),
    scouts = losing(a => a.defenderSeen);
  return [
    scouts.length === losing(() => true).length
      ? say('guide.seen.defender')
      : scouts.length > 0 && say('guide.seen.scout', listed(scouts.map(named))),
    announcements.some(a => a.attackerSeen && !a.attackerLeaves) && say('guide.seen.attacker'),
  ];
}

/** @param {Rules} rules */
function moves(rules) {
  const going = (/** @type {string} */ along) =>
    rules.types.filter(t => t.ways.some(w => w.along === along && w.most !== 1));
  const movers = rules.types.filter(t => t.ways.length),
    line = going('line'),
    rail = going('rail'),
    over = going('over'),
    walk = rules.types.filter(t => t.ways.some(w => w.along === 'walk'));
  const bounds = (/** @type {TypeRule} */ t) =>
    t.ways.filter(w => ['line', 'rail'].includes(w.along) && w.most > 1).map(w => w.most);
  const who = (/** @type {TypeRule[]} */ types) => (types.length > 3 ? say('guide.most') : listed(types.map(named)));
  return [
    say('guide.step'),
    line.length ? say(line.length + rail.length === movers.length ? 'guide.line.all' : 'guide.line', who(line)) : '',
    rail.length ? say('guide.rail', who(rail)) : '',
    ...[...new Set(movers.flatMap(bounds))].map(most =>
      say('guide.atmost', most, who(movers.filter(t => bounds(t).includes(most)))),
    ),
    walk.length ? say('guide.walk', who(walk)) : '',
    over.length ? say('guide.over', who(over)) : '',
  ].filter(Boolean);
}

/** @param {Rules} rules */
const places = rules =>
  rules.kinds
    .filter(k => k.safe || k.locked)
    .map(k => say(k.safe ? 'guide.safe' : rules.ends.carry ? 'guide.locked.carry' : 'guide.locked', named(k)));

/** What no position shows of the kinds of places. @param {Rules} rules @param {Step[]} steps */
function peculiar(rules, steps) {
  const shown = new Set(steps.map(s => s.kind)),
    lines = rules.kinds.flatMap(k => {
      const words = inLine(
        k.enter && say('guide.place.enter', listed(k.enter.map(id => named(typeOf(rules, id))))),
        k.homeOnly && say('guide.place.home'),
        k.safe && !shown.has(k.id) && say('guide.place.safe'),
        k.calm && say('guide.place.calm'),
      );
      const where = rules.nodes.filter(n => n.kind === k.id).map(n => n.name);
      return words && where.length
        ? [h('li', null, h('b', null, say('list.paren', named(k), listed(where))), ' ', words)]
        : [];
    });
  return (
    lines.length > 0 &&
    h(
      'section',
      { class: 'card' },
      h('h2', { class: 'h' }, say('guide.places')),
      h('ul', { class: 'guide-lines' }, lines),
    )
  );
}

/** The types whose fall reveals their army's flag. @param {Rules} rules */
function shows(rules) {
  const { table, announcements } = rules.clash;
  const giving = rules.types.filter((_, t) =>
    rules.types.some(
      (_, u) => announcements[table[t]?.[u]]?.attackerShowsFlag || announcements[table[u]?.[t]]?.defenderShowsFlag,
    ),
  );
  return giving.length ? [say('guide.shows', listed(giving.map(named)))] : [];
}

/** The types outside the order of ranks; the flag only where nothing else says that it stays. @param {Rules} rules */
const apart = rules =>
  rules.types.filter(t =>
    t.id === rules.ends.flag ? !t.ways.length && !rules.kinds.some(k => k.locked) : !ladder(rules).includes(t.id),
  );

/**
 * The outcomes of attacks on this type and by it, grouped by which piece leaves.
 * @param {Rules} rules
 * @param {TypeRule} type
 */
function fate(rules, type) {
  const { table, announcements } = rules.clash,
    at = rules.types.indexOf(type);
  const end = (/** @type {number} */ a, /** @type {number} */ d) => {
    const said = announcements[table[a]?.[d]];
    return !said
      ? ''
      : said.attackerLeaves && said.defenderLeaves
        ? 'both'
        : said.attackerLeaves
          ? 'attacker'
          : said.defenderLeaves
            ? 'defender'
            : '';
  };
  const still = !type.ways.length && say('guide.still');
  if (still && type.id === rules.ends.flag) return still;
  const others = rules.types.map((t, i) => ({ t, i })).filter(({ t }) => t.id !== rules.ends.flag);
  const attacked = grouped(others.filter(({ t }) => t.ways.length).map(({ t, i }) => [end(i, at), t]));
  const attacks = grouped(type.ways.length ? others.map(({ t, i }) => [end(at, i), t]) : []);
  if ([...attacked.keys(), ...attacks.keys()].every(k => k === 'both')) return inLine(still, say('guide.both'));
  const words = (/** @type {'attacked' | 'attacks'} */ what, /** @type {Map<string, TypeRule[]>} */ groups) => {
    const ends = [...groups].filter(([k]) => k).sort((a, b) => a[1].length - b[1].length),
      most = groups.has('') ? -1 : ends.length - 1; // whose types need no names
    return ends.map(([k, types], i) => {
      const other = ends.length > 1 ? 'guide.by.other' : 'guide.by.any',
        by = i === most ? say(other) : say('guide.by', together(types.map(named), 'list.or'));
      return say(`guide.${what}.${k}`, by, named(type));
    });
  };
  return inLine(still, ...words('attacked', attacked), ...words('attacks', attacks));
}

/**
 * @param {[string, TypeRule][]} pairs
 * @returns {Map<string, TypeRule[]>}
 */
function grouped(pairs) {
  /** @type {Map<string, TypeRule[]>} */
  const groups = new Map();
  for (const [key, type] of pairs) groups.set(key, [...(groups.get(key) ?? []), type]);
  return groups;
}
