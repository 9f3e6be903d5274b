// A board too small for fingers is shown close up: a part of it, moved like a map. Pointers at the edge show what the
// player should see outside it.

import { h, paint, withFrame } from './dom.js';
import { icon } from './icons.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {'up' | 'down' | 'left' | 'right'} Way */

const SPREAD = 1.25,
  PINCH = 0.8; // change of the distance of two fingers that counts as zooming
const MARGIN = 0.25; // of a cell, around what has to be in view

/** The sign of each way is an arrow that the style turns. */
const ARROW = 'on';

export class CloseUp {
  /**
   * @param {HTMLElement} box holds the board, and scrolls
   * @param {() => void} changed the board has to be laid out anew
   */
  constructor(box, changed) {
    this.box = box;
    this.changed = changed;
    /** Whether the player wants it; undefined: the board decides. @type {boolean | undefined} */
    this.wish = undefined;
    /** The pointers at the edges. */
    this.edges = h('div', { class: 'edges', key: 'edges', 'data-own': true, 'aria-hidden': 'true' });
    this.fitted = '';
    this.around = ''; // the node that was asked for, even after a resize
    /** @type {[string, string[]][]} */
    this.goals = [];
    /** @type {Board | null} */
    this.board = null;
    /** Points with the next frame: asking for sizes during a drawing would lay out the page again. */
    this.pointSoon = withFrame(() => this.point());
    box.addEventListener('scroll', this.pointSoon, { passive: true });
    this.listen();
  }

  /** Two fingers zoom in or out. */
  listen() {
    let start = 0;
    const apart = (/** @type {TouchEvent} */ e) =>
      Math.hypot(e.touches[0].clientX - e.touches[1].clientX, e.touches[0].clientY - e.touches[1].clientY);
    this.box.addEventListener(
      'touchstart',
      e => {
        start = e.touches.length === 2 ? apart(e) : 0;
      },
      { passive: true },
    );
    this.box.addEventListener(
      'touchmove',
      e => {
        if (e.touches.length !== 2 || !start || !this.board?.cramped) return;
        e.preventDefault();
        const wider = apart(e) / start,
          [a, b] = e.touches;
        if (wider < SPREAD && wider > PINCH) return;
        start = 0;
        this.set(wider > 1, this.board.nodeAt((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
      },
      { passive: false },
    );
  }

  /**
   * @param {boolean} close
   * @param {string} [around] a node that is to be in the middle
   */
  set(close, around = '') {
    if (close === this.board?.close) return;
    this.wish = close;
    this.around = around;
    this.changed();
  }

  /**
   * What to show after the board was drawn: first the home, then wherever the player moves it.
   * @param {Board} board
   * @param {string[]} home
   * @param {[string, string[]][]} goals what to point to, with the class of the pointer; the first counts most
   */
  drawn(board, home, goals) {
    this.board = board;
    this.goals = goals;
    this.box.classList.toggle('close', board.close);
    if (board.close && board.fitted !== this.fitted) {
      if (this.around) this.go(this.around, 'instant');
      else this.show(home);
    }
    this.fitted = board.fitted;
    this.pointSoon();
  }

  /** Centres the board, as far as these nodes stay in view. @param {string[]} nodes */
  show(nodes) {
    const { box, board } = this,
      spots = nodes.flatMap(n => board?.spot(n) ?? []);
    if (!board || !spots.length) return;
    const along = (
      /** @type {number[]} */ at,
      /** @type {number} */ cell,
      /** @type {number} */ whole,
      /** @type {number} */ view,
    ) => {
      const edge = cell * (0.5 + MARGIN);
      return Math.max(Math.min((whole - view) / 2, Math.min(...at) - edge), Math.max(...at) + edge - view);
    };
    box.scrollTo({
      left: along(
        spots.map(s => s.x),
        spots[0].width,
        box.scrollWidth,
        box.clientWidth,
      ),
      top: along(
        spots.map(s => s.y),
        spots[0].height,
        box.scrollHeight,
        box.clientHeight,
      ),
      behavior: 'instant',
    });
  }

  /** @param {string} node @param {ScrollBehavior} behavior */
  go(node, behavior) {
    const spot = this.board?.spot(node);
    if (spot)
      this.box.scrollTo({ left: spot.x - this.box.clientWidth / 2, top: spot.y - this.box.clientHeight / 2, behavior });
  }

  /** Points to what is out of view. */
  point() {
    const { box, board } = this;
    /** @type {Map<Way, {name: string, nodes: string[]}>} */
    const beyond = new Map();
    if (board?.close) {
      for (const [name, nodes] of this.goals)
        for (const node of nodes) {
          const way = this.wayTo(node);
          if (way && !beyond.has(way)) beyond.set(way, { name, nodes: [] });
          if (way && beyond.get(way)?.name === name) beyond.get(way)?.nodes.push(node);
        }
    }
    if (beyond.size)
      Object.assign(this.edges.style, {
        inset: `${box.offsetTop}px auto auto ${box.offsetLeft}px`,
        width: `${box.offsetWidth}px`,
        height: `${box.offsetHeight}px`,
      });
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    paint(
      this.edges,
      [...beyond].map(([way, { name, nodes }]) =>
        h(
          'button',
          {
            class: `edge to-${way} ${name}`,
            type: 'button',
            tabindex: -1,
            key: way,
            on: { click: () => this.go(this.nearest(nodes), still ? 'instant' : 'smooth') },
          },
          icon(ARROW),
          nodes.length > 1 && h('span', null, nodes.length),
        ),
      ),
    );
  }

  /** The node nearest to the view. @param {string[]} nodes */
  nearest(nodes) {
    const away = (/** @type {string} */ node) => {
      const spot = this.board?.spot(node);
      return spot
        ? Math.hypot(
            spot.x - this.box.scrollLeft - this.box.clientWidth / 2,
            spot.y - this.box.scrollTop - this.box.clientHeight / 2,
          )
        : Infinity;
    };
    return nodes.reduce((a, b) => (away(b) < away(a) ? b : a));
  }

  /** The edge beyond which a node is. @param {string} node @returns {Way | ''} */
  wayTo(node) {
    const { box } = this,
      spot = this.board?.spot(node);
    if (!spot) return '';
    const x = spot.x - box.scrollLeft,
      y = spot.y - box.scrollTop;
    /** @type {[Way, number][]} */
    const over = [
      ['up', -y],
      ['down', y - box.clientHeight],
      ['left', -x],
      ['right', x - box.clientWidth],
    ];
    const [way, most] = over.reduce((a, b) => (b[1] > a[1] ? b : a));
    return most > 0 ? way : '';
  }
}
