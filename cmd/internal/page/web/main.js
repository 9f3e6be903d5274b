// The page: its bar, and which of its rooms is shown. The address says which: #/match/…, #/layouts, #/record/….

import { fetchJSON } from './api.js';
import { find, h, paint } from './dom.js';
import { layoutsPage } from './editor.js';
import { openGuide } from './guide.js';
import { icon } from './icons.js';
import { lobbyPage } from './lobby.js';
import { playPage } from './play.js';
import { auditFile, replayPage } from './replay.js';
import { change, isDark, languages, settings, showTheme } from './settings.js';
import { toast } from './toast.js';
import { lang, loadWords, say } from './words.js';

/** @typedef {{close: () => void, redraw: () => void, key: (e: KeyboardEvent) => void, rules: () => Rules | null | undefined | Promise<Rules>}} Room */
/** @typedef {import('../types').Rules} Rules */

const root = find('main');
/** @type {Room | null} */
let room = null;

/** The address without its mark, in parts. */
const address = () => location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);

function enter() {
  const [where, what = '', turn = ''] = address();
  room?.close();
  root.replaceChildren();
  room = where === 'match' && what ? playPage(root, what) : where === 'layouts' ? layoutsPage(root, what) : where === 'record' ? replayPage(root, what, turn) : lobbyPage(root);
  document.body.dataset.room = where === 'match' || where === 'layouts' || where === 'record' ? where : 'lobby';
  bar();
}

function bar() {
  const [here] = address();
  const to = (/** @type {string} */ where, /** @type {string} */ word) => h('a', { class: 'to', href: `#/${where}`, 'aria-current': (here || '') === where && 'page' }, say(word));
  paint(find('header'),
    h('a', { class: 'skip', href: '#main', on: { click: (/** @type {Event} */ e) => { e.preventDefault(); root.focus(); } } }, say('nav.skip')),
    h('a', { class: 'brand', href: '#/', 'aria-label': say('brand') }, h('img', { src: 'icon.svg', alt: '', width: 30, height: 20 }), h('span', null, say('brand'))),
    h('nav', { 'aria-label': say('nav') }, to('', 'nav.lobby'), to('layouts', 'nav.layouts'), to('record', 'nav.replay')), h('span', { class: 'grow' }),
    h('button', { type: 'button', 'data-key': 'guide', 'aria-label': say('guide'), on: { click: guide } }, icon('book'), h('span', { class: 'wide' }, say('guide'))),
    h('button', { type: 'button', 'aria-pressed': String(settings.sound), 'aria-label': say('more.sound'), title: say('more.sound'), on: { click: () => { change({ sound: !settings.sound }); bar(); } } }, icon(settings.sound ? 'sound' : 'mute')),
    h('button', { type: 'button', 'aria-label': say('nav.theme'), title: say('nav.theme'), on: { click: () => { change({ theme: isDark() ? 'light' : 'dark' }); bar(); } } }, icon(isDark() ? 'sun' : 'moon')),
    h('label', { class: 'languages', title: say('nav.language') }, icon('globe'), h('select', { class: 'languages-list', 'aria-label': say('nav.language'), on: { change: async (/** @type {Event} */ e) => { change({ lang: /** @type {HTMLSelectElement} */ (e.target).value }); await loadWords(); bar(); room?.redraw(); } } },
      languages.map(l => h('option', { value: l.tag, lang: l.tag, selected: l.tag === lang() }, l.name)))));
}

/** How the game of this room is played; of the lobby's first rules where no game is chosen. */
async function guide() {
  try {
    const rules = (await room?.rules()) ?? (await fetchJSON(`/api/rules?digest=${(await fetchJSON('/api/lobby')).presets[0].digest}`));
    openGuide(rules);
  } catch (error) {
    toast(error);
  }
}

addEventListener('hashchange', enter);
addEventListener('keydown', e => document.querySelector('dialog[open]') || room?.key(e)); // a dialog has its own keys
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

showTheme();
loadWords().then(enter, toast);
