// An invite for a friend: as text, as a line for a terminal, as a code for a camera; and whether it was used.

import { fetchJSON } from './api.js';
import { h, s } from './dom.js';
import { icon } from './icons.js';
import { phraseFor } from './phrase.js';
import { placeAt } from './people.js';
import { placed } from './seating.js';
import { termsList } from './terms.js';
import { toast } from './toast.js';
import { say } from './words.js';

/** @type {Map<string, {size: number, rows: string[]} | null>} */
const codes = new Map();

/**
 * The modules of a QR code, which the program worked out, as one path.
 * @param {string} match
 * @param {string} seat
 * @param {string} invite
 */
function qr(match, seat, invite) {
  const code = codes.get(invite);
  const box = h('div', { class: 'qr', key: `qr-${seat}`, 'data-own': true, 'data-seat': seat });
  const fill = (/** @type {HTMLElement} */ at, /** @type {{size: number, rows: string[]}} */ { size, rows }) => {
    const d = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === '1' ? `M${x} ${y}h1v1h-1z` : ''))).join('');
    at.replaceChildren(s('svg', { viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: 'img', 'aria-label': say('invite.qr') }, s('path', { d })));
  };
  if (code) fill(box, code);
  else if (code === undefined) {
    codes.set(invite, null);
    fetchJSON(`/api/qr?match=${encodeURIComponent(match)}&seat=${encodeURIComponent(seat)}`).then(found => {
      if (!found) return; // the seat has just been taken
      codes.set(invite, found);
      for (const at of document.querySelectorAll(`.qr[data-seat="${CSS.escape(seat)}"]`)) if (at instanceof HTMLElement) fill(at, found);
    }, toast);
  }
  return box;
}

/** @param {string} text */
const copy = text => navigator.clipboard.writeText(text).then(() => toast(say('copied')), toast);

/**
 * The invite to one seat. Where there are several, each says whose it is, and keeps its code folded.
 * @param {string} match
 * @param {string} seat
 * @param {string} invite
 * @param {boolean} only
 * @param {string} place
 */
function ticket(match, seat, invite, only, place) {
  const label = `invite-${seat}`;
  return h('div', { key: label, 'data-invite': seat }, h('p', { class: 'h', id: label }, only && !place ? say('invite.one') : say('invite.for', placed(place, seat))),
    h('div', { class: 'copybox' }, h('code', { class: 'mono', tabindex: 0, role: 'textbox', 'aria-readonly': 'true', 'aria-labelledby': label }, invite), h('button', { class: 'btn main', type: 'button', on: { click: () => copy(invite) } }, icon('copy'), say('invite.copy'))),
    h('div', { class: 'row' },
      h('a', { class: 'link small', href: `mailto:?subject=${encodeURIComponent(say('invite.subject'))}&body=${encodeURIComponent(place ? say('invite.letter.for', placed(place, seat), invite) : say('invite.letter', invite))}` }, say('invite.mail')),
      h('button', { class: 'link small', type: 'button', on: { click: () => copy(`darkjunqi join ${invite}`) } }, say('invite.command'))),
    !only && h('details', null, h('summary', null, say('invite.qr')), qr(match, seat, invite)));
}

/** The invite for those who only watch. @param {import('../types').State} state */
export const watchInvite = state => state.watchInvite && h('details', { key: 'watch' }, h('summary', null, icon('eye'), ' ', say('watch.invite')),
  h('p', { class: 'small mute' }, say('watch.how')),
  h('div', { class: 'copybox' }, h('code', { class: 'mono' }, state.watchInvite), h('button', { class: 'btn', type: 'button', on: { click: () => copy(state.watchInvite) } }, icon('copy'), say('invite.copy'))));

/**
 * @param {string} match
 * @param {import('../types').State} state
 * @param {import('../types').Table} table
 */
export function inviteCard(match, state, table) {
  const invites = Object.entries(state.invites), others = state.seats.filter(x => x.seat !== table.seat && !table.players.find(p => p.seat === x.seat)?.computer), joined = others.filter(x => x.joined).length;
  /** @type {[string, string, string][]} */
  const steps = [
    ['done', say('invite.ready'), say('invite.ready.how')],
    [joined === others.length ? 'done' : 'now', joined ? say('invite.joined', joined, others.length) : say('invite.waiting'), say('invite.waiting.how')],
    ['', say('invite.layouts'), say('invite.layouts.how')],
  ];
  return [
    h('h2', { class: 'title' }, say(others.length > 1 ? 'voice.waiting.many' : 'voice.waiting')),
    h('div', { class: 'invite' }, invites.length === 1 && qr(match, invites[0][0], invites[0][1]),
      h('div', { class: 'stack grow' },
        invites.map(([seat, invite]) => ticket(match, seat, invite, invites.length === 1, placeAt(table, seat))),
        h('ol', { class: 'ladder' }, steps.map(([at, title, text]) => h('li', { class: at }, at === 'done' ? icon('tick') : at === 'now' ? h('span', { class: 'spin' }) : h('span', { class: 'ball' }), h('div', null, h('b', null, title), h('span', { class: 'small mute' }, text))))))),
    phraseFor(match),
    watchInvite(state), state.watchers > 0 && h('p', { class: 'small mute', key: 'watchers' }, say('watch.count', state.watchers)),
    table.rules && h('details', null, h('summary', null, say('invite.terms')), termsList(match)),
  ];
}
