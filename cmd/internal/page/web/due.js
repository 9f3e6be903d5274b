// Matches that wait for the reader while they look at something else: a line above each room and in each dialog, and a call.

import { blink, call, LOW, sound } from './alerts.js';
import { fetchJSON } from './api.js';
import { find, h, paint } from './dom.js';
import { icon } from './icons.js';
import { clockFace, opponentNames } from './people.js';
import { listed, say } from './words.js';

const SOON = 3000; // ms: whether less was left of a turn that is over is asked of the program

/** @typedef {import('../types').Past} Past */

/** A box for those lines. */
export function dueBox() {
  setTimeout(show); // once it stands there
  return h('div', { class: 'due', role: 'status', key: 'due', 'data-own': true });
}

find('main').before(dueBox());

/** @type {Past[]} */
let due = [];
let heard = 0; // when the list came, in ms of this page
let here = ''; // the match that is looked at, which calls by itself
/** What the reader has been called to, by match. @type {Map<string, string>} */
let called = new Map();
/** @type {Set<string>} */
const warned = new Set(); // of these decisions' clocks
/** What has come of matches elsewhere, until it has been read: a last turn that the clock has skipped, with all time-outs, or the end. @type {Map<string, Past>} */
const news = new Map();
/** @type {Set<string>} */
const over = new Set(); // the matches that are known to be so

/** @param {Past} match */
const decision = ({ match, turns, state, timeouts }) => [match, turns, state, timeouts].join(' ');

/** @param {Past} match */
const leftOf = ({ left }) => (left ? left - (performance.now() - heard) : Infinity);

/** @param {Past} match */
const asks = ({ state }) => say(state === 'setup' ? 'voice.layout' : 'waits.yours');

/** The decision of a match, if it still waits. @param {Past} match */
const still = match => due.find(m => decision(m) === decision(match));

/** What a match asks for, with the time that is left; '' once it is decided. @param {Past} match */
const asking = match => () => {
  const now = still(match);
  return now ? (now.left ? `${clockFace(leftOf(now))} ` : '') + asks(now) : '';
};

/** Whether the reader looks at the table of a match. @param {Past} match */
const seen = ({ match }) => match === here && !document.querySelector('dialog[open]');

document.addEventListener('due', event => {
  const before = due.filter(m => !seen(m) && m.most > 0 && m.left - (performance.now() - heard) < SOON);
  /** @type {Past[]} */
  const list = /** @type {CustomEvent<Past[] | null>} */ (event).detail ?? due.map(m => ({ ...m, left: 0 })); // unknown
  due = list.filter(m => !m.you);
  for (const match of list) if (match.you && !over.has(match.match)) hasEnded(match);
  heard = performance.now();
  for (const match of due) {
    if (match.match === here || called.get(match.match) === decision(match)) continue;
    sound('turn');
    call(asks(match), asking(match));
  }
  called = new Map(due.map(m => [m.match, decision(m)]));
  show();
  const past = before.filter(m => !still(m));
  if (past.length) askWhether(past).catch(() => {}); // whoever is not answered sees that there is no program
});

/** Tells how a match has ended; not of those that were over when the page was opened. @param {Past} match */
function hasEnded(match) {
  over.add(match.match);
  if (!heard || seen(match)) return;
  news.set(match.match, match);
  const words = say(`over.${match.you}`);
  sound(match.you === 'drew' ? 'drawn' : match.you);
  call(words, () => (news.has(match.match) ? words : ''));
}

/** Shows which turns the clock has skipped. @param {Past[]} past turns that are over, shortly before their time was or after it */
async function askWhether(past) {
  /** @type {import('../types').Lobby} */
  const { matches } = await fetchJSON('/api/lobby');
  for (const match of past) {
    const now = matches.find(m => m.match === match.match);
    if (seen(match) || !now) continue;
    if (now.timeouts > match.timeouts || (now.reason === 'timeouts' && now.you === 'lost'))
      news.set(match.match, { ...match, timeouts: match.timeouts + 1, you: now.you });
  }
  show();
}

// Whoever looks elsewhere in their own turn has heard its call, but may forget it.
document.addEventListener('visibilitychange', () => {
  const match = document.hidden && due.find(m => m.left > 0);
  if (match) blink(asking(match));
});

document.addEventListener('close', () => news.delete(here), true);

setInterval(() => {
  if (due.length) show();
}, 250);

/** Shows what waits beside a match that is looked at from now on, if any. @param {string} match */
export function showDue(match) {
  here = match;
  if (match) news.clear();
  show();
}

/** Shows the match that waits with the least time; the one looked at only in dialogs, which cover it. */
function show() {
  const others = (/** @type {Past} */ m) => m.match !== here,
    waits = [...due].sort((a, b) => leftOf(a) - leftOf(b)),
    next = waits.find(others);
  if (next && leftOf(next) < LOW && !warned.has(decision(next))) {
    warned.add(decision(next));
    sound('low');
  }
  for (const box of document.querySelectorAll('.due')) {
    const shown = box.closest('dialog') ? () => true : others,
      first = waits.find(shown);
    paint(
      box,
      [...news.values()].filter(shown).map(m => line(m, true)),
      first && line(first),
    );
  }
}

/** Whether the last time-out has lost the game. @param {Past} match */
const isOut = ({ timeouts, most }) => most > 0 && timeouts >= most;

/** How a match has ended for the reader; '' if it has not. @param {Past} match */
const ended = match => match.you || (isOut(match) ? 'lost' : '');

/** A match that waits; late, where its clock has skipped a turn or it is over. @param {Past} match @param {boolean} [late] */
const line = (match, late = false) =>
  h(
    'p',
    { class: late ? 'late' : '', key: `${match.match} ${late}` },
    icon('clock'),
    h('b', null, late ? say(ended(match) ? `over.${ended(match)}` : 'turn.pass.you') : asks(match)),
    h('span', { class: 'who' }, listed(opponentNames(match.opponents)) || say('lobby.nameless')),
    !late &&
      match.left > 0 &&
      h('span', { class: `num${leftOf(match) < LOW ? ' low' : ''}`, 'aria-hidden': 'true' }, clockFace(leftOf(match))),
    (late ? !match.you || isOut(match) : match.timeouts > 0 || match.most === 1) && outs(match),
    match.match !== here &&
      h('a', { class: 'btn', href: `#/match/${encodeURIComponent(match.match)}` }, say('past.resume')),
    late &&
      h(
        'button',
        {
          class: 'btn bare square',
          type: 'button',
          'aria-label': say('sheet.close'),
          on: {
            click: () => {
              news.delete(match.match);
              show();
            },
          },
        },
        icon('cross'),
      ),
  );

/** The reader's time-outs so far; on a phone in figures, except before the last one. @param {Past} match */
function outs({ timeouts, most }) {
  const words = say('waits.timeouts', timeouts, most),
    last = timeouts + 1 === most;
  return h(
    'span',
    { class: `outs num${last ? ' warn' : ''}` },
    h('span', { class: 'long' }, words),
    h('span', { class: 'brief' }, icon('clock'), `${timeouts}/${most}`),
    last && h('span', { class: 'then' }, say('join.comma'), say('turn.last')),
  );
}
