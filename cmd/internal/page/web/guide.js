// How a game is played, in a few sentences that follow from its ruleset.

import { h, paint } from './dom.js';
import { icon } from './icons.js';
import { ladder, sign, typeOf } from './ranks.js';
import { listed, named, rulesName, say } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').TypeRule} TypeRule */

/**
 * Opens the guide over whatever is shown.
 * @param {Rules} rules
 */
export function openGuide(rules) {
  /** @type {HTMLDialogElement} */
  const dialog = h('dialog', { class: 'guide', 'aria-labelledby': 'guide-title', on: { close: () => dialog.remove(), click: (/** @type {Event} */ e) => e.target === dialog && dialog.close() } });
  paint(dialog,
    h('div', { class: 'row spread' }, h('h2', { id: 'guide-title' }, say('guide.title', rulesName(rules.name))), h('button', { class: 'btn bare square', type: 'button', autofocus: true, 'aria-label': say('sheet.close'), on: { click: () => dialog.close() } }, icon('cross'))),
    h('ul', { class: 'guide-lines' }, [aim(rules), unseen(rules), ...moves(rules), ...places(rules), ...shows(rules)].map(line => h('li', null, line))),
    h('h3', { class: 'h' }, say('guide.ranks')),
    h('ol', { class: 'guide-ranks' }, ladder(rules).map(id => rank(rules, id))),
    h('p', { class: 'small mute' }, say('guide.ranks.how')),
    h('ul', { class: 'guide-lines' }, apart(rules).map(t => h('li', null, h('b', null, named(t)), h('span', { class: 'small mute num' }, ` ×${t.count} `), ' ', fate(rules, t)))),
    h('h3', { class: 'h' }, say('guide.signs')),
    h('ul', { class: 'guide-lines' }, ['band', 'dot', 'slip', 'ring'].map(sign => h('li', null, say(`guide.signs.${sign}`)))),
    h('h3', { class: 'h' }, say('guide.hands')),
    h('ul', { class: 'guide-lines' }, [say('guide.hands.mark'), say('more.keys')].map(line => h('li', null, line))));
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Rules} rules @param {string} id */
function rank(rules, id) {
  const type = typeOf(rules, id);
  return type && h('li', null, h('span', { class: 'mini own red' }, sign(type)), h('span', null, named(type)), h('span', { class: 'small mute num' }, `×${type.count}`));
}

/** @param {Rules} rules */
function aim(rules) {
  const flag = typeOf(rules, rules.ends.flag);
  if (!flag) return say('guide.aim.plain');
  return say(rules.ends.carry ? 'guide.aim.carry' : 'guide.aim', named(flag));
}

/** What everybody learns of a clash. @param {Rules} rules */
const unseen = rules => say(rules.clash.announcements.some(a => a.attackerSeen || a.defenderSeen) ? 'guide.unseen.some' : 'guide.unseen');

/** @param {Rules} rules */
function moves(rules) {
  const going = (/** @type {string} */ along) => rules.types.filter(t => t.ways.some(w => w.along === along && w.most !== 1));
  const movers = rules.types.filter(t => t.ways.length), line = going('line'), rail = going('rail');
  const who = (/** @type {TypeRule[]} */ types) => (types.length > 3 ? say('guide.most') : listed(types.map(named)));
  return [
    say('guide.step'),
    line.length ? say(line.length + rail.length === movers.length ? 'guide.line.all' : 'guide.line', who(line)) : '',
    rail.length ? say('guide.rail', who(rail)) : '',
  ].filter(Boolean);
}

/** @param {Rules} rules */
const places = rules => rules.kinds.filter(k => k.safe || k.locked).map(k => say(k.safe ? 'guide.safe' : 'guide.locked', named(k)));

/** Whose fall gives its army's flag away. @param {Rules} rules */
function shows(rules) {
  const { table, announcements } = rules.clash;
  const giving = rules.types.filter((_, t) => rules.types.some((_, u) => announcements[table[t]?.[u]]?.attackerShowsFlag || announcements[table[u]?.[t]]?.defenderShowsFlag));
  return giving.length ? [say('guide.shows', listed(giving.map(named)))] : [];
}

/** Those outside the order of ranks. @param {Rules} rules */
const apart = rules => rules.types.filter(t => !ladder(rules).includes(t.id) && t.id !== rules.ends.flag);

/**
 * What comes of attacking a piece, and of its own attacks, by who leaves.
 * @param {Rules} rules
 * @param {TypeRule} type
 */
function fate(rules, type) {
  const { table, announcements } = rules.clash, at = rules.types.indexOf(type);
  const end = (/** @type {number} */ a, /** @type {number} */ d) => {
    const said = announcements[table[a]?.[d]];
    return !said ? '' : said.attackerLeaves && said.defenderLeaves ? 'both' : said.attackerLeaves ? 'attacker' : said.defenderLeaves ? 'defender' : '';
  };
  const others = rules.types.map((t, i) => ({ t, i })).filter(({ t }) => t.id !== rules.ends.flag);
  const attacked = grouped(others.filter(({ t }) => t.ways.length).map(({ t, i }) => [end(i, at), t]));
  const attacks = grouped(type.ways.length ? others.map(({ t, i }) => [end(at, i), t]) : []);
  if ([...attacked.keys(), ...attacks.keys()].every(k => k === 'both')) return say('guide.both');
  const words = (/** @type {'attacked' | 'attacks'} */ what, /** @type {Map<string, TypeRule[]>} */ groups) => {
    const ends = [...groups].filter(([k]) => k).sort((a, b) => b[1].length - a[1].length);
    return ends.length && say(`guide.${what}`, ends.map(([k, types], i) => (i ? say('guide.by', listed(types.map(named)), say(`guide.${what}.${k}`)) : say(`guide.${what}.${k}`))).join(say('guide.then')));
  };
  return [type.ways.length ? '' : say('guide.still'), words('attacked', attacked), words('attacks', attacks)].filter(Boolean).join(' ');
}

/**
 * @param {[string, TypeRule][]} pairs
 * @returns {Map<string, TypeRule[]>}
 */
function grouped(pairs) {
  /** @type {Map<string, TypeRule[]>} */
  const groups = new Map();
  for (const [key, type] of pairs) groups.set(key, [...(groups.get(key) ?? []), type]);
  return groups;
}
