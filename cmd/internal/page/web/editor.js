// Arranging an army: two pieces swap places; illegal pieces are marked. The program decides what is legal.

import { fetchJSON, post } from './api.js';
import { Board } from './board.js';
import { copy } from './clipboard.js';
import { find, h, paint, s } from './dom.js';
import { homeTurns } from './geometry.js';
import { handle } from './gestures.js';
import { icon } from './icons.js';
import { swatch } from './panels.js';
import { seatName } from './people.js';
import { saveFile } from './picture.js';
import { ladder, typeOf } from './ranks.js';
import { lost, toast } from './toast.js';
import { named, rulesName, say, together } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').Checked} Checked */
/** @typedef {import('../types').SavedLayout} SavedLayout */

const FEW = 6; // places that are named one by one

/**
 * @typedef {object} Arranging
 * @property {Rules} rules
 * @property {string} digest
 * @property {string} seat
 * @property {(layout: string) => void} [choose] the layout is for a match
 * @property {() => void} [touched] the first change was made
 */

/**
 * The cells of a layout: for each piece its node, and the rows as letters are written in.
 * @param {Rules} rules
 * @param {string} seat
 */
function cells(rules, seat) {
  const rows =
    rules.start[
      Math.max(
        0,
        rules.seats.findIndex(s => s.name === seat),
      )
    ];
  return { rows, nodes: rows.flat().filter(Boolean) };
}

/**
 * Type ids by piece number, from letters.
 * @param {Rules} rules
 * @param {string} text
 */
const read = (rules, text) =>
  [...text.replace(/[^A-Za-z0-9]/g, '')].map(letter => rules.types.find(t => t.letter === letter)?.id ?? '');

/**
 * @param {Rules} rules
 * @param {string[][]} rows
 * @param {string[]} types
 */
function written(rules, rows, types) {
  let number = 0;
  return rows
    .map(row => row.map(node => (node ? (typeOf(rules, types[number++])?.letter ?? '.') : '.')).join(''))
    .join('/');
}

/** A layout's name; that of a preset in the reader's language. @param {SavedLayout} layout */
function titleOf({ name, preset }) {
  const word = say(`layout.${name}`);
  return preset && word !== `layout.${name}` ? word : name;
}

/** What a preset is good for. @param {SavedLayout | undefined} layout */
function planOf(layout) {
  const key = `layout.${layout?.name}.plan`,
    words = say(key);
  return layout?.preset && words !== key ? words : '';
}

/** @param {Arranging} arranging */
export function arrangement({ rules, digest, seat, choose, touched }) {
  const { rows, nodes } = cells(rules, seat),
    own = new Set(nodes);
  const board = new Board(rules),
    element = h('div', { class: 'editor', 'data-own': true, key: 'editor' });
  const resized = new ResizeObserver(() => draw());
  /** @type {string[]} */
  let types = [];
  /** @type {Checked} */
  let checked = { layout: '', problems: [], swaps: [] };
  /** @type {SavedLayout[]} */
  let saved = [];
  /** The layouts of the last opened recording. @type {import('../types').Played[]} */
  let recorded = [];
  /** @type {string[]} */
  const undo = [];
  let selected = '',
    name = () => '',
    kept = '',
    checkedFor = '',
    told = false,
    asked = 0,
    naming = false,
    all = false;

  const numberOf = (/** @type {string} */ node) => nodes.indexOf(node);
  const text = () => written(rules, rows, types);
  /** A layout's name, in the language of the moment, until it is changed. @param {() => string} title @param {string} layout */
  const call = (title, layout) => {
    name = title;
    kept = layout;
  };
  const title = () => (!name() ? say('editor.untitled') : text() === kept ? name() : say('editor.changed', name()));

  /** Which pieces are in forbidden places, and why: by the rules' list of places at once, then by the program. */
  function faults() {
    /** @type {Map<string, string>} */
    const found = new Map(
      checkedFor === text() ? checked.problems.map(p => [nodes[p.number] ?? '', named(p.words)]) : [],
    );
    types.forEach((id, number) => {
      const type = typeOf(rules, id);
      if (!type || type.starts.includes(number)) return;
      found.set(
        nodes[number],
        type.starts.length <= FEW
          ? say(
              'editor.only',
              together(
                type.starts.map(n => nodes[n]),
                'list.or',
              ),
            )
          : say('editor.nothere'),
      );
    });
    return found;
  }

  /** @param {string} layout @param {boolean} [keep] whether it can be undone */
  async function put(layout, keep = true) {
    if (keep && types.length) undo.push(text());
    types = read(rules, layout);
    selected = '';
    if (keep && touched && !told) {
      told = true;
      touched();
    }
    draw();
    const turn = ++asked;
    try {
      const asking = text(),
        answer = await post('/api/layouts/check', { digest, layout: asking, last: Boolean(choose && checkedFor) }); // an arranged one is here again after a reload
      if (turn !== asked) return;
      checked = answer;
      checkedFor = asking;
      draw();
    } catch (error) {
      toast(error);
    }
  }

  /** @param {string} a @param {string} b */
  function swap(a, b) {
    const i = numberOf(a),
      j = numberOf(b),
      next = [...types];
    [next[i], next[j]] = [next[j], next[i]];
    return put(written(rules, rows, next));
  }

  handle(board, {
    pick(node) {
      if (!own.has(node)) selected = '';
      else if (selected && selected !== node) return void swap(selected, node);
      else selected = selected === node ? '' : node;
      draw();
    },
    mark() {},
    take(node) {
      if (!own.has(node)) return false;
      selected = node;
      draw();
      return true;
    },
    drop(from, to) {
      if (own.has(to)) swap(from, to);
      return false;
    },
    hover() {},
    leave() {
      selected = '';
      draw();
    },
  });

  const ask = async (/** @type {string} */ what, /** @type {object} */ body = {}) => {
    try {
      return await post(`/api/layouts/${what}`, { digest, layout: text(), ...body });
    } catch (error) {
      toast(error);
      return null;
    }
  };
  const take = async (/** @type {string} */ what) => {
    const answer = await ask(what);
    if (answer) {
      call(() => '', '');
      put(answer.layout);
    }
  };
  const load = async () => {
    saved = await fetchJSON(`/api/layouts?digest=${digest}`).catch(() => []);
    if (!types.length) {
      const presets = saved.filter(l => l.preset),
        first = saved.find(l => l.last) ?? presets[Math.floor(Math.random() * presets.length)];
      if (first) {
        call(() => (first.last ? say('editor.last') : titleOf(first)), first.layout);
        await put(first.layout, false);
      } else await take('random');
    }
    draw();
  };

  /** Takes the text of a layout, or puts the present one back if it isn't one. @param {HTMLInputElement} field */
  async function typed(field) {
    const answer = await ask('check', { layout: field.value });
    if (answer) await put(answer.layout);
    else field.value = text();
  }

  /** @param {SubmitEvent} e */
  async function keep(e) {
    e.preventDefault();
    const given = /** @type {HTMLInputElement} */ (element.querySelector('#layout-name')).value.trim();
    if (!given || !(await ask('save', { name: given }))) return;
    call(() => given, text());
    naming = false;
    toast(say('editor.saved', given));
    load();
  }

  /** @param {SavedLayout} layout */
  async function forget(layout) {
    if (!(await ask('delete', { name: layout.name }))) return;
    toast(say('editor.deleted', layout.name));
    load();
  }

  /** @param {File} file */
  async function open(file) {
    const bytes = await file.arrayBuffer();
    try {
      const answer = await post(`/api/layouts/import?digest=${digest}`, bytes);
      recorded = answer.all ?? [];
      call(() => file.name.replace(/\.\w+$/, ''), answer.layout);
      put(answer.layout);
    } catch (error) {
      toast(error);
    }
  }

  async function jql() {
    const answer = await ask('export');
    if (answer)
      saveFile(`${name() || 'layout'}.jql`, new Blob([Uint8Array.from(atob(answer.jql), c => c.charCodeAt(0))]));
  }

  function draw() {
    const bad = faults();
    paint(element, stage(bad), side());
    const field = /** @type {HTMLInputElement} */ (find('#layout-text', element));
    if (field !== document.activeElement) field.value = text(); // an edited one ignores its attribute
    const box = find('.boardbox', element),
      turns = homeTurns(rules, seat);
    if (!box.contains(board.element)) {
      box.append(board.element);
      resized.observe(box);
    }
    board.fit({ width: box.clientWidth, height: box.clientHeight }, turns, {
      only: n => own.has(n.name) || n.home === seat,
      close: false,
    });
    const swaps = selected ? (checked.swaps[numberOf(selected)] ?? []) : [];
    board.show({
      pieces: types.map((type, number) => ({
        seat,
        number,
        node: nodes[number] ?? '',
        type,
        by: 'own',
        may: [],
        facts: [],
        moved: false,
        left: 0,
        mark: '',
      })),
      light: seat,
      alive: {},
      selected,
      targets: {},
      movable: own,
      last: null,
      preview: [],
      facts: null,
      names: false,
      animate: false,
      rings: {
        ...Object.fromEntries(swaps.map(n => [nodes[n], 'swap'])),
        ...Object.fromEntries([...bad.keys()].map(n => [n, 'bad'])),
      },
      label: say('editor.board'),
      describe: node => {
        const type = typeOf(rules, types[numberOf(node)] ?? ''),
          wrong = bad.get(node);
        return [
          node,
          type ? named(type) : say('node.empty'),
          wrong,
          swaps.includes(numberOf(node)) && say('editor.swappable'),
        ]
          .filter(Boolean)
          .join(', ');
      },
    });
  }

  /** @param {Map<string, string>} bad */
  function stage(bad) {
    const problems = [...bad],
      whole = types.length > 0 && !problems.length && checkedFor === text();
    return h(
      'div',
      { class: 'stage', key: 'stage' },
      h(
        'div',
        { class: 'row spread' },
        h('h2', { class: 'title', title: title() }, title()),
        h(
          'div',
          { class: 'row' },
          h(
            'button',
            {
              class: 'btn bare',
              type: 'button',
              disabled: !undo.length,
              on: {
                click: () => {
                  const last = undo.pop();
                  if (last) put(last, false);
                },
              },
            },
            icon('undo'),
            say('editor.undo'),
          ),
          h(
            'button',
            { class: 'btn', type: 'button', on: { click: () => take('mirror') } },
            icon('mirror'),
            say('editor.mirror'),
          ),
          h(
            'button',
            { class: 'btn', type: 'button', on: { click: () => take('random') } },
            icon('dice'),
            say('editor.random'),
          ),
        ),
      ),
      saved.some(l => l.preset) &&
        h('p', { class: 'small mute plan', key: 'plan' }, planOf(saved.find(l => l.preset && l.layout === text()))),
      h('div', { class: 'boardbox', 'data-own': true, key: 'board' }),
      h(
        'div',
        { class: `card verdict ${whole ? '' : 'off'}`, role: 'status' },
        icon(whole ? 'tick' : 'warn'),
        h(
          'ul',
          { class: 'grow' },
          whole
            ? h('li', null, say(selected ? 'editor.pick' : 'editor.legal'))
            : problems.length
              ? problems
                  .slice(0, 4)
                  .map(([node, why]) =>
                    h(
                      'li',
                      null,
                      node && h('b', null, `${node} ${named(typeOf(rules, types[numberOf(node)] ?? ''))}`),
                      ' ',
                      why,
                    ),
                  )
              : h('li', { class: 'mute' }, say('voice.loading')),
          problems.length > 4 && h('li', { class: 'mute' }, say('editor.more', problems.length - 4)),
        ),
        choose &&
          h(
            'button',
            { class: 'btn main', type: 'button', disabled: !whole, on: { click: () => choose(text()) } },
            say('editor.choose'),
          ),
        naming
          ? h(
              'form',
              { class: 'row', on: { submit: keep } },
              h('label', { class: 'hidden-text', for: 'layout-name' }, say('editor.name')),
              h('input', {
                id: 'layout-name',
                type: 'text',
                maxlength: 40,
                placeholder: say('editor.name'),
                value: name(),
                on: {
                  keydown: (/** @type {KeyboardEvent} */ e) => {
                    if (e.key === 'Escape') {
                      naming = false;
                      draw();
                    }
                  },
                },
              }),
              h('button', { class: 'btn main', type: 'submit' }, say('editor.save')),
            )
          : h(
              'button',
              {
                class: choose ? 'btn' : 'btn main',
                type: 'button',
                disabled: !whole,
                on: {
                  click: () => {
                    naming = true;
                    draw();
                    element.querySelector('input')?.select();
                  },
                },
              },
              icon('keep'),
              say('editor.save'),
            ),
      ),
    );
  }

  function side() {
    const mine = saved.filter(l => !l.preset && !l.last),
      presets = saved.filter(l => l.preset);
    const shown = all ? presets : presets.slice(0, 10);
    const pick = (/** @type {SavedLayout} */ l) => {
      call(() => titleOf(l), l.layout);
      put(l.layout);
    };
    return h(
      'div',
      { class: 'side', key: 'side' },
      presets.length > 0 &&
        h(
          'section',
          { class: 'card', key: 'presets' },
          h('h2', { class: 'h' }, say('editor.presets')),
          h(
            'div',
            { class: 'thumbs' },
            shown.map(l =>
              h(
                'button',
                {
                  type: 'button',
                  'aria-pressed': String(l.layout === text()),
                  title: planOf(l) || undefined,
                  on: { click: () => pick(l) },
                },
                thumb(rules, seat, rows, l.layout),
                h('span', null, titleOf(l)),
              ),
            ),
          ),
          presets.length > 10 &&
            h(
              'button',
              {
                class: 'btn bare',
                type: 'button',
                on: {
                  click: () => {
                    all = !all;
                    draw();
                  },
                },
              },
              say(all ? 'editor.fewer' : 'editor.all', presets.length),
            ),
        ),
      h(
        'section',
        { class: 'card', key: 'mine' },
        h(
          'h2',
          { class: 'h' },
          h('span', null, say('editor.mine')),
          h('span', { class: 'num small' }, say('editor.local')),
        ),
        mine.length
          ? h(
              'ul',
              { class: 'saved' },
              mine.map(l =>
                h(
                  'li',
                  null,
                  thumb(rules, seat, rows, l.layout),
                  h('b', { class: 'grow' }, l.name),
                  h('button', { class: 'btn bare', type: 'button', on: { click: () => pick(l) } }, say('editor.open')),
                  h(
                    'button',
                    {
                      class: 'btn bare square',
                      type: 'button',
                      'aria-label': say('editor.delete', l.name),
                      on: { click: () => forget(l) },
                    },
                    icon('trash'),
                  ),
                ),
              ),
            )
          : h('p', { class: 'small mute' }, say('editor.none')),
      ),
      h(
        'section',
        { class: 'card', key: 'text' },
        h('h2', { class: 'h' }, say('editor.transfer')),
        h('label', { class: 'hidden-text', for: 'layout-text' }, say('editor.text')),
        h('input', {
          id: 'layout-text',
          class: 'mono',
          type: 'text',
          spellcheck: 'false',
          value: text(),
          on: { change: (/** @type {Event} */ e) => typed(/** @type {HTMLInputElement} */ (e.target)) },
        }),
        h(
          'div',
          { class: 'row' },
          h('button', { class: 'btn', type: 'button', on: { click: () => copy(text()) } }, icon('copy'), say('copy')),
          presets.length > 0 &&
            h('button', { class: 'btn', type: 'button', on: { click: jql } }, icon('save'), say('editor.jql')), // an army of Junqi
          h(
            'label',
            { class: 'btn' },
            icon('open'),
            say('editor.file'),
            h('input', {
              class: 'hidden-text',
              type: 'file',
              accept: '.jql,.jgs,.txt',
              on: {
                change: (/** @type {Event} */ e) => {
                  const file = /** @type {HTMLInputElement} */ (e.target).files?.[0];
                  if (file) open(file);
                },
              },
            }),
          ),
        ),
        recorded.length > 0 &&
          h(
            'div',
            { class: 'recorded' },
            h('p', { class: 'small mute' }, say('editor.recorded')),
            h(
              'div',
              { class: 'row' },
              recorded.map(l =>
                h(
                  'button',
                  {
                    class: 'btn',
                    type: 'button',
                    'aria-pressed': String(l.layout === text()),
                    on: {
                      click: () => {
                        call(() => l.name || seatName(l.seat), l.layout);
                        put(l.layout);
                      },
                    },
                  },
                  swatch(l.seat, false),
                  l.name || seatName(l.seat),
                ),
              ),
            ),
          ),
      ),
    );
  }

  load();
  return { element, redraw: draw, close: () => resized.disconnect(), key: () => {} };
}

/**
 * A layout as a small picture: the darker a cell, the stronger the piece; planted ones have a sign.
 * @param {Rules} rules
 * @param {string} seat
 * @param {string[][]} rows
 * @param {string} layout
 */
function thumb(rules, seat, rows, layout) {
  const types = read(rules, layout),
    width = Math.max(...rows.map(r => r.length));
  let number = 0;
  const ranks = ladder(rules);
  return s(
    'svg',
    { class: `thumb ${seat}`, viewBox: `0 0 ${width * 10} ${rows.length * 7}`, 'aria-hidden': 'true' },
    rows.map((row, y) =>
      row.map((node, x) => {
        if (!node) return s('circle', { cx: x * 10 + 5, cy: y * 7 + 3.5, r: 1.8 });
        const type = typeOf(rules, types[number++] ?? ''),
          rank = type ? ranks.indexOf(type.id) : -1;
        const name =
          type?.id === rules.ends.flag
            ? 'flag'
            : !type?.ways.length
              ? 'planted'
              : rank < 0
                ? 'apart'
                : `strength-${Math.floor((rank / ranks.length) * 5)}`;
        return s('rect', { class: name, x: x * 10 + 0.6, y: y * 7 + 0.6, width: 8.8, height: 5.8, rx: 1.2 });
      }),
    ),
  );
}

/** The player's layout in a match as a small picture. @param {Rules} rules @param {string} seat @param {string} layout */
export const layoutPicture = (rules, seat, layout) => thumb(rules, seat, cells(rules, seat).rows, layout);

/**
 * The page of layouts, outside any match.
 * @param {HTMLElement} root
 * @param {string} digest
 */
export function layoutsPage(root, digest) {
  root.className = 'page layouts';
  /** @type {ReturnType<typeof arrangement> | null} */
  let editor = null;
  let closed = false;
  /** @type {Rules | null} */
  let rules = null;
  /** @type {import('../types').Ruleset[]} */
  let presets = [];
  async function open() {
    try {
      presets = (await fetchJSON('/api/lobby')).presets;
      const wanted = digest || presets[0].digest,
        known = /** @type {Rules} */ (await fetchJSON(`/api/rules?digest=${wanted}`));
      if (closed) return;
      rules = known;
      editor = arrangement({ rules, digest: wanted, seat: rules.seats[0].name });
      digest = wanted;
      render();
    } catch (error) {
      lost(error, digest);
    }
  }
  function render() {
    if (!editor) return;
    paint(
      root,
      h(
        'div',
        { class: 'row head', key: 'head' },
        h('h1', { class: 'title' }, say('nav.layouts')),
        h(
          'label',
          { class: 'row' },
          h('span', { class: 'small mute' }, say('editor.rules')),
          h(
            'select',
            {
              on: {
                change: (/** @type {Event} */ e) => {
                  location.hash = `#/layouts/${/** @type {HTMLSelectElement} */ (e.target).value}`;
                },
              },
            },
            presets.map(p => h('option', { value: p.digest, selected: p.digest === digest }, rulesName(p.name))),
          ),
        ),
      ),
      editor.element,
    );
    editor.redraw();
  }
  open();
  return {
    close: () => {
      closed = true;
      editor?.close();
    },
    redraw: render,
    key: () => {},
    game: () => ({ digest, rules }),
  };
}
