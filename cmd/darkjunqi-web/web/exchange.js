// Two browsers connect by texts that their players send each other, an invite with an offer and a reply: at the start
// of a match, and again after a lost connection.

import { fetchJSON, post } from '../../internal/page/web/api.js';
import { copy } from '../../internal/page/web/clipboard.js';
import { h, paint } from '../../internal/page/web/dom.js';
import { dueBox } from '../../internal/page/web/due.js';
import { icon } from '../../internal/page/web/icons.js';
import { copyBox, drawn, here } from '../../internal/page/web/invite.js';
import { playerName, seatName } from '../../internal/page/web/people.js';
import { phraseFor } from '../../internal/page/web/phrase.js';
import { termsList } from '../../internal/page/web/terms.js';
import { toast } from '../../internal/page/web/toast.js';
import { say } from '../../internal/page/web/words.js';

/** @typedef {import('../../internal/page/types').State} State */
/** @typedef {import('../../internal/page/types').Table} Table */
/** @typedef {import('../../internal/page/types').Link} Link */

const REPLY = /\bdjqa1[a-z2-7\s]+/i,
  SHORT = 100; // a reply is longer

/** The invites requested, by match and seat. @type {Map<string, Link | null>} */
const invites = new Map();
/** What was pasted. @type {Map<string, string>} */
const pasted = new Map();
/** The replies being processed. @type {Set<string>} */
const taking = new Set();
/** The guests who have connected, with the words for it. @type {Map<string, {words: string}>} */
const guests = new Map();
/** What a program sends in a match, and when it was queried. @type {Map<string, {role: string, at: number}>} */
const roles = new Map();
const ROLE = 3000; // ms for which a role is taken to be the same

/** A text to send. @param {string} text @param {string} label @param {string} word */
const sendable = (text, label, word) =>
  copyBox(
    text,
    label,
    word,
    navigator.share !== undefined &&
      h(
        'button',
        { class: 'btn', type: 'button', on: { click: () => navigator.share({ text }).catch(() => {}) } },
        say('exchange.share'),
      ),
  );

/** What the program sends in a match, as far as it is known. @param {string} match @param {() => void} changed */
function roleIn(match, changed) {
  const { role, at } = roles.get(match) ?? { role: '', at: -Infinity },
    now = performance.now();
  if (now - at > ROLE) {
    roles.set(match, { role, at: now });
    fetchJSON(`/api/exchange/role?match=${encodeURIComponent(match)}`).then(found => {
      roles.set(match, { role: found, at: now });
      if (found !== role) changed();
    }, toast);
  }
  return role;
}

/** @param {string} match @param {string} seat @param {() => void} render */
function inviteTo(match, seat, render) {
  const key = `${match} ${seat}`,
    found = invites.get(key);
  if (found === undefined) {
    invites.set(key, null);
    post('/api/exchange/invite', { match, seat, page: here() }).then(
      made => {
        invites.set(key, made);
        render();
      },
      error => {
        toast(error);
        setTimeout(() => invites.delete(key), 1000);
      },
    );
  }
  return found;
}

/** Takes the reply to the invite to a seat. @param {string} match @param {string} seat @param {() => void} render */
async function take(match, seat, render) {
  const key = `${match} ${seat}`;
  if (taking.has(key)) return;
  taking.add(key);
  render();
  try {
    await post('/api/exchange/reply', { match, reply: pasted.get(key) ?? '' });
    const guest = { words: 'exchange.taken' };
    guests.set(key, guest);
    post('/api/exchange/left', { match, seat }).then(
      () => {
        guest.words = 'exchange.left';
        render();
      },
      () => {},
    );
  } catch (error) {
    toast(error);
  }
  pasted.delete(key);
  taking.delete(key);
  invites.delete(key); // an offer is good for one reply
  render();
}

/**
 * The texts for one seat: the invite to send, and the field for the reply.
 * @param {string} match @param {Table} table @param {string} seat @param {boolean} again it has joined before @param {boolean} only @param {() => void} render
 */
function exchange(match, table, seat, again, only, render) {
  const key = `${match} ${seat}`,
    link = inviteTo(match, seat, render),
    silent = link && !link.replied,
    busy = taking.has(key),
    who = again ? playerName(table, seat) : seatName(seat),
    box = `reply-${seat}`,
    guest = guests.get(key);
  const steps = [
    !again &&
      guest &&
      h(
        'li',
        { class: 'done' },
        icon(guest.words === 'exchange.taken' ? 'tick' : 'off'),
        h('div', { role: 'status' }, say(guest.words)),
      ),
    h(
      'li',
      { class: 'now' },
      h('span', { class: 'nth' }, '1'),
      h(
        'div',
        null,
        h('b', null, again ? say('exchange.again', who) : only ? say('exchange.send') : say('exchange.send.to', who)),
        h('span', { class: 'small mute' }, say(link?.link ? 'exchange.link.how' : 'exchange.text.how')),
        link
          ? sendable(link.link || link.invite, say('invite.one'), say(link.link ? 'exchange.copy.link' : 'invite.copy'))
          : h('p', { class: 'mute' }, h('span', { class: 'spin' })),
        link?.link &&
          h(
            'button',
            { class: 'link small', type: 'button', on: { click: () => copy(link.invite) } },
            say('exchange.copy.text'),
          ),
      ),
    ),
    silent
      ? (only || again) &&
        h(
          'li',
          null,
          h('span', { class: 'spin' }),
          h('div', null, h('span', null, say(again ? 'exchange.relay.again' : 'exchange.relay.ready'))),
        )
      : h(
          'li',
          { class: 'now' },
          h('span', { class: 'nth' }, '2'),
          h(
            'div',
            null,
            h('label', { for: box }, h('b', null, say('exchange.reply'))),
            h('span', { class: 'small mute' }, say('exchange.reply.how')),
            h('textarea', {
              id: box,
              class: 'mono',
              rows: 2,
              placeholder: 'djqa1…',
              spellcheck: 'false',
              autocapitalize: 'off',
              autocomplete: 'off',
              disabled: busy,
              key: `${box}-${invites.get(key)?.invite.slice(-12) ?? ''}`,
              on: {
                input: (/** @type {Event} */ e) => {
                  const text = /** @type {HTMLTextAreaElement} */ (e.target).value;
                  pasted.set(key, text);
                  if (
                    /** @type {InputEvent} */ (e).inputType !== 'insertText' &&
                    (REPLY.exec(text)?.[0].length ?? 0) > SHORT
                  )
                    take(match, seat, render);
                  else render();
                },
              },
            }),
            h(
              'button',
              {
                class: `btn wide-btn${pasted.get(key)?.trim() ? ' main' : ''}`,
                type: 'button',
                disabled: busy || !pasted.get(key)?.trim(),
                on: { click: () => take(match, seat, render) },
              },
              busy ? h('span', { class: 'spin' }) : null,
              say(busy ? 'exchange.connecting' : 'exchange.connect'),
            ),
          ),
        ),
  ];
  const list = h('ol', { class: 'ladder exchange' }, steps);
  return h(
    'div',
    { key: `exchange-${seat}`, class: 'invite', 'data-invite': seat },
    link && only && drawn(link.qr),
    h(
      'div',
      { class: 'stack grow' },
      list,
      link && !only && h('details', null, h('summary', null, say('invite.qr')), drawn(link.qr)),
    ),
  );
}

/**
 * What a host has to send while somebody is missing; null if nothing.
 * @param {string} match @param {State} state @param {Table} table @param {() => void} render
 */
function hostCard(match, state, table, render) {
  const missing = state.seats.filter(x => x.seat !== table.seat && !x.online && !x.out);
  for (const x of state.seats) if (x.online) invites.delete(`${match} ${x.seat}`); // the next is another
  if (!missing.length) return null;
  const fresh = missing.some(x => !x.joined),
    only = missing.length === 1;
  return h(
    'section',
    { class: 'card host', key: 'exchange' },
    h('h2', { class: 'title' }, say(fresh ? (only ? 'voice.waiting' : 'voice.waiting.many') : 'exchange.lost')),
    !fresh && h('p', { class: 'small mute' }, say('exchange.lost.how')),
    missing.map(x => exchange(match, table, x.seat, x.joined, only, render)),
    !only &&
      missing.some(x => !x.joined && invites.get(`${match} ${x.seat}`)?.replied === false) &&
      h('p', { class: 'small mute', key: 'silent' }, say('exchange.relay.ready')),
    missing.some(x => invites.get(`${match} ${x.seat}`)?.replied) &&
      h('p', { class: 'small mute' }, say('exchange.open')),
    fresh && phraseFor(match),
    fresh && table.rules && h('details', null, h('summary', null, say('invite.terms')), termsList(match)),
  );
}

/**
 * What a guest needs to connect again.
 * @param {string} match @param {State} _state @param {Table} _table @param {() => void} render
 */
function guestCard(match, _state, _table, render) {
  const key = `${match} guest`,
    text = pasted.get(key) ?? '';
  return h(
    'section',
    { class: 'card host', key: 'exchange' },
    h('h2', { class: 'title' }, say('exchange.lost')),
    h('p', { class: 'small mute' }, say('exchange.lost.guest')),
    h('label', { for: 'again-in', class: 'h' }, say('exchange.paste')),
    h('textarea', {
      id: 'again-in',
      class: 'mono',
      rows: 2,
      placeholder: 'djq1…',
      spellcheck: 'false',
      autocapitalize: 'off',
      on: {
        input: (/** @type {Event} */ e) => {
          pasted.set(key, /** @type {HTMLTextAreaElement} */ (e.target).value);
          render();
        },
      },
    }),
    h(
      'button',
      {
        class: `btn wide-btn${text.trim() ? ' main' : ''}`,
        type: 'button',
        disabled: !text.trim(),
        on: {
          click: () => {
            answer(text).then(() => {
              pasted.delete(key);
              render();
            }, toast);
          },
        },
      },
      say('exchange.connect'),
    ),
  );
}

const CARDS = new Map([
  ['host', hostCard],
  ['guest', guestCard],
]);

/**
 * What to send so that a match can continue; null if nothing.
 * @param {string} match @param {State} state @param {Table} table @param {() => void} render
 */
export function exchangeCard(match, state, table, render) {
  return lacks(match, state, table, render)
    ? (CARDS.get(roleIn(match, render))?.(match, state, table, render) ?? null)
    : null;
}

/** Whether somebody is missing who can only be reached by texts. @param {string} match @param {State} state @param {Table} table @param {() => void} render */
export function lacks(match, state, table, render) {
  if (state.connection.how !== 'webnet' || state.result || state.conviction || state.connection.done) return false;
  const others = state.seats.filter(x => x.seat !== table.seat && !x.out);
  if (others.every(x => x.online)) return false;
  const role = roleIn(match, render);
  return role === 'host' || (role === 'guest' && !others.some(x => x.online)); // a guest reaches the others through the host
}

/** The dialog for it while the board is shown. @type {HTMLDialogElement | null} */
let dialog = null;

/**
 * A button that opens what is to be sent, while the board is shown; false if there is nothing. The open dialog follows the match.
 * @param {string} match @param {State} state @param {Table} table @param {() => void} render
 */
export function exchangeButton(match, state, table, render) {
  const fill = () =>
    dialog &&
    paint(
      dialog,
      dueBox(),
      exchangeCard(match, state, table, render),
      h(
        'div',
        { class: 'row end' },
        h('button', { class: 'btn', type: 'button', on: { click: () => dialog?.close() } }, say('exchange.later')),
      ),
    );
  if (!lacks(match, state, table, render)) {
    dialog?.close();
    return false;
  }
  fill();
  return h(
    'button',
    {
      class: 'btn main',
      type: 'button',
      key: 'exchange',
      on: {
        click: () => {
          dialog?.remove();
          dialog = h('dialog', {
            class: 'exchanging',
            on: {
              close: () => {
                dialog?.remove();
                dialog = null;
              },
            },
          });
          document.body.append(dialog);
          fill();
          dialog.showModal();
        },
      },
    },
    say('exchange.reconnect'),
  );
}

/** Whether an invite's offer is used up, or is so from now on: it is good for one reply. @param {string} invite @param {boolean} [now] */
function usedUp(invite, now) {
  const key = 'darkjunqi-used',
    end = invite.slice(-12); // with its check sum
  try {
    const used = localStorage[key] ?? '';
    if (now) localStorage[key] = (used + end).slice(-1200);
    return used.includes(end);
  } catch {
    return false; // nothing is kept
  }
}

/**
 * Answers an invite: shows the reply, and waits until the host has taken it. The match is that of the invite if the
 * reader already plays it, otherwise "". An invite that needs no reply shows nothing; one that is used up shows that,
 * unless there is a match.
 * @param {string} invite
 * @returns {Promise<string>}
 */
export async function answer(invite) {
  const used = usedUp(invite),
    { reply, match } = await post('/api/exchange/answer', { invite, used });
  if (!reply && (match || !used)) return match;
  const given = new AbortController(),
    box = h('dialog', { class: 'reply', 'aria-labelledby': 'reply-title' });
  document.body.append(box);
  paint(
    box,
    dueBox(),
    h('h2', { id: 'reply-title' }, say(used ? 'exchange.used' : 'exchange.answer')),
    h('p', { class: 'mute' }, say(used ? 'exchange.used.how' : 'exchange.answer.how')),
    !used && [
      sendable(reply, say('exchange.answer'), say('exchange.copy.reply')),
      h('p', { class: 'row waits' }, h('span', { class: 'spin' }), h('span', null, say('exchange.waiting'))),
      h('p', { class: 'small mute' }, say('exchange.open')),
    ],
    h(
      'div',
      { class: 'row end' },
      h(
        'button',
        { class: 'btn', type: 'button', on: { click: () => given.abort() } },
        say(used ? 'sheet.close' : 'exchange.cancel'),
      ),
    ),
  );
  box.addEventListener('close', () => given.abort());
  box.showModal();
  try {
    if (used)
      await new Promise((_, no) => {
        given.signal.onabort = () => no(given.signal.reason);
      });
    await post('/api/exchange/connected', { invite }, given.signal);
    usedUp(invite, true);
  } finally {
    box.remove();
  }
  return match;
}

/**
 * The friend's relay that the program uses, and a field for the invite to one.
 * @param {HTMLElement} at where it is shown
 */
export async function relayCard(at) {
  const used = await fetchJSON('/api/exchange/relay');
  const use = (/** @type {string} */ text) =>
    post('/api/exchange/relay', { invite: text }).then(() => relayCard(at), toast);
  const field = h('textarea', {
    id: 'relay-in',
    class: 'mono',
    rows: 2,
    placeholder: 'djqr1…',
    spellcheck: 'false',
    autocapitalize: 'off',
  });
  paint(
    at,
    h(
      'details',
      { class: 'relay', key: 'relay' },
      h('summary', null, say(used ? 'exchange.relay.used' : 'exchange.relay')),
      h('p', null, say('exchange.relay.how')),
      !used && h('label', { for: 'relay-in', class: 'hidden-text' }, say('exchange.relay')),
      !used && field,
      used
        ? h('button', { class: 'btn small', type: 'button', on: { click: () => use('') } }, say('exchange.relay.stop'))
        : h(
            'button',
            {
              class: 'btn small',
              type: 'button',
              on: { click: () => use(/** @type {HTMLTextAreaElement} */ (at.querySelector('#relay-in')).value) },
            },
            say('exchange.relay.use'),
          ),
    ),
  );
}
