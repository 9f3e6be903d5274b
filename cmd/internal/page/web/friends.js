// People with whom matches were finished: each can be invited, named and forgotten.

import { post } from './api.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { toast } from './toast.js';
import { ago, say } from './words.js';

/** @typedef {import('../types').Friend} Friend */

/** A friend's name: as this player says, otherwise as they call themselves. @param {Friend} f */
export const friendName = f => f.name || (f.said && say('friends.said', f.said)) || say('lobby.nameless');

/**
 * The list, and the field for naming one.
 * @param {{friends: Friend[], naming: string, forgetting: string, busy: boolean, invite: (key: string) => void, name: (key: string) => void, forget: (key: string) => void, changed: () => void}} o
 */
export const friendList = o =>
  h(
    'ul',
    { class: 'friends' },
    o.friends.map(f =>
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
                h(
                  'span',
                  { class: 'small mute' },
                  ago(f.last),
                  o.friends.some(g => g !== f && (g.name || g.said) === (f.name || f.said)) &&
                    ` · ${say('friends.key', f.key.slice(-4))}`,
                ),
              ),
              h(
                'button',
                { class: 'btn', type: 'button', disabled: o.busy, on: { click: () => o.invite(f.key) } },
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
      ),
    ),
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
