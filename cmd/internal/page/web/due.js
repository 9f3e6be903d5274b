// Matches that wait for the reader while they look at something else: a line above every room but the match's own, and a call.

import { blink, call, LOW, sound } from './alerts.js';
import { find, h, paint } from './dom.js';
import { icon } from './icons.js';
import { clockFace, opponentNames } from './people.js';
import { listed, say } from './words.js';

/** @typedef {import('../types').Past} Past */

const strip = h('div', { class: 'due', role: 'status' });
find('main').before(strip);

/** @type {Past[]} */
let due = [];
let heard = 0; // when the list came, in ms of this page
let here = ''; // the match that is looked at, which calls by itself
/** What the reader has been called to, by match. @type {Map<string, string>} */
let called = new Map();
/** @type {Set<string>} */
const warned = new Set(); // of these decisions' clocks

/** @param {Past} match */
const decision = ({ match, turns, state, timeouts }) => [match, turns, state, timeouts].join(' ');

/** @param {Past} match */
const leftOf = ({ left }) => (left ? left - (performance.now() - heard) : Infinity);

/** @param {Past} match */
const asks = ({ state }) => say(state === 'setup' ? 'voice.layout' : 'waits.yours');

/** Whether a decision still waits. @param {Past} match */
const waiting = match => () => due.some(m => decision(m) === decision(match));

document.addEventListener('due', event => {
  due = /** @type {CustomEvent<Past[]>} */ (event).detail;
  heard = performance.now();
  for (const match of due) {
    if (match.match === here || called.get(match.match) === decision(match)) continue;
    sound('turn');
    call(asks(match), waiting(match));
  }
  called = new Map(due.map(m => [m.match, decision(m)]));
  show();
});

// Whoever looks elsewhere in their own turn has heard its call, but may forget it.
document.addEventListener('visibilitychange', () => {
  const match = document.hidden && due.find(m => m.left > 0);
  if (match) blink(asks(match), waiting(match));
});

setInterval(() => {
  if (due.length) show();
}, 1000);

/** Shows what waits beside a match that is looked at from now on, if any. @param {string} match */
export function showDue(match) {
  here = match;
  show();
}

/** Shows the match that waits with the least time. */
function show() {
  const [next] = due.filter(m => m.match !== here).sort((a, b) => leftOf(a) - leftOf(b));
  if (next && leftOf(next) < LOW && !warned.has(decision(next))) {
    warned.add(decision(next));
    sound('low');
  }
  paint(strip, next && line(next));
}

/** @param {Past} match */
const line = match =>
  h(
    'p',
    null,
    icon('clock'),
    h('b', null, asks(match)),
    h('span', { class: 'who' }, listed(opponentNames(match.opponents)) || say('lobby.nameless')),
    match.left > 0 &&
      h('span', { class: `num${leftOf(match) < LOW ? ' low' : ''}`, 'aria-hidden': 'true' }, clockFace(leftOf(match))),
    match.timeouts > 0 && h('span', { class: 'wide' }, say('waits.timeouts', match.timeouts, match.most)),
    h('a', { class: 'btn', href: `#/match/${encodeURIComponent(match.match)}` }, say('past.resume')),
  );
