// Where everything of a board lies in the drawing. All of it follows from the ruleset's data: the places of the nodes, in
// half cells, and what joins them.

/** @typedef {import('../types').Rules} Rules */
/** @typedef {import('../types').NodeRule} NodeRule */
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
 * @property {{seat: string, x: number, y: number, width: number, height: number}[]} lands
 * @property {{text: string, x: number, y: number}[]} marks names of files and rows at the edge
 * @property {boolean} tight whether the board has no frame: its corners are empty
 * @property {(path: string[]) => string} way a path drawn along its edges
 * @property {(seat: string) => number} facing quarter turns from the bottom of the drawing to the seat's side
 */

/** Height of a cell, in units of the drawing. */
export const CELL = 50;

/** The widest that a cell may be, to its height: long boards may stretch, square ones hardly. */
const STRETCH = { long: 2.05, phone: 2, square: 1.25 };

/** @param {NodeRule[]} nodes */
function bounds(nodes) {
  const xs = nodes.map(n => n.x), ys = nodes.map(n => n.y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** How far, in cells, the nodes above and below may be from land that lies between them. */
const REACH = 6;

/** How far the lands of two enemies are drawn apart, in cells, where not every file crosses. */
const FRONT = 0.9;

/**
 * The nodes, with room between lands that touch: what lies between them, mountains or just a front, is to be seen.
 * @param {Rules} rules
 * @returns {NodeRule[]}
 */
function partedLands({ nodes, roads, rails }) {
  const at = new Map(nodes.map(n => [n.name, n])), rows = [...new Set(nodes.filter(n => n.home).map(n => n.y))].sort((a, b) => a - b);
  const homes = (/** @type {number} */ y) => [...new Set(nodes.filter(n => n.y === y).map(n => n.home))];
  const front = rows.findIndex((y, i) => {
    const [above, below] = [homes(rows[i - 1]), homes(y)];
    if (!i || above.length !== 1 || below.length !== 1 || above[0] === below[0]) return false;
    const crossing = [...roads, ...rails].filter(([a, b]) => [a, b].map(n => at.get(n)?.y).sort((v, w) => (v ?? 0) - (w ?? 0)).join() === `${rows[i - 1]},${y}`);
    return crossing.length < nodes.filter(n => n.y === y).length;
  });
  if (front < 0) return nodes;
  const [top, bottom] = [rows[front - 1], rows[front]], more = FRONT * (bottom - top);
  return nodes.map(n => ({ ...n, y: n.y <= top ? n.y : n.y + more * Math.min(1, (n.y - top) / (bottom - top)) }));
}

/**
 * The least distance between two nodes, in half cells: it is the width of a cell in the drawing.
 * @param {NodeRule[]} nodes
 */
function spacing(nodes) {
  let least = Infinity;
  nodes.forEach((a, i) => {
    for (const b of nodes.slice(i + 1)) {
      const apart = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
      if (apart > 0) least = Math.min(least, apart);
    }
  });
  return least === Infinity ? 2 : least;
}

/**
 * Quarter turns that bring a seat's home to the bottom of the drawing. A side is nearer to a home than the other three.
 * @param {Rules} rules
 * @param {string} seat
 */
export function homeTurns(rules, seat) {
  const mine = new Set((rules.start[rules.seats.findIndex(s => s.name === seat)] ?? []).flat().filter(Boolean));
  if (!mine.size) return 0;
  const all = bounds(rules.nodes), own = rules.nodes.filter(n => mine.has(n.name));
  const dx = own.reduce((sum, n) => sum + n.x, 0) / own.length - (all.left + all.right) / 2;
  const dy = own.reduce((sum, n) => sum + n.y, 0) / own.length - (all.top + all.bottom) / 2;
  if (Math.abs(dy) >= Math.abs(dx)) return dy >= 0 ? 0 : 2;
  return dx > 0 ? 1 : 3;
}

/**
 * A point after quarter turns clockwise within a field.
 * @param {number} x
 * @param {number} y
 * @param {number} turns
 * @param {{left: number, right: number, top: number, bottom: number}} b
 * @returns {[number, number]}
 */
function turned(x, y, turns, b) {
  const u = x - b.left, v = y - b.top, w = b.right - b.left, t = b.bottom - b.top;
  return /** @type {[number, number][]} */ ([[u, v], [t - v, u], [w - u, t - v], [v, w - u]])[turns];
}

/**
 * @param {Rules} rules
 * @param {{width: number, height: number, turns: number, only?: (n: NodeRule) => boolean}} room
 * @returns {Geometry}
 */
export function geometry(rules, { width, height, turns, only }) {
  const apart = partedLands(rules), nodes = only ? apart.filter(only) : apart;
  const field = bounds(nodes), step = spacing(apart);
  const spots = nodes.map(rule => {
    const [u, v] = turned(rule.x, rule.y, turns, field);
    return { rule, u: u / step, v: v / step };
  });
  const columns = Math.max(...spots.map(p => p.u)) + 1, rows = Math.max(...spots.map(p => p.v)) + 1;
  const corners = [[0, 0], [columns - 1, 0], [0, rows - 1], [columns - 1, rows - 1]];
  const tight = corners.every(([u, v]) => !spots.some(p => Math.abs(p.u - u) < 2 && Math.abs(p.v - v) < 2));
  const names = edgeNames(spots, tight);
  const margin = tight ? { left: 6, right: 6, top: 6, bottom: 6 } : { left: names.rows.length ? 24 : 12, right: 12, top: 11, bottom: names.columns.length ? 22 : 12 };
  const most = rows < columns * 1.5 && !only ? STRETCH.square : width < 500 ? STRETCH.phone : STRETCH.long;
  const fit = width && height ? ((width / height) * (rows * CELL + margin.top + margin.bottom) - margin.left - margin.right) / (columns * CELL) : 1.4;
  const cell = CELL * Math.max(1, Math.min(most, fit));
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { rule, u, v } of spots) places.set(rule.name, { name: rule.name, rule, column: u, row: v, x: margin.left + (u + 0.5) * cell, y: margin.top + (v + 0.5) * CELL });
  const whole = { width: columns * cell + margin.left + margin.right, height: rows * CELL + margin.top + margin.bottom };
  const bends = arcs(rules, places);
  const present = (/** @type {[string, string][]} */ edges) => edges.filter(([a, b]) => places.has(a) && places.has(b));
  const draw = (/** @type {[string, string][]} */ edges) => present(edges).map(([a, b]) => edge(places, bends, a, b, true)).join('');
  return {
    places, cell, tight, ...whole,
    tile: { width: Math.min(cell * 0.84, 88), height: CELL * 0.75 },
    roads: draw(rules.roads), rails: draw(rules.rails),
    hills: hills(spots, present([...rules.roads, ...rules.rails]), places, margin, cell),
    lands: lands(rules, [...places.values()], cell),
    marks: [
      ...names.columns.map(({ text, at }) => ({ text, x: margin.left + (at + 0.5) * cell, y: whole.height - 11 })),
      ...names.rows.map(({ text, at }) => ({ text, x: 12.5, y: margin.top + (at + 0.5) * CELL })),
    ],
    way: path => path.map((name, i) => (i && places.has(name) ? edge(places, bends, path[i - 1], name, i === 1) : '')).join(''),
    facing: seat => (homeTurns(rules, seat) + 4 - turns) % 4,
  };
}

/** @typedef {{rule: NodeRule, u: number, v: number}} Spot */

/**
 * Files and rows have names at the edge where the nodes' names are a letter and a number that follow the places.
 * @param {Spot[]} spots
 * @param {boolean} tight
 */
function edgeNames(spots, tight) {
  /** @type {{text: string, at: number}[]} */
  const columns = [];
  /** @type {{text: string, at: number}[]} */
  const rows = [];
  const parts = spots.map(p => ({ ...p, match: /^([a-z])(\d+)$/.exec(p.rule.name) }));
  const none = { columns, rows };
  if (tight) return none;
  /** @type {Map<string, number>} */
  const byLetter = new Map(), byNumber = new Map();
  for (const { u, v, match } of parts) {
    if (!match) continue;
    const [, letter, number] = match;
    if ((byLetter.get(letter) ?? u) !== u || (byNumber.get(number) ?? v) !== v) return none;
    byLetter.set(letter, u);
    byNumber.set(number, v);
  }
  if (byLetter.size < 2 || byNumber.size < 2) return none;
  byLetter.forEach((at, text) => columns.push({ text, at }));
  byNumber.forEach((at, text) => rows.push({ text, at }));
  return { columns, rows };
}

/**
 * Slanting edges of a line that are met straight on at both ends, at right angles, are drawn as quarters of an ellipse.
 * The value is the sweep of the arc from the first node of the key to the second.
 * @param {Rules} rules
 * @param {Map<string, Place>} places
 * @returns {Map<string, 0 | 1>}
 */
function arcs(rules, places) {
  /** @type {Map<string, 0 | 1>} */
  const bends = new Map();
  for (const line of rules.lines) {
    const at = line.map(n => places.get(n));
    for (let i = 1; i + 2 < at.length; i++) {
      const [before, a, b, after] = [at[i - 1], at[i], at[i + 1], at[i + 2]];
      if (!before || !a || !b || !after || a.column === b.column || a.row === b.row) continue;
      const upright = before.column === a.column && b.row === after.row;
      const level = before.row === a.row && b.column === after.column;
      if (!upright && !level) continue;
      const sweep = ((b.column - a.column) * (b.row - a.row) > 0) === level ? 1 : 0;
      bends.set(`${a.name} ${b.name}`, sweep);
      bends.set(`${b.name} ${a.name}`, sweep ? 0 : 1);
    }
  }
  return bends;
}

/**
 * @param {Map<string, Place>} places
 * @param {Map<string, 0 | 1>} bends
 * @param {string} from
 * @param {string} to
 * @param {boolean} start whether the pen has to be put down first
 */
function edge(places, bends, from, to, start) {
  const a = places.get(from), b = places.get(to);
  if (!a || !b) return '';
  const pen = start ? `M${a.x.toFixed(1)} ${a.y.toFixed(1)}` : '';
  const bend = bends.get(`${from} ${to}`);
  const target = `${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
  return pen + (bend === undefined ? `L${target}` : `A${Math.abs(b.x - a.x).toFixed(1)} ${Math.abs(b.y - a.y).toFixed(1)} 0 0 ${bend} ${target}`);
}

/**
 * Land that lies between nodes on all four sides and that no way crosses is drawn as hills: mountains, lakes, whatever
 * keeps armies out.
 * @param {Spot[]} spots
 * @param {[string, string][]} edges
 * @param {Map<string, Place>} places
 * @param {{left: number, top: number}} margin
 * @param {number} cell
 */
function hills(spots, edges, places, margin, cell) {
  /** @type {[number, number][]} */
  const empty = [];
  const near = (/** @type {Spot} */ p, /** @type {number} */ u, /** @type {number} */ v) => Math.abs(p.u - u) < 0.76 && Math.abs(p.v - v) < 0.76;
  const ways = edges.map(([a, b]) => [/** @type {Place} */ (places.get(a)), /** @type {Place} */ (places.get(b))]);
  const columns = [...new Set(spots.map(p => p.u))], rows = [...new Set(spots.map(p => p.v))].sort((a, b) => a - b);
  // Between two rows that are further apart than a cell lie rows without nodes.
  const all = rows.flatMap((v, i) => (i && v - rows[i - 1] >= 1.4 ? [(v + rows[i - 1]) / 2, v] : [v]));
  for (const u of columns) for (const v of all) {
    if (spots.some(p => near(p, u, v))) continue;
    const beside = (/** @type {(p: Spot) => boolean} */ test) => spots.some(p => test(p));
    const inside = beside(p => p.u === u && p.v < v && v - p.v <= REACH) && beside(p => p.u === u && p.v > v && p.v - v <= REACH) && beside(p => p.u < u && Math.abs(p.v - v) <= 1.5) && beside(p => p.u > u && Math.abs(p.v - v) <= 1.5);
    if (inside && !ways.some(([a, b]) => crosses(a, b, u, v))) empty.push([u, v]);
  }
  return grouped(empty).map(group => {
    const us = group.map(p => p[0]), vs = group.map(p => p[1]);
    const [u0, u1, v0, v1] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
    return { x: margin.left + ((u0 + u1) / 2 + 0.5) * cell, y: margin.top + ((v0 + v1) / 2 + 0.5) * CELL, rx: ((u1 - u0) / 2 + 0.42) * cell, ry: ((v1 - v0) / 2 + 0.4) * CELL };
  });
}

/**
 * Whether an edge passes close by a point.
 * @param {Place} a
 * @param {Place} b
 * @param {number} u
 * @param {number} v
 */
function crosses(a, b, u, v) {
  const dx = b.column - a.column, dy = b.row - a.row, length = dx * dx + dy * dy;
  const k = length ? Math.max(0, Math.min(1, ((u - a.column) * dx + (v - a.row) * dy) / length)) : 0;
  return Math.hypot(a.column + k * dx - u, a.row + k * dy - v) < 0.4;
}

/**
 * Points that lie next to each other, together.
 * @param {[number, number][]} points
 */
function grouped(points) {
  /** @type {[number, number][][]} */
  const groups = [];
  for (const p of points) {
    const touching = groups.filter(g => g.some(q => Math.abs(q[0] - p[0]) + Math.abs(q[1] - p[1]) <= 1));
    const joined = touching.flat().concat([p]);
    for (const g of touching) groups.splice(groups.indexOf(g), 1);
    groups.push(joined);
  }
  return groups;
}

/**
 * The ground of each seat, behind its nodes.
 * @param {Rules} rules
 * @param {Place[]} places
 * @param {number} cell
 */
function lands(rules, places, cell) {
  return rules.seats.flatMap(({ name }) => {
    const own = places.filter(p => p.rule.home === name);
    if (!own.length) return [];
    const xs = own.map(p => p.x), ys = own.map(p => p.y);
    const x = Math.min(...xs) - cell / 2 + 1, y = Math.min(...ys) - CELL / 2 + 1;
    return [{ seat: name, x, y, width: Math.max(...xs) + cell / 2 - 1 - x, height: Math.max(...ys) + CELL / 2 - 1 - y }];
  });
}
