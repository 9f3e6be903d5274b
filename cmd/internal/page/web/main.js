// The frame: its bar, and which page is shown, by the address: #/match/…, #/layouts, #/record/….

import { follow, post } from './api.js';
import { brand, languageList, lightButton } from './bar.js';
import { dueBox, showDue } from './due.js';
import { clearRoom, find, h, paint } from './dom.js';
import { layoutsPage } from './editor.js';
import { guidePage, openGuide } from './guide.js';
import { icon } from './icons.js';
import { lessonPage } from './lesson.js';
import { lobbyPage } from './lobby.js';
import { playPage } from './play.js';
import { replayPage, takeDrops } from './replay.js';
import { change, settings, showTheme } from './settings.js';
import { standingsPage } from './standings.js';
import { toast, untoast } from './toast.js';
import { loadWords, say } from './words.js';

/** @typedef {{close: () => void, redraw: () => void, key: (e: KeyboardEvent) => void, holds?: () => string, game: () => {digest: string, rules?: Rules | null}}} Room holds: if to ask before it is left, what that is called; game: what is played or chosen here */
/** @typedef {import('../types').Rules} Rules */

let root = find('main');
/** @type {Room | null} */
let room = null;

/** The address without its mark, in parts. */
const address = () => location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);

/** A match, which an invite in the address lets everybody watch: after a reload too. @param {HTMLElement} root @param {string} id @param {string} invite */
function matchPage(root, id, invite) {
  if (invite) post('/api/watch', { invite }).catch(toast); // the page follows the match as soon as there is one
  return playPage(root, id);
}

/** The pages besides the lobby. @type {Map<string, (root: HTMLElement, what: string, turn: string) => Room>} */
const ROOMS = new Map(
  Object.entries({
    match: matchPage,
    wall: matchPage,
    layouts: layoutsPage,
    record: replayPage,
    standings: standingsPage,
    learn: lessonPage,
    howto: guidePage,
  }),
);

let heed = () => {}; // ends following which matches wait, in a room that follows no match itself
let place = ''; // the address of the room

/** Goes to the room of the address. Out of a match whose clock goes on, the reader is asked first, however they leave: a browser's Back can be undone, not prevented. */
function go() {
  if (document.querySelector('.leaves')) return;
  const leave = room?.holds?.();
  if (!leave) return enter();
  const from = place,
    over = setInterval(() => room?.holds?.() || dialog.close(), 500), // the match may end meanwhile
    button = (/** @type {string} */ word, /** @type {string} */ answer, look = '') =>
      h('button', { class: `btn${look}`, type: 'button', on: { click: () => dialog.close(answer) } }, say(word));
  /** @type {HTMLDialogElement} */
  const dialog = h(
    'dialog',
    {
      class: 'leaves',
      'aria-labelledby': 'leaves-title',
      on: {
        close: () => {
          clearInterval(over);
          dialog.remove();
          if (dialog.returnValue) enter();
          else if (location.hash !== from) history.pushState(null, '', from);
        },
      },
    },
    dueBox(),
    h('p', { id: 'leaves-title' }, say('act.leave.how')),
    h('div', { class: 'row' }, button('act.resign.no', '', ' main'), button(leave, 'leave')),
  );
  document.body.append(dialog);
  dialog.showModal();
}

function enter() {
  place = location.hash;
  const [where, what = '', turn = ''] = address();
  room?.close();
  root = clearRoom();
  const make = where === 'match' && !what ? undefined : ROOMS.get(where);
  room = make ? make(root, what, turn) : lobbyPage(root, where);
  document.body.dataset.room = make ? where : 'lobby';
  heed();
  heed =
    make === matchPage
      ? () => {}
      : follow(
          '',
          () => {},
          () => {},
        );
  showDue(where === 'match' ? what : '');
  bar();
}

function bar() {
  const [here] = address();
  const to = (/** @type {string} */ where, /** @type {string} */ word) =>
    h('a', { class: 'to', href: `#/${where}`, 'aria-current': (here || '') === where && 'page' }, say(word));
  paint(
    find('header'),
    h(
      'a',
      {
        class: 'skip',
        href: '#main',
        on: {
          click: (/** @type {Event} */ e) => {
            e.preventDefault();
            root.focus();
          },
        },
      },
      say('nav.skip'),
    ),
    brand(),
    h(
      'nav',
      { 'aria-label': say('nav') },
      to('', 'nav.lobby'),
      to('layouts', 'nav.layouts'),
      to('record', 'nav.replay'),
      to('standings', 'nav.standings'),
    ),
    h('span', { class: 'grow' }),
    h(
      'button',
      { type: 'button', 'data-key': 'guide', 'aria-label': say('guide'), on: { click: guide } },
      icon('book'),
      h('span', { class: 'wide' }, say('guide')),
    ),
    h(
      'button',
      {
        class: 'sound',
        type: 'button',
        'aria-pressed': String(settings.sound),
        'aria-label': say('more.sound'),
        title: say('more.sound'),
        on: {
          click: () => {
            change({ sound: !settings.sound });
            bar();
          },
        },
      },
      icon(settings.sound ? 'sound' : 'mute'),
    ),
    lightButton(bar),
    languageList(() =>
      loadWords().then(() => {
        untoast();
        bar();
        room?.redraw();
      }, toast),
    ),
  );
}

/** How this page's game is played: over a match, which continues; otherwise on a page of its own. */
function guide() {
  const { digest, rules } = room?.game() ?? { digest: '' };
  if (rules) openGuide(rules, digest);
  else location.hash = `#/howto/${digest}`;
}

addEventListener('keydown', e => document.querySelector('dialog[open]') || room?.key(e)); // a dialog has its own keys
takeDrops();
showTheme();
loadWords().then(() => {
  addEventListener('hashchange', go); // not before: two rooms would be made, and the first take the invite from the address
  enter();
}, toast);
