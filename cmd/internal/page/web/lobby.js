// The lobby: host, join, practise, past matches, friends.

import { fetchJSON, post } from './api.js';
import { chooser, resolved } from './choose.js';
import { find, h, paint } from './dom.js';
import { dueBox } from './due.js';
import { answer } from './exchange.js';
import { friendList, friendName, invited } from './friends.js';
import { figure, openGuide } from './guide.js';
import { icon } from './icons.js';
import { LEARNER, lessonOf } from './position.js';
import { typeOf } from './ranks.js';
import { stands } from './passing.js';
import { matchLine, UNDONE } from './past.js';
import { clockFace, isBot, seatName } from './people.js';
import { phraseOf } from './phrase.js';
import { keepsFiles } from './program.js';
import { computersTold, proposer, seatChooser } from './seating.js';
import { termsBrief, termsOf, timeOf } from './terms.js';
import { toast, untoast } from './toast.js';
import { pictures, waitingCard, waits } from './waiting.js';
import { begun, gap, inLine, lang, named, rulesName, say } from './words.js';

/** @typedef {import('../types').Lobby} Lobby */
/** @typedef {import('../types').Ruleset} Ruleset */
/** @typedef {import('../types').Past} Past */

const POLL = 5000,
  SOON = 600; // ms until the lobby is asked for again: sooner while old matches are being audited
const FIRST = 3; // unfinished matches shown above everything else

/** The games shown at once. The others are folded away, except those opened from a file. */
const FEATURED = ['standard', 'qq', 'flip', 'siguo'];

/** @param {Ruleset} rules */
const featured = ({ spec }) => !spec || FEATURED.includes(spec.split(',')[0]);

const HOST = 'red'; // the host's seat on the page

const INVITE = /\bdjqw?1[a-z2-7]+/i,
  WATCH = /^djqw1/i;

/** The invite in a text that somebody sent: a line for a terminal, or a letter around it. @param {string} text */
const inviteIn = text => INVITE.exec(text)?.[0] ?? text.trim();

// What is chosen outlives a look at another room.
let chosen = '',
  level = '',
  name = '',
  base = '', // the preset that was picked
  timed = false, // whether the clock runs against computers, too
  resolver = '', // one that is not the usual one
  asked = 0, // the last choice asked for
  changed = ''; // the option that was changed last
/** Those that changed with it. @type {string[]} */
let along = [];
/** In a match of more than two, the seats that computers play, and for each the seat of its program. @type {Record<string, string>} */
let computers = {};
/** @type {import('../types').Choices | null} */
let choices = null;

/** @param {HTMLElement} root @param {string} [link] what the page's address names; if it is an invite, its terms are shown */
export function lobbyPage(root, link = '') {
  root.className = 'page lobby';
  /** @type {Lobby | null} */
  let lobby = null;
  const given = INVITE.exec(link)?.[0] ?? '';
  let invite = given,
    busy = false,
    closed = false,
    deleting = '',
    naming = '',
    forgetting = '';
  /** @type {import('../types').Invitation | null} */
  let invitation = null;
  /** @type {import('../types').Rules | null} the rules of the invitation */
  let offered = null;
  /** What a newcomer sees of the game. @type {(() => HTMLElement) | null} */
  let picture = null;
  let heard = 0; // when the lobby came
  let kept = true; // matches outlive this tab

  async function load() {
    try {
      lobby = /** @type {Lobby} */ (await fetchJSON('/api/lobby'));
      heard = performance.now();
      if (!chosen && lobby.presets[0]) await pick(lobby.presets[0]);
      const offered = lobby.levels,
        last = lobby.matches.flatMap(m => m.opponents).find(who => isBot(who) && offered.includes(who.slice(1)));
      level ||= last?.slice(1) ?? offered[0] ?? ''; // a newcomer's first game is the easy one
      name ||= lobby.name;
      if (!closed) render();
      if (!lobby.matches.length && !picture) await draw(lobby.presets[0].digest);
    } catch (error) {
      toast(error);
    }
  }

  /** Draws a position of the game that newcomers learn. @param {string} digest */
  async function draw(digest) {
    const { rules, steps } = await lessonOf(digest),
      step = steps.find(s => s.theme === 'clash') ?? steps[steps.length - 1];
    if (!step) return;
    picture = () =>
      h(
        'figure',
        { key: `picture-${lang()}` },
        figure(rules, step, { width: 380, height: 250 }),
        h(
          'figcaption',
          { class: 'small mute' },
          say('first.caption', named(typeOf(rules, step.pieces.find(p => p.seat === LEARNER)?.type ?? ''))),
        ),
      );
    if (!closed) render();
  }

  /** What this is, for a newcomer. @param {string} learn the class of its button */
  const welcome = learn =>
    h(
      'section',
      { class: 'welcome', key: 'welcome' },
      h(
        'div',
        null,
        h('h1', null, say('first.title')),
        h('p', { class: 'lead' }, say('first.what')),
        h(
          'p',
          { class: 'proofs' },
          icon('shield'),
          h('span', null, h('b', null, say('first.new')), gap(), say('first.new.how')),
        ),
        h(
          'a',
          { class: learn, href: '#/learn' },
          icon('play'),
          h('span', null, h('b', null, say('first.learn')), h('span', null, say('first.learn.how'))),
        ),
      ),
      picture?.(),
    );

  const pictureOf = pictures(() => {
    if (!closed) render();
  });
  const tick = setInterval(() => {
    if (lobby?.matches.some(m => m.left)) render();
  }, 1000);
  /** How long another still has. @param {Past} past */
  const pressing = ({ left, most }) =>
    left > 0 && !most ? say('waits.theirs', clockFace(left - (performance.now() - heard))) : '';
  let hasty = 10; // how often at most the program is asked again soon
  const follow = async () => {
    if (!document.hidden || !lobby) await load();
    const soon = hasty > 0 && lobby?.matches.some(m => !m.running && !m.verdict);
    if (soon) hasty--;
    if (!closed) again = setTimeout(follow, soon ? SOON : POLL);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;

  /** @param {string} path @param {object} body @param {string} [rest] what the address needs to begin again after a reload @param {string} [friend] who is invited */
  async function start(path, body, rest = '', friend = '') {
    if (busy) return;
    busy = true;
    render();
    try {
      const { match } = await post(path, { name, ...body });
      if (friend) invited(match, friend);
      enter(match, rest);
    } catch (error) {
      toast(error);
    } finally {
      busy = false;
      if (!closed) render();
    }
  }

  /** Takes the invite out of the address: a reload must not ask again, nor the browser's back button. */
  const letGo = () => {
    if (!closed) history.replaceState(null, '', '#/');
  };

  /** @param {string} match @param {string} [rest] */
  function enter(match, rest = '') {
    letGo();
    location.hash = `#/match/${encodeURIComponent(match)}${rest}`;
  }

  /** Takes a ruleset of the lobby. @param {Ruleset} rules */
  async function pick(rules) {
    chosen = base = rules.digest;
    choices = null;
    computers = {};
    timed = false;
    resolver = '';
    asked++;
    if (rules.spec) await choose(rules.spec);
  }

  /** Changes an option of the rules. @param {string} spec @param {string} [option] @param {string} [value] */
  async function choose(spec, option = '', value = '') {
    const mine = ++asked;
    try {
      const found = /** @type {import('../types').Choices} */ (
        await fetchJSON(`/api/rules/choose?${new URLSearchParams({ spec, option, value })}`)
      );
      if (mine !== asked) return; // something else was picked meanwhile
      changed = option;
      along = found.options.flatMap(({ name, value }) =>
        name === option || choices?.options.find(o => o.name === name)?.value === value ? [] : name,
      );
      choices = found;
      if (!found.resolvers) resolver = '';
      chosen = found.ruleset.digest;
      timed ||= option === 'clock';
    } catch (error) {
      toast(error);
    }
    if (!closed) render();
  }

  /** @param {string} option @param {string} value */
  function change(option, value) {
    if (!choices) return;
    if (option !== 'resolver') return void choose(choices.ruleset.spec, option, value);
    resolver = value === choices.resolvers?.[0] ? '' : value;
    render();
  }

  /** The terms with the picked resolver. @param {import('../types').Terms} terms */
  const byResolver = terms => ({
    ...terms,
    [lang()]: terms[lang()].map(t => (t.key === 'resolver' ? { ...t, words: resolved(resolver) } : t)),
  });

  async function look() {
    if (WATCH.test(inviteIn(invite))) return start('/api/watch', { invite: inviteIn(invite) }, `/${inviteIn(invite)}`);
    if (INVITE.test(invite)) history.replaceState(null, '', `#${inviteIn(invite)}`); // a reload asks again
    try {
      const joined = await answer(inviteIn(invite));
      if (joined) return enter(joined);
      const looked = /** @type {import('../types').Invitation} */ (
        await post('/api/join/look', { invite: inviteIn(invite) })
      );
      if (looked.match) return enter(looked.match);
      offered = await fetchJSON(`/api/rules?digest=${looked.ruleset.digest}`);
      invitation = looked;
      untoast(); // what was wrong with the invite before
      render();
      const dialog = /** @type {HTMLDialogElement} */ (root.querySelector('dialog'));
      dialog.showModal();
      dialog.scrollTop = 0; // the focused button is at its end
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') letGo();
      else toast(error);
    }
  }

  /** @param {File} file */
  async function rules(file) {
    try {
      const found = /** @type {Ruleset} */ (await post('/api/rules', await file.arrayBuffer()));
      await load();
      await pick(found);
      render();
    } catch (error) {
      toast(error);
    }
  }

  /** Deletes a match, at once if nobody has joined it. @param {import('../types').Past} past */
  async function remove({ match, state }) {
    if (deleting !== match && state !== 'invited') {
      deleting = match;
      setTimeout(() => {
        deleting = '';
        if (!closed) render();
      }, stands.question);
      return render();
    }
    deleting = '';
    await post(`/api/forget?match=${encodeURIComponent(match)}`).catch(toast);
    load();
  }

  /** @param {string} key */
  async function forget(key) {
    if (forgetting !== key) {
      forgetting = key;
      setTimeout(() => {
        forgetting = '';
        if (!closed) render();
      }, stands.question);
      return render();
    }
    forgetting = '';
    await post('/api/friends/forget', { key }).catch(toast);
    load();
  }

  function render() {
    if (!lobby) return paint(root, h('p', { class: 'mute' }, say('voice.loading')));
    const known = lobby.presets,
      picked = choices?.ruleset ?? known.find(r => r.digest === chosen);
    const undone = lobby.matches.filter(m => m.running || UNDONE.includes(m.state)),
      due = waits(undone),
      going = undone.filter(m => m !== due).slice(0, FIRST),
      past = lobby.matches.filter(m => m !== due && !going.includes(m));
    const first = !lobby.matches.length,
      resumed = going.find(m => m.running || m.state !== 'invited');
    // The one filled button: what was begun comes first, a newcomer's lesson, then another match against whoever played the last.
    const next = invite.trim()
      ? 'join'
      : due
        ? 'due'
        : first
          ? 'learn'
          : (resumed?.match ?? (lobby.matches[0].opponents.every(isBot) ? 'practise' : 'host'));
    const filled = (/** @type {string} */ what, more = '') => `btn${more}${what === next ? ' main' : ''}`;
    root.classList.toggle('first', first);
    paint(
      root,
      first && welcome(filled('learn', ' learn')),
      due && waitingCard(due, pictureOf(due), next === 'due'),
      going.length > 0 &&
        h(
          'section',
          { class: 'card past', key: 'going' },
          h('h2', { class: 'h' }, say('lobby.going')),
          h(
            'ul',
            null,
            going.map(m => pastLine(m, m.match === next)),
          ),
        ),
      h(
        'section',
        { class: 'card host', key: 'host' },
        h(
          'div',
          { class: 'row spread' },
          h(first || due ? 'h2' : 'h1', { class: 'title' }, say('lobby.play')),
          !first && h('a', { class: 'link', href: `#/learn/${chosen}/1` }, say('first.learn')),
        ),
        h(
          'fieldset',
          { class: 'choices' },
          h('legend', { class: 'h' }, say('lobby.rules')),
          known.filter(featured).map(game),
          h(
            'details',
            { class: 'more-games', open: known.some(r => r.digest === base && !featured(r)) },
            h('summary', null, say('lobby.rules.more')),
            h('div', { class: 'choices' }, known.filter(r => !featured(r)).map(game)),
          ),
          h(
            'label',
            { class: 'choice file' },
            icon('open'),
            h('span', null, say('lobby.file')),
            h('input', {
              class: 'hidden-text',
              type: 'file',
              accept: '.json',
              on: {
                change: (/** @type {Event} */ e) => {
                  const file = /** @type {HTMLInputElement} */ (e.target).files?.[0];
                  if (file) rules(file);
                },
              },
            }),
          ),
        ),
        picked &&
          h('div', { key: 'terms' }, termsBrief(resolver ? byResolver(picked.terms) : picked.terms, Boolean(resolver))),
        h(
          'div',
          { class: 'opponents' },
          h(
            'div',
            { class: 'row' },
            h('div', { class: 'h' }, h('h2', null, say('lobby.computers')), picked && practiceClock(picked)),
            levels(),
            h(
              'button',
              {
                class: filled('practise'),
                type: 'button',
                title: say('lobby.practise.how'),
                disabled: busy || !picked,
                on: { click: () => start('/api/practise', { digest: chosen, level, clock: timed, resolver }) },
              },
              say('lobby.practise'),
            ),
          ),
          h(
            'div',
            { class: 'row' },
            h(
              'h2',
              { class: 'h' },
              say('lobby.people'),
              picked && h('span', { class: 'small mute plain' }, begun(timeOf(picked.terms))),
            ),
            nameField(),
            h(
              'button',
              { class: filled('host'), type: 'button', disabled: busy || !picked, on: { click: host } },
              hosting(picked),
            ),
          ),
          picked && picked.seats > 2 && seatChooser(picked, computers, level, give),
        ),
        picked && !picked.spec && h('p', { class: 'small mute', key: 'fixed' }, say('lobby.file.fixed')),
        choices && h('div', { key: 'options' }, chooser(choices, change, busy, resolver, changed, along)),
      ),
      h(
        'div',
        { class: 'side stack', key: 'side' },
        h(
          'section',
          { class: 'card' },
          h('h2', { class: 'h' }, h('label', { for: 'invite-in' }, say('lobby.join'))),
          h(
            'textarea',
            {
              id: 'invite-in',
              class: 'mono',
              rows: 3,
              placeholder: 'djq1…',
              spellcheck: 'false',
              on: {
                input: (/** @type {Event} */ e) => {
                  invite = /** @type {HTMLTextAreaElement} */ (e.target).value;
                  render();
                },
              },
            },
            given,
          ),
          h('p', { class: 'small mute' }, say(WATCH.test(inviteIn(invite)) ? 'watch.open.how' : 'lobby.join.how')),
          h(
            'button',
            { class: filled('join', ' wide-btn'), type: 'button', disabled: !invite.trim(), on: { click: look } },
            say(WATCH.test(inviteIn(invite)) ? 'watch.open' : 'lobby.look'),
          ),
        ),
        lobby.friends.length > 0 &&
          h(
            'section',
            { class: 'card', key: 'friends' },
            h('h2', { class: 'h' }, say('lobby.friends'), h('span', { class: 'num small' }, say('friends.how'))),
            friendList({
              friends: lobby.friends,
              naming,
              forgetting,
              busy: busy || !picked,
              invite: f => start('/api/host', { digest: chosen, resolver, friend: f.key }, '', friendName(f)),
              forget,
              name: key => {
                naming = key;
                render();
                find('#friend-name').focus();
              },
              changed: () => {
                naming = '';
                load();
              },
            }),
          ),
      ),
      h(
        'section',
        { class: 'card past', key: 'past' },
        h(
          'h2',
          { class: 'h' },
          h('span', null, say('lobby.past')),
          h('a', { class: 'link small', href: '#/record' }, say('audit.title')),
          past.length > 0 && h('a', { class: 'link small', href: '#/standings', key: 'standings' }, say('score.title')),
        ),
        past.length
          ? h(
              'ul',
              null,
              past.map(m => pastLine(m)),
            )
          : h('p', { class: 'mute empty' }, say('lobby.empty')),
      ),
      h(
        'dialog',
        { key: 'dialog', 'aria-labelledby': 'terms-title', on: { close: () => busy || letGo() } },
        invitation && [dueBox(), terms(invitation)],
      ),
    );
  }

  const host = () =>
    start('/api/host', {
      digest: chosen,
      resolver,
      computers: Object.fromEntries(
        Object.entries(computers).map(([seat, player]) => [seat, player === HOST ? level : player]),
      ),
    });

  /** Gives a seat to a friend ('') or to the computer of a player; computers have none of their own. @param {string} seat @param {string} player */
  function give(seat, player) {
    if (player)
      computers = Object.fromEntries([
        ...Object.entries(computers).map(([s, p]) => [s, p === seat ? HOST : p]),
        [seat, player],
      ]);
    else delete computers[seat];
    render();
  }

  /** One of the games to choose from. @param {Ruleset} r */
  const game = r =>
    h(
      'label',
      { class: 'choice', key: r.digest },
      h('input', {
        type: 'radio',
        name: 'rules',
        value: r.digest,
        checked: r.digest === base,
        on: {
          change: () => {
            pick(r).then(render);
          },
        },
      }),
      h('span', null, rulesName(r.name), r.seats > 2 && h('span', { class: 'chip' }, say('lobby.seats', r.seats))),
    );

  /** The label of the button that starts a match with people. @param {Ruleset | undefined} picked */
  function hosting(picked) {
    const invited = (picked?.seats ?? 2) - 1 - Object.keys(computers).length;
    if (!picked || picked.seats === 2) return say('lobby.host');
    return invited === 1 ? say('lobby.host.single') : say('lobby.host.some', invited);
  }

  /** Whether the rules' clock runs against computers, if they have one. @param {Ruleset} rules */
  function practiceClock(rules) {
    const clock = choices?.options.find(c => c.name === 'clock'),
      none = begun(say('rules.name.noclock'));
    if (!clock || clock.value === 'off') return h('span', { class: 'small mute plain' }, none);
    return h(
      'select',
      {
        name: 'practice-clock',
        'aria-label': named(clock.head),
        on: {
          change: (/** @type {Event} */ e) => {
            timed = Boolean(/** @type {HTMLSelectElement} */ (e.target).value);
          },
        },
      },
      h('option', { value: '', selected: !timed }, none),
      h('option', { value: 'on', selected: timed }, timeOf(rules.terms, ['clock'])),
    );
  }

  const levels = () =>
    h(
      'div',
      { class: 'seg', role: 'group', 'aria-label': say('lobby.level') },
      lobby?.levels.map(l =>
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(l === level),
            on: {
              click: () => {
                level = l;
                render();
              },
            },
          },
          say(`level.${l}`),
        ),
      ),
    );

  const nameField = () =>
    h(
      'label',
      { class: 'named' },
      h('span', { class: 'small mute' }, say('lobby.name')),
      h('input', {
        type: 'text',
        maxlength: 40,
        value: name,
        placeholder: say('lobby.noname'),
        on: {
          input: (/** @type {Event} */ e) => {
            name = /** @type {HTMLInputElement} */ (e.target).value;
          },
        },
      }),
    );

  /** @param {Past} past @param {boolean} [main] */
  const pastLine = (past, main) =>
    matchLine(
      past,
      h(
        'button',
        {
          class: `btn bare square${deleting === past.match ? ' ask' : ''}`,
          type: 'button',
          'aria-label': say(deleting === past.match ? 'past.delete.sure' : 'past.delete'),
          title: say('past.delete'),
          on: { click: () => remove(past) },
        },
        deleting === past.match ? say('past.delete.sure') : icon('trash'),
      ),
      main,
      pressing(past),
    );

  /** @param {import('../types').Invitation} inv */
  function terms(inv) {
    const close = () => /** @type {HTMLDialogElement} */ (root.querySelector('dialog')).close(); // "close" comes later, when it is known whether the seat is being taken
    return [
      h('h2', { id: 'terms-title' }, say('terms.title')),
      h(
        'p',
        { class: 'mute' },
        say('terms.how', proposer(inv)),
        inv.known && h('span', { class: 'chip ok' }, icon('tick'), say('friends.known')),
      ),
      inv.warnings.map(w => h('p', { class: 'chip warn block' }, icon('warn'), named(w))),
      computersTold(inv),
      Object.values(inv.computers).includes(inv.seats[0]) && h('p', null, levels()),
      h('div', { class: 'row' }, nameField()),
      h(
        'div',
        { class: 'row spread' },
        h('b', null, rulesName(inv.ruleset.name)),
        h(
          'button',
          { class: 'link', type: 'button', on: { click: () => offered && openGuide(offered, inv.ruleset.digest) } },
          say('guide'),
        ),
      ),
      termsOf(inv.ruleset.terms),
      phraseOf(inv.phrase),
      !kept &&
        h('p', { class: 'chip warn block kept' }, icon('warn'), inLine(say('web.memory'), say('web.memory.how'))),
      h(
        'div',
        { class: 'row end' },
        h('button', { class: 'btn', type: 'button', autofocus: true, on: { click: close } }, say('terms.no')),
        inv.seats.map(seat =>
          h(
            'button',
            {
              class: 'btn main',
              type: 'button',
              disabled: busy,
              on: {
                click: () => {
                  close();
                  start('/api/join', { invite: inviteIn(invite), seat, level });
                },
              },
            },
            say('terms.yes', seatName(seat, offered)),
          ),
        ),
      ),
    ];
  }

  keepsFiles.then(
    does => {
      kept = does;
      if (!closed) render();
    },
    () => {},
  ); // requests say so
  const shown = follow();
  if (given)
    shown.then(() => {
      if (!closed) look();
    });
  const back = () => !document.hidden && load();
  document.addEventListener('visibilitychange', back);
  /** Whose turn it is has changed, or the program is lost, and no time is known. @param {Event} event */
  const turned = event => {
    if (!lobby) return;
    if (/** @type {CustomEvent} */ (event).detail) return void load();
    lobby.matches.forEach(m => (m.left = 0));
    render();
  };
  document.addEventListener('due', turned);
  return {
    close: () => {
      closed = true;
      clearTimeout(again);
      clearInterval(tick);
      document.removeEventListener('visibilitychange', back);
      document.removeEventListener('due', turned);
    },
    redraw: render,
    key: () => {},
    game: () => ({ digest: chosen }),
  };
}
