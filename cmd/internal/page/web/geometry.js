// Fits the plan of a board into the page. The program lays out the board (package boardplan); here it is turned and
// scaled, and its edges become paths.

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').NodeRule} NodeRule */
/** @typedef {import('../types').Plan} Plan */
/** @typedef {{name: string, x: number, y: number, column: number, row: number, rule: NodeRule}} Place */
/**
 * @typedef {object} Geometry
 * @property {Map<string, Place>} places in the drawing's units
 * @property {number} width
 * @property {number} height
 * @property {number} cell width of a cell; its height is CELL
 * @property {{width: number, height: number}} tile
 * @property {string} roads
 * @property {string} rails
 * @property {{x: number, y: number, rx: number, ry: number}[]} hills land that no way leads to
 * @property {{seat: string, points: string}[]} lands the outlines of homes, as polygons
 * @property {{text: string, x: number, y: number}[]} marks names of files and rows at the edge, or of each arm at its own
 * @property {boolean} tight whether the board has no frame: its corners are empty
 * @property {(path: string[]) => string} way a path drawn along its edges
 * @property {(seat: string) => number} facing quarter turns from the bottom of the drawing to the seat's side
 */

/** Height of a cell, in units of the drawing. */
export const CELL = 50;

/** The greatest width of a cell relative to its height: long boards may stretch, square ones hardly. */
const STRETCH = { long: 2.2, phone: 2, square: 1.25 };

/**
 * Quarter turns that bring a seat's home to the bottom of the drawing.
 * @param {Rules} rules
 * @param {string} seat
 */
export function homeTurns(rules, seat) {
  return rules.plan.turns[rules.seats.findIndex(s => s.name === seat)] ?? 0;
}

/**
 * A point of the plan after quarter turns clockwise, in cells.
 * @param {Plan} plan
 * @param {number} turns
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
function turned({ width, height, cell }, turns, x, y) {
  const [u, v] = [
    [x, y],
    [height - y, x],
    [width - x, height - y],
    [y, width - x],
  ][turns];
  return [u / cell, v / cell];
}

/**
 * @param {Rules} rules
 * @param {{width: number, height: number, turns: number, only?: (n: NodeRule) => boolean}} room
 * @returns {Geometry}
 */
export function geometry(rules, { width, height, turns, only }) {
  const { plan } = rules;
  const whole = rules.nodes.map((rule, i) => {
    const [u, v] = turned(plan, turns, plan.nodes[i].x, plan.nodes[i].y);
    return { rule, u, v };
  });
  const spots = only ? whole.filter(p => only(p.rule)) : whole,
    us = spots.map(p => p.u),
    vs = spots.map(p => p.v);
  const left = Math.min(...us),
    top = Math.min(...vs),
    right = Math.max(...us),
    bottom = Math.max(...vs);
  const columns = right - left + 1,
    rows = bottom - top + 1,
    tight = plan.cornered && !only;
  const names = edgeNames(plan, turns, us, vs);
  const margin = tight
    ? { left: names.rows.length ? 28 : 6, right: 6, top: 6, bottom: names.columns.length ? 28 : 6 }
    : { left: names.rows.length ? 24 : 12, right: 12, top: 11, bottom: names.columns.length ? 22 : 12 };
  const most = rows < columns * 1.5 && !only ? STRETCH.square : width < 500 ? STRETCH.phone : STRETCH.long;
  const fit =
    width && height
      ? ((width / height) * (rows * CELL + margin.top + margin.bottom) - margin.left - margin.right) / (columns * CELL)
      : 1.4;
  const cell = CELL * Math.max(1, Math.min(most, fit));
  const across = (/** @type {number} */ u) => margin.left + (u - left + 0.5) * cell,
    down = (/** @type {number} */ v) => margin.top + (v - top + 0.5) * CELL;
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { rule, u, v } of spots)
    places.set(rule.name, { name: rule.name, rule, column: u, row: v, x: across(u), y: down(v) });
  const size = { width: columns * cell + margin.left + margin.right, height: rows * CELL + margin.top + margin.bottom };
  const bends = arcs(rules);
  const draw = (/** @type {[string, string][]} */ edges) =>
    edges.map(([a, b]) => edge(places, bends, a, b, true)).join('');
  // A box of the plan: its middle and half its size, in cells; nothing if it is outside the part shown.
  const box = (
    /** @type {number} */ x0,
    /** @type {number} */ y0,
    /** @type {number} */ x1,
    /** @type {number} */ y1,
  ) => {
    const [u0, v0] = turned(plan, turns, x0, y0),
      [u1, v1] = turned(plan, turns, x1, y1);
    const found = { u: (u0 + u1) / 2, v: (v0 + v1) / 2, ru: Math.abs(u1 - u0) / 2, rv: Math.abs(v1 - v0) / 2 };
    return found.u < left || found.u > right || found.v < top || found.v > bottom ? [] : [found];
  };
  return {
    places,
    cell,
    tight,
    ...size,
    tile: { width: Math.min(cell * 0.84, 92), height: CELL * 0.75 },
    roads: draw(rules.roads),
    rails: draw(rules.rails),
    hills: plan.hills
      .flatMap(h => box(h.x - h.rx, h.y - h.ry, h.x + h.rx, h.y + h.ry))
      .map(b => ({ x: across(b.u), y: down(b.v), rx: (b.ru + 0.42) * cell, ry: (b.rv + 0.4) * CELL })),
    lands: plan.lands
      .map(l => ({ seat: rules.seats[l.seat].name, corners: l.outline.map(p => turned(plan, turns, p.x, p.y)) }))
      .filter(l => l.corners.every(([u, v]) => u > left - 1 && u < right + 1 && v > top - 1 && v < bottom + 1))
      .map(({ seat, corners }) => ({
        seat,
        points: corners.map(([u, v]) => `${across(u).toFixed(1)},${down(v).toFixed(1)}`).join(' '),
      })),
    marks: [
      ...names.columns.map(({ text, at }) => ({
        text,
        x: across(at),
        y: tight ? down(Math.max(...spots.filter(p => p.u === at).map(p => p.v))) + 40 : size.height - 11,
      })),
      ...names.rows.map(({ text, at }) => ({
        text,
        x: tight ? across(Math.min(...spots.filter(p => p.v === at).map(p => p.u))) - cell / 2 - 14 : 12.5,
        y: down(at),
      })),
    ],
    way: path =>
      path.map((name, i) => (i && places.has(name) ? edge(places, bends, path[i - 1], name, i === 1) : '')).join(''),
    facing: seat => (homeTurns(rules, seat) + 4 - turns) % 4,
  };
}

/**
 * The names shown for files and rows; after a quarter turn the columns have those of the rows.
 * @param {Plan} plan
 * @param {number} turns
 * @param {number[]} us
 * @param {number[]} vs
 */
function edgeNames(plan, turns, us, vs) {
  const seen = (
    /** @type {{text: string, at: number}[]} */ marks,
    /** @type {number} */ size,
    /** @type {number[]} */ shown,
  ) =>
    marks.map(({ text, at }) => ({ text, at: (size ? size - at : at) / plan.cell })).filter(m => shown.includes(m.at));
  const files = turns > 1 ? plan.width : 0,
    rows = turns === 1 || turns === 2 ? plan.height : 0; // counted from the other side
  return turns % 2
    ? { columns: seen(plan.rows, rows, us), rows: seen(plan.files, files, vs) }
    : { columns: seen(plan.files, files, us), rows: seen(plan.rows, rows, vs) };
}

/**
 * The sweeps of the edges that are arcs, from the first node of the key to the second.
 * @param {Rules} rules
 * @returns {Map<string, number>}
 */
function arcs({ nodes, plan }) {
  const bends = new Map();
  for (const { a, b, sweep } of plan.bends) {
    bends.set(`${nodes[a].name} ${nodes[b].name}`, sweep);
    bends.set(`${nodes[b].name} ${nodes[a].name}`, 1 - sweep);
  }
  return bends;
}

/**
 * @param {Map<string, Place>} places
 * @param {Map<string, number>} bends
 * @param {string} from
 * @param {string} to
 * @param {boolean} start whether the pen has to be put down first
 */
function edge(places, bends, from, to, start) {
  const a = places.get(from),
    b = places.get(to);
  if (!a || !b) return '';
  const pen = start ? `M${a.x.toFixed(1)} ${a.y.toFixed(1)}` : '';
  const bend = bends.get(`${from} ${to}`);
  const target = `${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
  return (
    pen +
    (bend === undefined
      ? `L${target}`
      : `A${Math.abs(b.x - a.x).toFixed(1)} ${Math.abs(b.y - a.y).toFixed(1)} 0 0 ${bend} ${target}`)
  );
}

/**
 * Whether places of a kind are drawn as a stronghold: what enters one stays, or each side has a few of them.
 * @param {Rules} rules @param {import('../types').KindRule | undefined} kind
 */
export function stronghold({ nodes }, kind) {
  if (!kind || kind.safe) return false;
  const places = nodes.filter(n => n.kind === kind.id);
  return kind.locked || (places.length * 4 < nodes.length && places.every(n => n.home));
}
