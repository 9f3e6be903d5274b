// People with whom matches were finished: each can be invited, named and forgotten.

import { post } from './api.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { toast } from './toast.js';
import { ago, say } from './words.js';

/** @typedef {import('../types').Friend} Friend */

/** A friend's name: as this player says, otherwise as they call themselves. @param {Friend} f */
export const friendName = f => f.name || (f.said && say('friends.said', f.said)) || say('lobby.nameless');

/** What the friend is called who was invited to a match from this tab; after a reload too. @param {string} match @param {string} [now] */
export function invited(match, now) {
  const key = `invited ${match}`;
  try {
    if (now) sessionStorage[key] = now;
    return sessionStorage[key] ?? '';
  } catch {
    return ''; // nothing is kept
  }
}

/**
 * The friends, and the field for naming one. A fresh invite has new keys: of those with the same name one is listed, which this player
 * has named or played with last, and the others below.
 * @param {{friends: Friend[], naming: string, forgetting: string, busy: boolean, invite: (f: Friend) => void, name: (key: string) => void, forget: (key: string) => void, changed: () => void}} o
 */
export const friendList = o => {
  const first = (/** @type {Friend} */ f) =>
      o.friends.find(g => g.name && g.name === called(f)) ?? o.friends.find(g => called(g) === called(f)),
    older = o.friends.filter(f => called(f) && first(f) !== f);
  return [
    h(
      'ul',
      { class: 'friends' },
      o.friends.filter(f => !older.includes(f)).map(f => friendLine(f, o)),
    ),
    older.length > 0 &&
      h(
        'details',
        { key: 'older' },
        h('summary', { class: 'small' }, say('friends.older', older.length)),
        h('p', { class: 'small mute' }, say('friends.older.how')),
        h(
          'ul',
          { class: 'friends' },
          older.map(f => friendLine(f, o, say('friends.key', f.key.slice(-4)))),
        ),
      ),
  ];
};

/** @param {Friend} f */
const called = f => f.name || f.said;

/** @param {Friend} f @param {Parameters<typeof friendList>[0]} o @param {string} [key] the end of it, if others have the same name */
const friendLine = (f, o, key = '') =>
  h(
    'li',
    { key: f.key },
    f.key === o.naming
      ? nameForm(f, o.changed)
      : [
          h(
            'span',
            { class: 'grow what' },
            h('b', null, friendName(f)),
            h('span', { class: 'small mute' }, ago(f.last), key && ` · ${key}`),
          ),
          h(
            'button',
            { class: 'btn', type: 'button', disabled: o.busy, on: { click: () => o.invite(f) } },
            say('friends.invite'),
          ),
          h(
            'button',
            {
              class: 'btn bare square',
              type: 'button',
              'aria-label': say('friends.name', friendName(f)),
              title: say('friends.name', friendName(f)),
              on: { click: () => o.name(f.key) },
            },
            icon('pen'),
          ),
          h(
            'button',
            {
              class: `btn bare square${f.key === o.forgetting ? ' ask' : ''}`,
              type: 'button',
              'aria-label': say('friends.forget', friendName(f)),
              title: say('friends.forget', friendName(f)),
              on: { click: () => o.forget(f.key) },
            },
            f.key === o.forgetting ? say('friends.forget.sure') : icon('trash'),
          ),
        ],
  );

/** @param {Friend} f @param {() => void} changed */
const nameForm = (f, changed) =>
  h(
    'form',
    {
      class: 'row grow',
      on: {
        submit: async (/** @type {SubmitEvent} */ e) => {
          e.preventDefault();
          const field = /** @type {HTMLFormElement} */ (e.currentTarget).querySelector('input');
          try {
            await post('/api/friends/name', { key: f.key, name: field?.value.trim() });
            changed();
          } catch (error) {
            toast(error);
          }
        },
      },
    },
    h('label', { class: 'hidden-text', for: 'friend-name' }, say('lobby.name')),
    h('input', { id: 'friend-name', class: 'grow', type: 'text', maxlength: 40, value: f.name || f.said }),
    h('button', { class: 'btn main', type: 'submit' }, say('editor.save')),
    h(
      'button',
      { class: 'btn', type: 'button', on: { click: changed } },
      icon('cross'),
      h('span', { class: 'hidden-text' }, say('sheet.close')),
    ),
  );
