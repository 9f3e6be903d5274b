// A board on the page: the drawing, and beside it the grid that fingers, keys and screen readers use. It holds no rules:
// what may be done comes from outside.

import { h, paint, s } from './dom.js';
import { CELL, geometry, stronghold } from './geometry.js';
import { namesFit, signature, tile, weaves } from './tile.js';
import { han, lang, named, sign } from './words.js';

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').Piece} Piece */
/** @typedef {import('../types').Turn} Turn */
/** @typedef {import('./geometry.js').Place} Place */

/**
 * @typedef {object} View
 * @property {Piece[]} pieces
 * @property {string} light the seat whose pieces are drawn as own ones
 * @property {{[seat: string]: string[]}} alive the types that each army may still have
 * @property {string} selected
 * @property {{[node: string]: 'go' | 'hit'}} targets where the selected piece may go
 * @property {Set<string>} movable nodes whose piece may be taken up
 * @property {Turn | null} last
 * @property {string[]} preview a way that would be gone
 * @property {{[node: string]: string}} rings
 * @property {import('./carry.js').Flag[]} [flags] captured ones
 * @property {string} [shown] where the reader's own flag stands, if everybody has been shown it
 * @property {Set<Piece> | null} facts the pieces that show what may be concluded of them; null: nothing concluded is shown
 * @property {boolean} names whether empty nodes tell their names
 * @property {boolean} animate
 * @property {string} label of the whole board
 * @property {(node: string) => string} describe
 */

/** What a picture of a board shows beside its pieces: nothing, and nothing may be done. @type {Omit<View, 'pieces' | 'light' | 'alive'>} */
export const STILL = {
  selected: '',
  targets: {},
  movable: new Set(),
  last: null,
  preview: [],
  rings: {},
  facts: null,
  names: false,
  animate: false,
  label: '',
  describe: () => '',
};

/** A tile narrower than this on the screen shows one sign. */
const SMALL = 36;

/** A cell narrower than this on the screen is too small for a finger: such a board is shown close up, unless the player wants it whole. */
const FINGER = 30;

/** How wide a cell is close up: its tiles show everything. */
const NEAR = 44;

const LONG_WAY = 420,
  SHORT_WAY = 220,
  FADE = 420;

export class Board {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    this.drawing = s('svg', { class: 'drawing', 'aria-hidden': 'true' });
    this.grid = h('div', { class: 'grid', role: 'grid' });
    this.element = h('div', { class: 'board', 'data-own': true }, this.drawing, this.grid);
    /** @type {Map<string, {g: SVGGElement, node: string, signature: string, moving: boolean}>} */
    this.tiles = new Map();
    /** @type {View | null} */
    this.view = null;
    /** The node that Tab reaches. */
    this.stop = '';
    this.order = ''; // of the cells
    this.scale = 1;
    this.fitted = '';
    this.named = false; // there is room for names below letters
    this.cramped = false; // at this size the tiles of the whole board show signs only
    this.close = false; // it is larger than its room
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<string, {text: SVGTextElement, word: string}>} */
    this.captions = new Map();
    this.layers = {
      sheet: s('g'),
      ways: s('g'),
      last: s('g'),
      preview: s('g'),
      nodes: s('g'),
      ends: s('g'),
      army: s('g', { class: 'army' }),
      signs: s('g'),
      notes: s('g', { class: 'notes' }),
    };
    this.drawing.append(s('defs', null, weaves()), ...Object.values(this.layers));
    this.geometry = geometry(rules, { width: 0, height: 0, turns: 0 });
  }

  /**
   * Lays out the board in this many pixels, after quarter turns.
   * @param {{width: number, height: number}} room
   * @param {number} turns
   * @param {{only?: (n: import('../types').NodeRule) => boolean, close?: boolean}} [how] close: whether a board that is small
   * there is drawn larger than the room; undefined: where it is too small for fingers
   */
  fit(room, turns, { only, close } = {}) {
    const fitted = [Math.round(room.width), Math.round(room.height), turns, lang(), close].join();
    if (fitted === this.fitted || room.width < 20 || room.height < 20) return;
    this.fitted = fitted;
    const g = geometry(this.rules, { ...room, turns, only });
    this.geometry = g;
    this.scale = Math.min(room.width / g.width, room.height / g.height);
    this.cramped = g.tile.width * this.scale < SMALL;
    this.close = this.cramped && (close ?? g.cell * this.scale < FINGER);
    if (this.close) this.scale = Math.max(this.scale, NEAR / g.cell);
    this.small = g.tile.width * this.scale < SMALL;
    this.named = namesFit(this.rules, g.tile.width, this.scale);
    this.element.style.width = `${g.width * this.scale}px`;
    this.element.style.height = `${g.height * this.scale}px`;
    this.element.classList.toggle('small', this.small);
    this.drawing.setAttribute('viewBox', `0 0 ${g.width.toFixed(1)} ${g.height.toFixed(1)}`);
    this.tiles.clear();
    this.layers.army.replaceChildren();
    this.drawLand();
    this.drawNodes();
    this.layGrid();
    if (this.view) this.show({ ...this.view, animate: false });
  }

  drawLand() {
    const g = this.geometry,
      { sheet, ways } = this.layers;
    paint(
      sheet,
      !g.tight && s('rect', { class: 'paper', x: 1, y: 1, width: g.width - 2, height: g.height - 2, rx: 10 }),
      g.tight &&
        [20, 17.5].map(line =>
          g.lands.map(({ points }) => s('polygon', { class: 'plot', points, 'stroke-width': line })),
        ),
      g.lands.map(l => s('polygon', { class: `land ${l.seat}`, points: l.points })),
      g.hills.map((hill, i) =>
        [0, 1, 2, 3].map(k =>
          s('path', {
            class: k ? 'contour' : 'contour base',
            d: contour(
              hill.x - k * 1.5,
              hill.y - k,
              hill.rx - k * Math.min(hill.rx, 60) * 0.2,
              hill.ry - k * Math.min(hill.ry, 30) * 0.21,
              i * 2 + 1,
            ),
          }),
        ),
      ),
      g.marks.map(m => s('text', { class: g.tight ? 'mark large' : 'mark', x: m.x, y: m.y }, m.text)),
    );
    paint(
      ways,
      s('path', { class: 'road', d: g.roads }),
      s('path', { class: 'rail', d: g.rails }),
      s('path', { class: 'ties', d: g.rails }),
    );
  }

  /**
   * The grid: one cell a node, in rows from the top, each a target as large as its cell. Cells in the order that they were in
   * are kept: a press must not lose its click.
   */
  layGrid() {
    const g = this.geometry;
    /** @type {Map<number, Place[]>} */
    const rows = new Map();
    for (const p of g.places.values()) rows.set(p.row, [...(rows.get(p.row) ?? []), p]);
    const ordered = [...rows].sort(([a], [b]) => a - b).map(([, places]) => places.sort((a, b) => a.column - b.column));
    const order = ordered.map(places => places.map(p => p.name).join()).join(';');
    if (order !== this.order) this.setGrid(ordered);
    this.order = order;
    const part = (/** @type {number} */ v, /** @type {number} */ of) => `${((v / of) * 100).toFixed(3)}%`;
    for (const [name, { style }] of this.cells) {
      const p = /** @type {Place} */ (g.places.get(name));
      style.left = part(p.x - g.cell / 2, g.width);
      style.top = part(p.y - CELL / 2, g.height);
      style.width = part(g.cell, g.width);
      style.height = part(CELL, g.height);
    }
  }

  /** @param {Place[][]} rows */
  setGrid(rows) {
    const held = this.grid.contains(document.activeElement);
    this.cells.clear();
    if (!this.geometry.places.has(this.stop)) this.stop = rows[0]?.[0]?.name ?? '';
    this.grid.replaceChildren(
      ...rows.map((places, i) =>
        h(
          'div',
          { role: 'row', 'aria-rowindex': i + 1 },
          places.map((p, j) => {
            const cell = h('div', {
              class: 'cell',
              role: 'gridcell',
              'data-node': p.name,
              'aria-colindex': j + 1,
              tabindex: -1,
            });
            this.cells.set(p.name, cell);
            return cell;
          }),
        ),
      ),
    );
    this.reach(this.stop, held);
  }

  /**
   * Makes a node the one that Tab reaches.
   * @param {string} node
   * @param {boolean} focus
   */
  reach(node, focus) {
    const cell = this.cells.get(node);
    if (!cell) return;
    this.cells.get(this.stop)?.setAttribute('tabindex', '-1');
    this.stop = node;
    cell.tabIndex = 0;
    if (focus) cell.focus({ preventScroll: !this.close });
  }

  /**
   * The middle of a node in the board's container, and the size of its cell, in pixels.
   * @param {string} node
   */
  spot(node) {
    const place = this.geometry.places.get(node),
      { offsetLeft, offsetTop } = this.element;
    return (
      place && {
        x: offsetLeft + place.x * this.scale,
        y: offsetTop + place.y * this.scale,
        width: this.geometry.cell * this.scale,
        height: CELL * this.scale,
      }
    );
  }

  /** @param {View} view */
  show(view) {
    const before = this.view;
    this.view = view;
    this.caption(view);
    this.drawLast(view);
    this.drawPieces(view, before);
    this.drawSigns(view);
    this.describe(view);
  }

  /** The nodes, each with a caption, empty until there is something to say. */
  drawNodes() {
    const g = this.geometry,
      w = g.tile.width,
      t = g.tile.height;
    const kinds = new Map(this.rules.kinds.map(k => [k.id, k]));
    const homes = this.rules.nodes.some(n => n.home);
    this.captions.clear();
    this.layers.nodes.replaceChildren(
      ...[...g.places.values()].map(p => {
        const kind = kinds.get(p.rule.kind),
          held = stronghold(this.rules, kind),
          name = kind?.safe || held ? named(kind) : '';
        const text = s('text', { class: 'place' }),
          word = name.length * (han() ? 11 : 6) < w - 6 ? name : '';
        this.captions.set(p.name, { text, word });
        const at = { transform: `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})` };
        if (kind?.safe)
          return s(
            'g',
            { class: 'node safe', ...at },
            s('ellipse', { class: 'spot', rx: Math.max(w * 0.39 + 5.5, 24), ry: 23.8 }),
            s('ellipse', { class: 'inner', rx: Math.max(w * 0.39 + 2.2, 20.5), ry: 20.5 }),
            text,
          );
        if (held)
          return s(
            'g',
            { class: 'node fort', ...at },
            s('path', { class: 'spot', d: fort(w / 2 + 3, t / 2 + 4.5) }),
            text,
          );
        if (homes && !p.rule.home)
          return s(
            'g',
            { class: 'node stop', ...at },
            s('circle', { class: 'spot', r: 13.5 }),
            s('circle', { class: 'inner', r: 8.5 }),
            text,
          );
        return s(
          'g',
          { class: 'node', ...at },
          s('rect', { class: 'spot', x: -w / 2 + 2, y: -t / 2 + 2, width: w - 4, height: t - 4, rx: 5 }),
          text,
        );
      }),
    );
  }

  /** What empty nodes are called, or are for. @param {View} view */
  caption(view) {
    const full = new Set(view.pieces.map(p => p.node));
    for (const [node, { text, word }] of this.captions) {
      const told = this.small || full.has(node) || node in view.targets ? '' : view.names ? node : word;
      if (text.textContent !== told) text.textContent = told;
    }
  }

  /** The last move: its path under the nodes, its ends, and the pieces removed there. @param {View} view */
  drawLast(view) {
    const g = this.geometry,
      turn = view.last,
      { width: w, height: t } = g.tile;
    const path = turn?.path.length && turn.path.every(n => g.places.has(n)) ? turn.path : [];
    const d = path.length ? g.way(path) : '';
    paint(this.layers.last, d && s('path', { class: 'way', d }));
    paint(this.layers.preview, view.preview.length > 1 && s('path', { class: 'preview', d: g.way(view.preview) }));
    if (!turn || !path.length) return paint(this.layers.ends);
    const at = (/** @type {string} */ n) => /** @type {Place} */ (g.places.get(n));
    const frame = (/** @type {string} */ n, /** @type {string} */ name) =>
      s('rect', { class: name, x: at(n).x - w / 2 - 3, y: at(n).y - t / 2 - 3, width: w + 6, height: t + 6.5, rx: 8 });
    const middle = Math.max(0, Math.floor((path.length - 1) / 2)),
      a = at(path[middle]),
      b = at(path[middle + 1] ?? path[middle]);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const end = path[path.length - 1];
    paint(
      this.layers.ends,
      frame(path[0], 'from'),
      frame(end, 'to'),
      s('path', {
        class: 'head',
        d: 'M-6-7L7 0L-6 7Z',
        transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${angle.toFixed(0)})`,
      }),
      turn.left.slice(0, 2).map((ref, i, both) => {
        const x = at(end).x + (both.length > 1 ? (i ? 1 : -1) * w * 0.26 : 0),
          y = at(end).y,
          u = w * 0.16,
          v = t * 0.23;
        return s(
          'g',
          { class: `went ${ref.seat}${ref.seat === view.light ? ' light' : ''}` },
          s('rect', { x: x - u, y: y - v, width: 2 * u, height: 2 * v, rx: 3 }),
          s('path', { d: `M${x - u - 1} ${y + v + 1}L${x + u + 1} ${y - v - 1}` }),
        );
      }),
    );
  }

  /**
   * @param {View} view
   * @param {View | null} before
   */
  drawPieces(view, before) {
    const g = this.geometry,
      turn = view.last;
    const fresh = Boolean(
      view.animate &&
      before &&
      turn &&
      (before.last?.number !== turn.number || before.last?.complete !== turn.complete),
    );
    const kinds = new Map(this.rules.kinds.map(k => [k.id, k]));
    const standing = new Set();
    for (const piece of view.pieces) {
      const id = `${piece.seat}-${piece.number}`,
        place = g.places.get(piece.node);
      if (!place) continue;
      standing.add(id);
      const look = {
        rules: this.rules,
        tile: g.tile,
        small: this.small ?? false,
        named: this.named,
        light: piece.seat === view.light,
        facts: view.facts !== null,
        news: Boolean(view.facts?.has(piece)),
        safe: Boolean(kinds.get(place.rule.kind)?.safe),
        alive: view.alive[piece.seat] ?? [],
      };
      let known = this.tiles.get(id);
      if (!known) {
        known = { g: s('g', { class: 'piece' }), node: '', signature: '', moving: false };
        this.tiles.set(id, known);
        this.layers.army.append(known.g);
      }
      const flags = view.flags?.filter(f => f.by && f.node === piece.node) ?? [];
      const sign = [signature(piece, look), ...flags.map(f => f.seat)].join();
      if (known.signature !== sign) {
        known.signature = sign;
        known.g.replaceChildren(tile(piece, look));
        known.g.firstElementChild?.append(...flags.map(f => this.flag(f.seat, 0, 0)));
      }
      known.g.setAttribute('class', `piece ${piece.seat}${piece.node === view.selected ? ' selected' : ''}`);
      if (known.node !== piece.node && `${[piece.node, known.node]}` !== `${view.preview}`) {
        // what was dropped waits there for the news
        const rode = fresh && turn && known.node === turn.from && piece.node === turn.to;
        if (rode) this.ride(known.g, turn.path);
        known.node = piece.node;
        known.g.style.transform = `translate(${place.x.toFixed(2)}px, ${place.y.toFixed(2)}px)`;
      }
    }
    for (const [id, known] of this.tiles) {
      if (standing.has(id)) continue;
      this.tiles.delete(id);
      this.leave(known, fresh && turn ? turn : null);
    }
    for (const known of this.tiles.values()) if (known.node === view.selected) this.layers.army.append(known.g);
  }

  /**
   * A piece moves along its path.
   * @param {SVGGElement} g
   * @param {string[]} path
   * @returns {number} ms that it takes
   */
  ride(g, path) {
    const places = path.map(n => this.geometry.places.get(n)).filter(p => p !== undefined);
    if (places.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
    const duration = Math.min(LONG_WAY, SHORT_WAY + (places.length - 2) * 30);
    this.layers.army.append(g);
    g.animate(
      places.map(p => ({ transform: `translate(${p.x}px, ${p.y}px)` })),
      { duration, easing: 'cubic-bezier(.3, .1, .2, 1)' },
    );
    return duration;
  }

  /**
   * A removed piece fades; an attacker moves to its target first.
   * @param {{g: SVGGElement, node: string}} known
   * @param {Turn | null} turn
   */
  leave(known, turn) {
    if (!turn || matchMedia('(prefers-reduced-motion: reduce)').matches) return known.g.remove();
    let delay = SHORT_WAY;
    if (known.node === turn.from) {
      delay = this.ride(known.g, turn.path);
      const end = this.geometry.places.get(turn.to);
      if (end) known.g.style.transform = `translate(${end.x}px, ${end.y}px)`;
    }
    const fade = known.g.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay, fill: 'forwards' });
    fade.onfinish = fade.oncancel = () => known.g.remove();
  }

  /** A captured flag, at the corner of a tile. @param {string} seat @param {number} x @param {number} y the middle of the tile */
  flag(seat, x, y) {
    const { width: w, height: t } = this.geometry.tile,
      size = this.small ? 1.5 : 1;
    return s('path', {
      class: `banner ${seat}`,
      d: 'M0 9V-9L13-4.5L0 0',
      transform: `translate(${x - w / 2 + 3} ${y - t / 2 + 1}) scale(${size})`,
    });
  }

  /** An eye at the corner of a tile. @param {string} node */
  eye(node) {
    const g = this.geometry,
      p = g.places.get(node);
    return (
      p &&
      s(
        'g',
        { class: 'eye', transform: `translate(${p.x + g.tile.width / 2 - 1} ${p.y - g.tile.height / 2 + 1})` },
        s('ellipse', { rx: 9, ry: 6 }),
        s('circle', { r: 2.5 }),
      )
    );
  }

  /** Targets, rings, and the player's own marks. @param {View} view */
  drawSigns(view) {
    const g = this.geometry,
      { width: w, height: t } = g.tile;
    const frame = (/** @type {string} */ node, /** @type {string} */ name, grow = 4) => {
      const p = g.places.get(node);
      return (
        p &&
        s('rect', {
          class: name,
          x: p.x - w / 2 - grow,
          y: p.y - t / 2 - grow,
          width: w + 2 * grow,
          height: t + 2 * grow + 3,
          rx: 9,
        })
      );
    };
    paint(
      this.layers.signs,
      Object.entries(view.targets).map(([node, how]) => {
        const p = g.places.get(node);
        return (
          p &&
          (how === 'hit'
            ? [
                frame(node, 'hit'),
                s(
                  'g',
                  { class: 'aim', transform: `translate(${p.x + w / 2 - 1} ${p.y + t / 2 + 1})` },
                  s('circle', { r: 8 }),
                  s('path', { d: 'M-3.5-3.5L3.5 3.5M3.5-3.5L-3.5 3.5' }),
                ),
              ]
            : s('circle', { class: 'go', cx: p.x, cy: p.y, r: this.small ? 9 : 7 }))
        );
      }),
      Object.entries(view.rings).map(([node, name]) => frame(node, `ring ${name}`)),
      view.shown && this.eye(view.shown),
      view.flags?.map(f => {
        const p = !f.by && g.places.get(f.node);
        return p && this.flag(f.seat, p.x, p.y);
      }),
    );
    paint(
      this.layers.notes,
      view.pieces.map(p => {
        const place = p.mark && g.places.get(p.node);
        if (!place) return null;
        const type = this.rules.types.find(x => x.id === p.mark);
        const text = type ? sign(type) : [...p.mark].slice(0, 2).join('');
        const wide = text.length > 1 ? 26 : 20;
        return s(
          'g',
          {
            class: 'note',
            transform: `translate(${(place.x + w / 2 - 6).toFixed(1)} ${(place.y - t / 2 + 1).toFixed(1)}) rotate(5)`,
          },
          s('rect', { x: -wide / 2, y: -9.5, width: wide, height: 19, rx: 2 }),
          s('text', null, text),
        );
      }),
    );
  }

  /** What a screen reader hears of each node. @param {View} view */
  describe(view) {
    this.grid.setAttribute('aria-label', view.label);
    for (const [node, cell] of this.cells) {
      const words = view.describe(node);
      if (cell.getAttribute('aria-label') !== words) cell.setAttribute('aria-label', words);
      cell.setAttribute('aria-selected', String(node === view.selected));
      cell.classList.toggle('movable', view.movable.has(node));
      cell.classList.toggle('target', node in view.targets);
    }
  }

  /**
   * Shifts the piece on a node by screen pixels while it is dragged.
   * @param {string} node
   * @param {number} dx
   * @param {number} dy
   */
  shift(node, dx, dy) {
    const known = [...this.tiles.values()].find(k => k.node === node),
      place = this.geometry.places.get(node);
    if (!known || !place) return;
    known.g.classList.add('dragged');
    known.g.style.transform = `translate(${(place.x + dx / this.scale).toFixed(1)}px, ${(place.y + dy / this.scale).toFixed(1)}px)`;
  }

  /**
   * Drops a dragged piece where it is released, or puts it back.
   * @param {string} node
   * @param {string} to
   */
  release(node, to) {
    const known = [...this.tiles.values()].find(k => k.node === node),
      place = this.geometry.places.get(to || node);
    if (!known || !place) return;
    known.g.classList.remove('dragged');
    known.g.style.transform = `translate(${place.x.toFixed(2)}px, ${place.y.toFixed(2)}px)`;
    if (to) known.node = to;
  }

  /**
   * The node under a point of the screen, or near it.
   * @param {number} x
   * @param {number} y
   * @param {(node: string) => boolean} [only]
   */
  nodeAt(x, y, only = () => true) {
    const box = this.drawing.getBoundingClientRect(),
      g = this.geometry,
      scale = box.width / g.width;
    const u = (x - box.left) / scale,
      v = (y - box.top) / scale;
    let best = '',
      least = 0.75;
    for (const p of g.places.values()) {
      const away = Math.max(Math.abs(p.x - u) / g.cell, Math.abs(p.y - v) / CELL);
      if (away < least && only(p.name)) [best, least] = [p.name, away];
    }
    return best;
  }

  /**
   * The next node in a direction of the screen.
   * @param {string} node
   * @param {number} dx
   * @param {number} dy
   */
  neighbour(node, dx, dy) {
    const from = this.geometry.places.get(node);
    if (!from) return '';
    let best = '',
      least = Infinity;
    for (const p of this.geometry.places.values()) {
      const x = p.column - from.column,
        y = p.row - from.row;
      const along = x * dx + y * dy,
        aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 0.1 && along + 3 * aside < least) [best, least] = [p.name, along + 3 * aside];
    }
    return best;
  }
}

/**
 * A closed contour line: an ellipse bent by slow waves.
 * @param {number} x
 * @param {number} y
 * @param {number} rx
 * @param {number} ry
 * @param {number} seed
 */
function contour(x, y, rx, ry, seed) {
  const points = Array.from({ length: 24 }, (_, i) => {
    const a = (i / 24) * 2 * Math.PI,
      r = 1 + 0.08 * Math.sin(3 * a + seed) + 0.05 * Math.sin(5 * a + 2 * seed);
    return [x + rx * r * Math.cos(a), y + ry * r * Math.sin(a)];
  });
  const between = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    `${((a[0] + b[0]) / 2).toFixed(1)} ${((a[1] + b[1]) / 2).toFixed(1)}`;
  return `M${between(points[23], points[0])}${points.map((p, i) => `Q${p[0].toFixed(1)} ${p[1].toFixed(1)} ${between(p, points[(i + 1) % 24])}`).join('')}Z`;
}

/**
 * A fort seen from the front: walls whose battlements show above the piece in it.
 * @param {number} w half its width
 * @param {number} t half its height
 */
function fort(w, t) {
  const b = (2 * w) / 7,
    up = 4.5;
  let d = `M${-w} ${t}V${-t}`;
  for (let i = 0; i < 7; i++) d += `h${b.toFixed(2)}${i < 6 ? `v${i % 2 ? -up : up}` : ''}`;
  return `${d}V${t}Z`;
}
