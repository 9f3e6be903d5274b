// The player's results: wins by rules and by opponents, and a rating among those opponents.

import { fetchJSON } from './api.js';
import { h, paint, s } from './dom.js';
import { matchLine } from './past.js';
import { opponentNames } from './people.js';
import { toast } from './toast.js';
import { listed, rulesName, say } from './words.js';

/** @typedef {import('../types').Statistics} Statistics */
/** @typedef {import('../types').Tally} Tally */

/** @type {('won' | 'drawn' | 'lost')[]} */
const RESULTS = ['won', 'drawn', 'lost'];

const AGAIN = 3000; // ms

const AUDIT = 60_000; // ms that an audit takes at most; what is left after that does not count for another reason

/** @param {HTMLElement} root @returns {import('./main.js').Room} */
export function standingsPage(root) {
  root.className = 'page standings';
  /** @type {Statistics | null} */
  let found = null;
  let closed = false;
  const end = performance.now() + AUDIT;
  const render = () => {
    if (!closed) paint(root, found ? shown(found) : h('p', { class: 'mute' }, say('voice.loading')));
  };
  /** Loads them, and again while an audit may be under way that makes a match count. */
  const load = () => {
    if (!closed)
      fetchJSON('/api/statistics').then(statistics => {
        found = statistics;
        render();
        if (statistics.left.length && performance.now() < end) setTimeout(load, AGAIN);
      }, toast);
  };
  load();
  render();
  return {
    close: () => {
      closed = true;
      root.className = 'page';
    },
    redraw: render,
    key: () => {},
    game: () => ({ digest: '' }),
  };
}

/** @param {Statistics} of */
const shown = of => [
  h('h1', { class: 'title' }, say('score.title')),
  of.won + of.drawn + of.lost + of.left.length === 0 && h('p', { class: 'mute' }, say('score.none')),
  h(
    'section',
    { class: 'card record', key: 'record' },
    h(
      'dl',
      { class: 'tallies' },
      RESULTS.map(r =>
        h('div', null, h('dd', { class: 'num' }, of[r]), h('dt', { class: `chip tally-${r}` }, say(`score.${r}`))),
      ),
      of.figures.map(f =>
        h('div', null, h('dd', { class: 'num' }, f.value), h('dt', { class: 'small mute' }, say(`figure.${f.name}`))),
      ),
    ),
    h('p', { class: 'small mute' }, say('score.how')),
  ),
  h(
    'section',
    { class: 'card', key: 'rating' },
    h('h2', { class: 'h' }, say('rating.title')),
    of.ratings.length > 1 && curve(of.ratings),
    h(
      'ol',
      { class: 'rated' },
      [...of.ratings.slice(-1).map(own => ({ ...own, name: say('you') })), ...of.friends]
        .sort((a, b) => b.value - a.value)
        .map(f => h('li', null, h('span', { class: 'grow' }, f.name), h('span', { class: 'num' }, rated(f)))),
    ),
    h('p', { class: 'small mute' }, say(of.ratings.length ? 'rating.how' : 'rating.none')),
  ),
  of.rules.length > 0 &&
    h(
      'section',
      { class: 'card', key: 'rules' },
      h('h2', { class: 'h' }, say('score.rules')),
      of.rules.map(r => bar(rulesName(r.name), r)),
    ),
  of.opponents.length > 0 &&
    h(
      'section',
      { class: 'card', key: 'opponents' },
      h('h2', { class: 'h' }, say('score.opponents')),
      of.opponents.map(o => bar(listed(opponentNames(o.names)) || say('lobby.nameless'), o)),
    ),
  of.left.length > 0 &&
    h(
      'details',
      { class: 'card past', key: 'left' },
      h('summary', null, say('score.left', of.left.length)),
      h(
        'ul',
        null,
        of.left.map(m => matchLine(m)),
      ),
    ),
];

/** A rating and its uncertainty. @param {{value: number, deviation: number}} r */
const rated = r => `${Math.round(r.value)} ± ${Math.round(r.deviation)}`;

/** Results as a bar. @param {string} name @param {Tally} of */
function bar(name, of) {
  const words = RESULTS.map(r => `${say(`score.${r}`)} ${of[r]}`).join(', ');
  return h(
    'div',
    { class: 'tally' },
    h('span', null, name),
    h(
      'span',
      { class: 'tally-bar num', role: 'img', 'aria-label': words, title: words },
      RESULTS.map(r => of[r] > 0 && share(r, of[r])),
    ),
  );
}

/** @param {string} result @param {number} n */
function share(result, n) {
  const part = h('span', { class: `tally-${result}`, key: `${result}-${n}` }, n);
  part.style.flexGrow = String(n); // the page's policy forbids style attributes
  return part;
}

const WIDE = 420,
  HIGH = 120;

/** The rating after each week, in a band of one deviation. @param {import('../types').Rating[]} ratings */
function curve(ratings) {
  const low = Math.min(...ratings.map(r => r.value - r.deviation)),
    high = Math.max(...ratings.map(r => r.value + r.deviation)),
    from = ratings[0].when,
    to = ratings[ratings.length - 1].when;
  const x = (/** @type {number} */ when) => (WIDE * (when - from)) / Math.max(1, to - from),
    y = (/** @type {number} */ value) => HIGH - (HIGH * (value - low)) / Math.max(1, high - low);
  const path = (/** @type {[number, number][]} */ points) =>
    points.map(([a, b], i) => `${i ? 'L' : 'M'}${a.toFixed(1)} ${b.toFixed(1)}`).join('');
  return s(
    'svg',
    {
      class: 'curve',
      viewBox: `-4 -4 ${WIDE + 8} ${HIGH + 8}`,
      role: 'img',
      'aria-label': `${say('rating.title')}: ${ratings.map(rated).join(', ')}`,
    },
    s('path', {
      class: 'band',
      d: `${path([...ratings.map(r => /** @type {[number, number]} */ ([x(r.when), y(r.value + r.deviation)])), ...[...ratings].reverse().map(r => /** @type {[number, number]} */ ([x(r.when), y(r.value - r.deviation)]))])}Z`,
    }),
    s('path', { class: 'line', d: path(ratings.map(r => [x(r.when), y(r.value)])) }),
    s('circle', { cx: WIDE, cy: y(ratings[ratings.length - 1].value), r: 4 }),
  );
}
