// The lines of past and unfinished matches, in the lobby and in the replay's list.

import { h } from './dom.js';
import { icon } from './icons.js';
import { swatch } from './panels.js';
import { called, opponentNames } from './people.js';
import { ago, begun, dotted, listed, rulesName, say } from './words.js';

/** @typedef {import('../types').Past} Past */

export const UNDONE = ['play', 'setup', 'invited']; // the states in which a match can be resumed

/**
 * A match of the data folder, with a link to it.
 * @param {Past} past
 * @param {import('../types').Child} [beside]
 * @param {boolean} [main] whether it is the next thing to do
 * @param {string} [pressing] that its clock runs
 */
export function matchLine(past, beside, main = false, pressing = '') {
  const undone = past.running || UNDONE.includes(past.state);
  const why = because(past),
    words = past.you
      ? (past.you !== 'lost' || !why) && say(`past.${past.you}`)
      : say(past.verdict || undone ? `past.${past.state}` : 'past.auditing');
  const open = past.state === 'invited', // then a seat without a name may be free
    who = listed(opponentNames(past.opponents.filter(name => name || !open))) || (open ? '' : say('lobby.nameless'));
  const late = undone && past.skipped && say('turn.pass.you');
  const line = dotted(
    late,
    undone && outsOf(past),
    pressing,
    !late && words,
    why,
    past.turns ? say('past.turns', past.turns) : '',
    rulesName(past.rules),
  );
  const action = undone
    ? say('past.resume')
    : past.verdict === 'cheating'
      ? say('voice.evidence')
      : say('voice.replay');
  return h(
    'li',
    { key: past.match },
    swatch(past.seat, true),
    h('span', { class: 'grow what' }, who && h('b', null, who), h('span', { class: 'mute' }, begun(line))),
    h('time', { class: 'small mute', datetime: new Date(past.when).toISOString() }, ago(past.when)),
    verdictChip(undone && past.verdict === 'unfinished' ? '' : past.verdict),
    h(
      'a',
      { class: main ? 'btn main' : 'btn', href: `#/${undone ? 'match' : 'record'}/${encodeURIComponent(past.match)}` },
      action,
    ),
    beside,
  );
}

/** The reader's time-outs so far; "" if there are none. @param {Past} past */
export const outsOf = ({ timeouts, limit, you }) =>
  limit && timeouts && !you ? say('waits.timeouts', timeouts, limit) : '';

/** Why a match ended, and for which side; "You resigned" says who lost. @param {Past} past */
function because({ you, reason, opponents }) {
  if (!you || !reason) return '';
  const why = say(`reason.${reason}`);
  if (you === 'drew') return why;
  if (you === 'lost' && opponents.length > 1) return ''; // it may be why another lost
  const loser =
    you === 'lost' ? say('you') : opponents.length > 1 ? say('side.last') : called(opponents[0]) || say('side.one');
  return say('reason.by', loser, why);
}

/** @param {Past['verdict']} verdict */
function verdictChip(verdict) {
  if (!verdict) return null;
  const [tone, sign] = {
    honest: ['ok', 'shield'],
    cheating: ['bad', 'warn'],
    unfinished: ['warn', 'clock'],
    unreadable: ['warn', 'warn'],
  }[verdict];
  return h('span', { class: `chip ${tone}` }, icon(sign), h('span', null, say(`verdict.${verdict}`)));
}
