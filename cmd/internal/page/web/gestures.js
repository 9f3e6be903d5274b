// Input on a board: click, drag, long press, right click and keys become a few plain requests.

/** @typedef {import('./board.js').Board} Board */

/**
 * @typedef {object} Wishes
 * @property {(node: string) => void} pick
 * @property {(node: string, byKey: boolean) => void} mark
 * @property {(node: string) => boolean} take whether the piece on the node may be dragged; it is picked
 * @property {(from: string, to: string) => boolean} drop whether the piece may stay where it was put
 * @property {(node: string) => void} hover
 * @property {() => void} leave gives up what was picked
 */

const FAR = 6; // pixels from which a press is a drag
const LONG = 400; // ms from which a press is long

const ARROWS = /** @type {{[key: string]: [number, number]}} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** @param {EventTarget | null} target */
const nodeOf = target =>
  target instanceof HTMLElement ? (target.closest('[data-node]')?.getAttribute('data-node') ?? '') : '';

/**
 * @param {Board} board
 * @param {Wishes} wishes
 */
export function handle(board, wishes) {
  /** @type {{node: string, x: number, y: number, id: number, dragging: boolean, still: ReturnType<typeof setTimeout> | undefined} | null} */
  let press = null;
  let spent = false; // the press was a drag or a long one, so the click after it is ignored
  let since = 0; // when it began, by the clock of events, since a busy page receives them late

  const end = () => {
    if (press) clearTimeout(press.still);
    press = null;
  };
  const held = () => {
    if (!press || press.dragging) return;
    spent = true;
    wishes.mark(press.node, false);
    end();
  };
  const grid = board.grid;
  grid.addEventListener('pointerdown', e => {
    const node = nodeOf(e.target);
    spent = false;
    since = e.timeStamp;
    if (press && e.pointerType === 'touch' && e.pointerId !== press.id) {
      // a second finger: this moves the view
      if (press.dragging) board.release(press.node, '');
      spent = true;
      since = -Infinity; // no tap, however short
      return end();
    }
    if (!node || e.button !== 0) return;
    press = {
      node,
      x: e.clientX,
      y: e.clientY,
      id: e.pointerId,
      dragging: false,
      still: e.pointerType === 'mouse' ? undefined : setTimeout(held, LONG),
    };
  });
  grid.addEventListener('pointermove', e => {
    if (!press || press.id !== e.pointerId) {
      if (e.pointerType === 'mouse') wishes.hover(nodeOf(e.target));
      return;
    }
    const dx = e.clientX - press.x,
      dy = e.clientY - press.y;
    if (!press.dragging) {
      if (Math.hypot(dx, dy) < FAR) return;
      clearTimeout(press.still);
      if (!wishes.take(press.node)) return end();
      press.dragging = true;
      grid.setPointerCapture(e.pointerId);
    }
    board.shift(press.node, dx, dy);
    wishes.hover(board.nodeAt(e.clientX, e.clientY));
  });
  grid.addEventListener('pointerup', e => {
    if (press?.dragging) {
      spent = true;
      const from = press.node,
        to = board.nodeAt(e.clientX, e.clientY);
      board.release(from, to && to !== from && wishes.drop(from, to) ? to : '');
    } else if (e.timeStamp - since < LONG) spent = false;
    else if (e.pointerType !== 'mouse') held();
    end();
  });
  grid.addEventListener('pointercancel', () => {
    if (press?.dragging) board.release(press.node, '');
    end();
  });
  grid.addEventListener('pointerleave', () => !press && wishes.hover(''));
  grid.addEventListener('click', e => {
    if (spent) return void (spent = false);
    const node = (board.small && board.nodeAt(e.clientX, e.clientY)) || nodeOf(e.target);
    if (!node) return wishes.leave();
    board.reach(node, false);
    wishes.pick(node);
  });
  grid.addEventListener('contextmenu', e => {
    const node = nodeOf(e.target);
    if (!node) return;
    e.preventDefault();
    if (!spent) wishes.mark(node, false);
  });
  grid.addEventListener('focusin', e => wishes.hover(nodeOf(e.target)));
  grid.addEventListener('keydown', e => {
    const node = nodeOf(e.target);
    if (!node || e.ctrlKey || e.metaKey || e.altKey) return;
    const way = ARROWS[e.key];
    if (way) board.reach(board.neighbour(node, ...way), true);
    else if (e.key === 'Enter' || e.key === ' ') wishes.pick(node);
    else if (e.key === 'Escape') wishes.leave();
    else if (e.key === 'm') wishes.mark(node, true);
    else return;
    e.preventDefault();
  });
}
