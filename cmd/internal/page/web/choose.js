// Choosing the rules of a match: the usual options first, everything else folded away.

import { h } from './dom.js';
import { dotted, named, say } from './words.js';

/** @typedef {import('../types').Choices} Choices */
/** @typedef {import('../types').Choice} Choice */

/** The options that everybody looks at; the others are folded away. */
const FIRST = ['way', 'mode', 'clock', 'seats', 'show-flag', 'mines'];

/** The numbers offered besides the named values. @type {{[option: string]: string[]}} */
const NUMBERS = {
  clock: ['30', '60', '180', '600'],
  'quiet-draw': ['50', '71', '100'],
  grace: ['5', '10', '30'],
  timeouts: ['3', '4', '5'],
  'resign-from': ['10', '20', '50'],
};

const NARROW = 860; // px: on a narrower page the buttons that start a match come first

/** How clashes are resolved. @param {string} resolver */
export const resolved = resolver => say(`choose.resolver.${resolver}`);

/** The values that mean a number, or something that only a rules file can say. */
const OPEN = ['N', 'PAIRS'];

/** The values of an option that can be picked, each with its words. @param {Choice} choice */
function picks(choice) {
  const any = choice.values.find(v => v.word === 'N');
  const listed = choice.values.filter(v => !OPEN.includes(v.word)).map(v => ({ word: v.word, words: named(v.means) }));
  const wanted = any ? [...(NUMBERS[choice.name] ?? []), choice.value] : [choice.value];
  for (const word of wanted) {
    if (listed.some(v => v.word === word)) continue;
    const of = any ?? choice.values[choice.values.length - 1];
    listed.push({
      word,
      words: named(Object.fromEntries(Object.entries(of.means).map(([tag, words]) => [tag, words.replace('%', word)]))),
    });
  }
  return any
    ? listed.sort((a, b) => Number(b.word === 'off') - Number(a.word === 'off') || Number(a.word) - Number(b.word))
    : listed;
}

/** What has changed with an option, below it. @param {Choice[]} along */
const told = along =>
  along.length > 0 &&
  h(
    'span',
    { class: 'along small', role: 'status' },
    say('choose.along', dotted(...along.map(c => picks(c).find(v => v.word === c.value)?.words))),
  );

/**
 * @param {{name: string, value: string, usual: string}} choice
 * @param {string} head
 * @param {{word: string, words: string}[]} values
 * @param {(option: string, value: string) => void} change
 * @param {boolean} busy
 * @param {Choice[]} [along]
 * @param {string} [about]
 */
const selector = (choice, head, values, change, busy, along = [], about) =>
  h(
    'label',
    { class: `option${choice.value === choice.usual ? '' : ' changed'}`, key: choice.name, title: about },
    h('span', { class: 'h' }, head),
    h(
      'select',
      {
        name: choice.name,
        disabled: busy,
        on: {
          change: (/** @type {Event} */ e) => change(choice.name, /** @type {HTMLSelectElement} */ (e.target).value),
        },
      },
      values.map(v => h('option', { value: v.word, selected: v.word === choice.value, key: v.word }, v.words)),
    ),
    told(along),
  );

/** Options about whose pieces a player sees, shown by a picture, and where the players sit around its small board. */
const SEEN = ['mode', 'way'],
  COLOURS = ['red', 'blue', 'amber', 'teal', 'violet', 'slate'];

/** Where the others sit, around the board from the player's own seat. @type {{[seats: number]: string[]}} */
const PLACES = {
  2: ['you', 'far'],
  3: ['you', 'fr', 'fl'],
  4: ['you', 'right', 'far', 'left'],
  6: ['you', 'right', 'fr', 'far', 'fl', 'left'],
};

/** A small board as the player's seat sees it. @param {string} value @param {number[]} teams by seat */
const seen = (value, teams) =>
  h(
    'span',
    { class: 'seen', 'aria-hidden': 'true' },
    (PLACES[teams.length] ?? []).map((place, i) => {
      const shown = !i || value === 'open' || (value === 'partners' && teams[i] === teams[0]),
        type = say('choose.seen').split(' ')[i % 4];
      return h(
        'span',
        { class: `at-${place} mini ${COLOURS[i]}${i ? '' : ' own'}${shown ? '' : ' back'}` },
        shown && type,
      );
    }),
  );

/** @param {Choice} choice @param {number[]} teams @param {(option: string, value: string) => void} change @param {boolean} busy @param {Choice[]} along */
const pictured = (choice, teams, change, busy, along) =>
  h(
    'fieldset',
    { class: 'option pictured', key: choice.name, title: named(choice.about) },
    h('legend', { class: 'h' }, named(choice.head)),
    picks(choice).map(v =>
      h(
        'label',
        { class: 'choice', key: v.word },
        h('input', {
          class: 'hidden-text',
          type: 'radio',
          name: choice.name,
          value: v.word,
          checked: v.word === choice.value,
          disabled: busy,
          on: { change: () => change(choice.name, v.word) },
        }),
        seen(v.word, teams),
        h('span', null, v.words),
      ),
    ),
    told(along),
  );

/**
 * The options of the chosen rules.
 * @param {Choices} choices
 * @param {(option: string, value: string) => void} change
 * @param {boolean} busy
 * @param {string} resolver that was picked; '' is the usual one
 * @param {string} last the option changed last
 * @param {string[]} along those that changed with it
 */
export function chooser(choices, change, busy, resolver, last, along) {
  const first = FIRST.flatMap(name => choices.options.filter(c => c.name === name));
  const rest = choices.options.filter(c => !first.includes(c)),
    changed = rest.filter(c => c.value !== c.usual).length + Number(Boolean(resolver));
  const others = (/** @type {Choice} */ c) =>
    c.name === last ? choices.options.filter(o => along.includes(o.name)) : [];
  const row = (/** @type {Choice} */ c) =>
    selector(c, named(c.head), picks(c), change, busy, others(c), named(c.about));
  return h(
    'details',
    { class: 'more-options', open: innerWidth > NARROW },
    h('summary', null, say('choose.title')),
    h(
      'div',
      { class: 'options', key: 'first' },
      first.map(c => (SEEN.includes(c.name) ? pictured(c, choices.ruleset.teams, change, busy, others(c)) : row(c))),
    ),
    h(
      'details',
      { key: 'rest', class: 'more-options' },
      h(
        'summary',
        null,
        say('choose.more'),
        changed > 0 && h('span', { class: 'chip' }, say('choose.changed', changed)),
      ),
      h(
        'div',
        { class: 'options whole' },
        rest.map(row),
        choices.resolvers &&
          selector(
            { name: 'resolver', value: resolver || choices.resolvers[0], usual: choices.resolvers[0] },
            say('choose.resolver'),
            choices.resolvers.map(word => ({ word, words: resolved(word) })),
            change,
            busy,
          ),
      ),
    ),
  );
}
