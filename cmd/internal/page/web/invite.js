// An invite for a friend: as text, as a line for a terminal, as a code for a camera; and whether it was used.

import { fetchJSON } from './api.js';
import { copy } from './clipboard.js';
import { h, s } from './dom.js';
import { icon } from './icons.js';
import { phraseFor } from './phrase.js';
import { placeAt } from './people.js';
import { exchanges } from './program.js';
import { placed } from './seating.js';
import { termsList } from './terms.js';
import { toast } from './toast.js';
import { awaited } from './voice.js';
import { inLine, say } from './words.js';

/** @typedef {import('../types').Link} Link */

/** The invites as others open them, by their texts. @type {Map<string, Link | null>} */
const links = new Map();

/** What can be sent for an invite, once the program has said it. @param {string} match @param {string} seat @param {string} invite @param {() => void} render */
function linkOf(match, seat, invite, render) {
  const found = links.get(invite);
  if (found === undefined) {
    links.set(invite, null);
    fetchJSON(`/api/link?match=${encodeURIComponent(match)}&seat=${encodeURIComponent(seat)}`).then(made => {
      links.set(invite, made); // null if the seat has just been taken
      render();
    }, toast);
  }
  return found;
}

/** The address of this page, if others can open it. */
export const here = () =>
  location.protocol.startsWith('http') && !['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
    ? location.origin + location.pathname
    : '';

/** The modules of a QR code, which the program worked out, as one path. @param {Link['qr']} code */
export const drawn = ({ size, rows }) =>
  h(
    'div',
    { class: 'qr', 'data-own': true, key: rows.join('').slice(0, 400) },
    s(
      'svg',
      { viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: 'img', 'aria-label': say('invite.qr') },
      s('path', {
        d: rows.flatMap((row, y) => [...row].map((dark, x) => (dark === '1' ? `M${x} ${y}h1v1h-1z` : ''))).join(''),
      }),
    ),
  );

/** A text to send, with a button that copies it. @param {string} text @param {string} label @param {string} word @param {import('../types').Child} [more] */
export const copyBox = (text, label, word, more) =>
  h(
    'div',
    { class: 'copybox' },
    h('code', { class: 'mono', tabindex: 0, role: 'textbox', 'aria-readonly': 'true', 'aria-label': label }, text),
    more,
    h('button', { class: 'btn main', type: 'button', on: { click: () => copy(text) } }, icon('copy'), word),
  );

/**
 * The invite to one seat. Where there are several, each says whose it is, and keeps its code folded.
 * @param {string} seat
 * @param {string} invite
 * @param {boolean} only
 * @param {string} place
 * @param {Link | null | undefined} link
 */
function ticket(seat, invite, only, place, link) {
  const sent = link?.link || invite,
    letter = place ? say('invite.letter.for', placed(place, seat), invite) : say('invite.letter', invite);
  return h(
    'div',
    { key: `invite-${seat}`, 'data-invite': seat },
    h('p', { class: 'h' }, only && !place ? say('invite.one') : say('invite.for', placed(place, seat))),
    copyBox(sent, say('invite.one'), say(link?.link ? 'exchange.copy.link' : 'invite.copy')),
    h(
      'div',
      { class: 'row' },
      h(
        'a',
        {
          class: 'link small',
          href: `mailto:?subject=${encodeURIComponent(say('invite.subject'))}&body=${encodeURIComponent(link?.link ? `${link.link}\n\n${letter}` : letter)}`,
        },
        say('invite.mail'),
      ),
      link?.link &&
        h(
          'button',
          { class: 'link small', type: 'button', on: { click: () => copy(invite) } },
          say('exchange.copy.text'),
        ),
      h(
        'button',
        { class: 'link small', type: 'button', on: { click: () => copy(`darkjunqi join ${invite}`) } },
        say('invite.command'),
      ),
    ),
    link && !only && h('details', null, h('summary', null, say('invite.qr')), drawn(link.qr)),
  );
}

/** The invite for those who only watch. @param {string} match @param {import('../types').State} state @param {() => void} render */
export function watchInvite(match, state, render) {
  if (!state.watchInvite) return null;
  const link = linkOf(match, '', state.watchInvite, render),
    page = exchanges ? here() : '',
    sent = link?.link || (page ? `${page}#${state.watchInvite}` : state.watchInvite);
  return h(
    'details',
    { key: 'watch' },
    h('summary', null, icon('eye'), ' ', say('watch.invite')),
    h('p', { class: 'small mute' }, inLine(say('watch.how'), exchanges && say('watch.relay'))),
    copyBox(sent, say('watch.invite'), say(sent === state.watchInvite ? 'invite.copy' : 'exchange.copy.link')),
    link?.link && drawn(link.qr),
  );
}

/**
 * @param {import('./match.js').Match} of
 * @param {import('../types').State} state
 * @param {import('../types').Table} table
 * @param {() => void} render
 */
export function inviteCard({ id: match, friend }, state, table, render) {
  const invites = Object.entries(state.invites),
    others = state.seats.filter(x => x.seat !== table.seat && !table.players.find(p => p.seat === x.seat)?.computer),
    joined = others.filter(x => x.joined).length;
  const made = invites.map(([seat, invite]) => linkOf(match, seat, invite, render)),
    opens = made.some(link => link?.link);
  /** @type {[string, string, string][]} */
  const steps = [
    ['done', say('invite.ready'), say(opens ? 'invite.link.how' : 'invite.ready.how')],
    [
      joined === others.length ? 'done' : 'now',
      others.length > 1 || joined ? say('invite.joined', joined, others.length) : say('invite.waiting'),
      say('invite.waiting.how'),
    ],
    ['', say('invite.layouts'), say('invite.layouts.how')],
  ];
  return [
    h('h2', { class: 'title' }, awaited(friend, others.length > 1)),
    friend && h('p', { key: 'friend' }, say('invite.friend', friend)),
    h(
      'div',
      { class: 'invite' },
      made.length === 1 && made[0] && drawn(made[0].qr),
      h(
        'div',
        { class: 'stack grow' },
        invites.map(([seat, invite], i) => ticket(seat, invite, invites.length === 1, placeAt(table, seat), made[i])),
        h(
          'ol',
          { class: 'ladder' },
          steps.map(([at, title, text]) =>
            h(
              'li',
              { class: at },
              at === 'done' ? icon('tick') : at === 'now' ? h('span', { class: 'spin' }) : h('span', { class: 'ball' }),
              h('div', null, h('b', null, title), h('span', { class: 'small mute' }, text)),
            ),
          ),
        ),
      ),
    ),
    phraseFor(match),
    watchInvite(match, state, render),
    state.watchers > 0 && h('p', { class: 'small mute', key: 'watchers' }, say('watch.count', state.watchers)),
    table.rules && h('details', null, h('summary', null, say('invite.terms')), termsList(match)),
  ];
}
