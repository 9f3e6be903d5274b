// The seats of a match as one player sees them, and the choice of the player, a friend or the computer, for each seat of a new match.

import { h } from './dom.js';
import { swatch } from './panels.js';
import { placeOf, seatName, SIDES } from './people.js';
import { begun, say, together } from './words.js';

/** A seat by its place and its colour. @param {string} place @param {string} seat */
export const placed = (place, seat) => (place ? say('list.paren', place, seatName(seat)) : seatName(seat));

/** The seats of rules by their names; the first one hosts. @param {import('../types').Ruleset} rules */
const names = rules => ['red', 'blue', 'amber', 'teal', 'violet', 'slate'].slice(0, rules.seats);

/**
 * What several programs play besides their own seats, a sentence for each.
 * @param {string[]} all the seats
 * @param {Record<string, string>} computers by seat, the seat whose program plays it
 * @param {(player: string, who: string) => string} tell
 * @param {(seat: string) => string} name
 */
const eachProgram = (all, computers, tell, name) =>
  all
    .map(player => [player, together(all.filter(seat => computers[seat] === player).map(name))])
    .filter(([, who]) => who)
    .map(([player, who]) => h('p', { class: 'chip warn block', key: player, role: 'status' }, tell(player, who)));

/**
 * Chooses which seats friends take, and which the computer of one of them or of this program.
 * @param {import('../types').Ruleset} rules
 * @param {Record<string, string>} computers by seat, the seat whose program plays it
 * @param {string} level of this program's computer
 * @param {(seat: string, player: string) => void} give has a friend play a seat, for '', or a player's computer
 */
export function seatChooser(rules, computers, level, give) {
  const all = names(rules),
    [own, ...others] = all,
    friends = others.filter(seat => !computers[seat]);
  const place = (/** @type {string} */ seat) => placeOf(rules.teams, 0, all.indexOf(seat)) || seatName(seat);
  const whole = friends.length === 1; // one seat is for a friend; otherwise it would be practice
  return h(
    'div',
    { class: 'seatings', key: 'seats', role: 'group', 'aria-label': say('seats.title') },
    all.map((seat, i) =>
      h(
        'div',
        { class: `seating at-${i ? SIDES[i] : 'you'}`, key: seat },
        h(
          'span',
          { class: 'small mute' },
          swatch(seat, i === 0),
          ' ',
          i ? placeOf(rules.teams, 0, i) || seatName(seat) : say('seats.you'),
        ),
        i > 0 &&
          h(
            'div',
            { class: 'seg', role: 'group', 'aria-label': placeOf(rules.teams, 0, i) || seatName(seat) },
            h(
              'button',
              { type: 'button', 'aria-pressed': String(!computers[seat]), on: { click: () => give(seat, '') } },
              say('seats.friend'),
            ),
            h(
              'button',
              {
                type: 'button',
                'aria-pressed': String(!!computers[seat]),
                disabled: whole && !computers[seat],
                on: { click: () => give(seat, computers[seat] || own) },
              },
              say('seats.computer'),
            ),
          ),
        computers[seat]
          ? h(
              'select',
              {
                'aria-label': `${say('seats.of')} (${place(seat)})`,
                on: {
                  change: (/** @type {Event} */ e) => give(seat, /** @type {HTMLSelectElement} */ (e.target).value),
                },
              },
              [own, ...friends].map(player =>
                h(
                  'option',
                  { value: player, selected: player === computers[seat] },
                  begun(
                    player === own
                      ? say('list.paren', say('seat.computer.you'), say(`level.${level}`))
                      : say('seat.computer.of', place(player)),
                  ),
                ),
              ),
            )
          : i > 0 && h('p', { class: 'small mute' }, say('seats.friend.how')), // as high: nothing moves under the pointer
      ),
    ),
    eachProgram(
      all,
      computers,
      (player, who) => (player === own ? say('seats.peek', who) : say('seats.peek.of', place(player), who)),
      place,
    ),
  );
}

/** Who proposes a match, and where they sit, as the invited player sees it. @param {import('../types').Invitation} inv */
export function proposer({ ruleset, seats, host, hosts }) {
  const all = names(ruleset),
    place = placeOf(ruleset.teams, all.indexOf(seats[0]), all.indexOf(hosts)),
    who = host || seatName(hosts);
  return place ? say('list.paren', who, place) : who;
}

/** What an invited player must know about the computers. @param {import('../types').Invitation} inv */
export function computersTold(inv) {
  const all = names(inv.ruleset),
    own = inv.seats[0];
  const name = (/** @type {string} */ seat) =>
    placed(placeOf(inv.ruleset.teams, all.indexOf(own), all.indexOf(seat)), seat);
  return eachProgram(
    all,
    inv.computers,
    (player, who) =>
      player === own
        ? say('seats.told.you', who)
        : player === inv.hosts
          ? say('seats.told', who)
          : say('seats.told.of', name(player), who),
    name,
  );
}
