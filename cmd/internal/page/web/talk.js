// What seated players say to each other: set phrases, and text where the match allows it. It is shown as plain text,
// and is in no transcript.

import { h } from './dom.js';
import { icon } from './icons.js';
import { isBot, playerName } from './people.js';
import { say } from './words.js';

/** @typedef {import('../types').Table} Table */
/** @typedef {import('../types').State} State */
/** @typedef {{seat: string, phrase?: number, text?: string, at: number}} Said */

const SHOWN = 5; // messages in the card
const LONG = 80; // characters of a text
const FRESH = 9000; // ms for which a message is shown beside its player

/** Phrases for anybody, what is said most first, except the last two, which are for the end; and those for a partner. */
const ANY = [1, 2, 3, 4, 5, 6, 13, 14, 15, 16, 17, 18],
  PARTNER = [7, 8, 9, 10, 11, 12];

/** Whether somebody hears what is said here: a computer doesn't. @param {Table} table @param {State} state */
const isHeard = (table, state) => state.talkTo.some(seat => !isBot(nameOf(table, seat)));

/** Whether there is anything to say, or to read. @param {Table} table @param {State} state @param {Said[]} said */
export const talks = (table, state, said) => isHeard(table, state) || said.length > 0;

/** The names of players whom the reader has muted since the page was opened: they stay so in a rematch. @type {Set<string>} */
const hushed = new Set();

/** @param {Table} table @param {string} seat */
const nameOf = (table, seat) => table.players.find(p => p.seat === seat)?.name ?? '';

/** Mutes whom the reader muted in an earlier match. @param {Table} table @param {State} state @param {(command: {do: string, [field: string]: unknown}) => Promise<boolean>} command */
export const hush = (table, state, command) =>
  state.seats
    .filter(s => state.talkTo.includes(s.seat) && !s.muted && hushed.has(nameOf(table, s.seat)))
    .forEach(({ seat }) => command({ do: 'mute', seat }));

/** What was said, in the reader's language. @param {{phrase?: number, text?: string}} said */
export const sayingWords = said => (said.phrase ? say(`say.${said.phrase}`) : (said.text ?? ''));

/** What a player has just said, for its plate. @param {Said[]} all @param {string} seat @param {number} now */
export function fresh(all, seat, now) {
  const last = all.filter(s => s.seat === seat).pop();
  return last && now - last.at < FRESH ? sayingWords(last) : '';
}

/** The others' last message, and the one before it while that is fresh. @param {Said[]} all @param {string} own @param {number} now */
export const lately = (all, own, now) =>
  all
    .filter(s => s.seat !== own)
    .slice(-2)
    .filter((s, i, last) => i === last.length - 1 || now - s.at < FRESH);

/**
 * @param {Table} table
 * @param {State} state
 * @param {Said[]} said
 * @param {(command: {do: string, [field: string]: unknown}) => Promise<boolean>} command
 */
export function talkCard(table, state, said, command) {
  const pair = table.players.length === 2,
    [first, rest] = pair
      ? [state.result ? [...ANY.slice(-2), ...ANY.slice(0, -2)] : ANY, []]
      : [[...PARTNER, ...ANY.slice(0, 6)], ANY.slice(6)];
  const phrase = (/** @type {number} */ n) =>
    h(
      'button',
      { class: 'chip phrase', type: 'button', key: `say-${n}`, on: { click: () => command({ do: 'say', phrase: n }) } },
      say(`say.${n}`),
    );
  const send = async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const field = /** @type {HTMLInputElement | null} */ (
        /** @type {HTMLFormElement} */ (e.currentTarget).querySelector('input')
      ),
      text = field?.value.trim().replace(/\s+/g, ' ');
    if (field && text && (await command({ do: 'say', text }))) field.value = '';
  };
  const log = [
    h('h2', { class: 'h' }, say('talk.title'), h('span', { class: 'num small' }, say('talk.note'))),
    h(
      'div',
      { class: 'sayings', role: 'log', 'aria-label': say('talk.title'), key: 'log' },
      said.slice(-SHOWN).map(s => h('p', null, h('b', null, playerName(table, s.seat)), ' ', sayingWords(s))),
    ),
  ];
  return !isHeard(table, state)
    ? [log, h('p', { class: 'small mute', key: 'over' }, say('talk.over'))]
    : [
        log,
        h('div', { class: 'phrases', key: 'phrases' }, first.map(phrase)),
        rest.length > 0 &&
          h(
            'details',
            { key: 'rest' },
            h('summary', { class: 'small' }, say('talk.more')),
            h('div', { class: 'phrases' }, rest.map(phrase)),
          ),
        state.talk === 'free'
          ? h(
              'form',
              { class: 'row say', key: 'free', on: { submit: send } },
              h('label', { class: 'hidden-text', for: 'say-text' }, say('talk.free')),
              h('input', {
                id: 'say-text',
                class: 'grow',
                type: 'text',
                maxlength: LONG,
                autocomplete: 'off',
                placeholder: say('talk.free'),
              }),
              h('button', { class: 'btn', type: 'submit' }, say('talk.send')),
            )
          : h('p', { class: 'small mute', key: 'only' }, say('talk.partner')),
        h(
          'div',
          { class: 'row', key: 'mute' },
          state.talkTo.map(seat => {
            const muted = state.seats.find(s => s.seat === seat)?.muted,
              word = say(muted ? 'talk.unmute' : 'talk.mute', playerName(table, seat));
            return h(
              'button',
              {
                class: 'link small',
                type: 'button',
                key: `mute-${seat}`,
                'aria-pressed': String(Boolean(muted)),
                on: {
                  click: () => {
                    hushed[muted || !nameOf(table, seat) ? 'delete' : 'add'](nameOf(table, seat));
                    command({ do: muted ? 'unmute' : 'mute', seat });
                  },
                },
              },
              icon(muted ? 'sound' : 'mute'),
              word,
            );
          }),
        ),
      ];
}
