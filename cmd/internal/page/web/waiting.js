// The match that waits for its player, above everything else in the lobby: with its position, if the program runs it.

import { fetchJSON } from './api.js';
import { Board, STILL } from './board.js';
import { h } from './dom.js';
import { homeTurns } from './geometry.js';
import { icon } from './icons.js';
import { outsOf } from './past.js';
import { opponentNames } from './people.js';
import { stillThere } from './ranks.js';
import { ago, dotted, lang, listed, rulesName, say } from './words.js';

/** @typedef {import('../types').Past} Past */

const ROOM = { width: 300, height: 250 };

/** The match that waits, among the unfinished ones: a running one known to wait. @param {Past[]} going */
export const waits = going => going.find(m => m.yours && m.running && m.state === 'play');

/** Draws the positions of waiting matches, each when it, or the language, has changed. @param {() => void} drawn */
export function pictures(drawn) {
  let shows = '';
  /** @type {HTMLElement | null} */
  let picture = null;
  return (/** @type {Past} */ past) => {
    const now = `${past.match} ${past.turns} ${lang()}`;
    if (shows !== now) {
      shows = now;
      picture = null;
      fetchJSON(`/api/board?match=${encodeURIComponent(past.match)}`).then(
        ({ table, state }) => {
          if (shows !== now || !table.rules || !state.pieces.length) return;
          picture = position(table, state);
          drawn();
        },
        () => {},
      );
    }
    return picture;
  };
}

/** @param {import('../types').Table} table @param {import('../types').State} state */
function position(table, state) {
  const rules = /** @type {import('../types').Rules} */ (table.rules),
    board = new Board(rules),
    near = table.seat || rules.seats[0].name;
  board.fit(ROOM, homeTurns(rules, near), { close: false });
  board.show({
    ...STILL,
    pieces: state.pieces,
    light: table.seat,
    alive: Object.fromEntries(rules.seats.map(x => [x.name, stillThere(rules, state.pieces, x.name)])),
    last: state.last,
  });
  board.grid.remove(); // it is only for looking
  return h('div', { class: 'figure', 'data-own': true, 'aria-hidden': 'true', key: 'picture' }, board.element);
}

/** @param {Past} past @param {HTMLElement | null} picture @param {boolean} main whether it is the next thing to do */
export const waitingCard = (past, picture, main) =>
  h(
    'section',
    { class: 'card waits', key: 'waits' },
    picture,
    h(
      'div',
      { class: 'grow' },
      h('p', { class: 'lead yours' }, say('waits.yours')),
      h(
        'h1',
        { class: 'title' },
        say('waits.with', rulesName(past.rules), listed(opponentNames(past.opponents)) || say('lobby.nameless')),
      ),
      h('p', { class: 'mute' }, dotted(outsOf(past), past.turns ? say('past.turns', past.turns) : '', ago(past.when))),
      h(
        'a',
        { class: main ? 'btn main' : 'btn', href: `#/match/${encodeURIComponent(past.match)}` },
        icon('play'),
        say('past.resume'),
      ),
    ),
  );
