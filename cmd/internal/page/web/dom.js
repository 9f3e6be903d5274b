// Elements from plain calls, and painting: the page is changed as little as the new picture requires, so that focus,
// scrolling and selections survive.

/** @typedef {import('../types').Child} Child */
/** @typedef {{[name: string]: unknown, on?: {[event: string]: (e: any) => void}, key?: string}} Props */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element's listeners, by event. Painting passes them to the element that is kept.
 * @type {WeakMap<Element, {[event: string]: (e: any) => void}>}
 */
const heard = new WeakMap();

/** @param {Event} e */
function dispatch(e) {
  const element = /** @type {Element} */ (e.currentTarget);
  heard.get(element)?.[e.type]?.(e);
}

/**
 * @param {Element} element
 * @param {{[event: string]: (e: any) => void} | undefined} handlers
 */
function listen(element, handlers) {
  const before = heard.get(element) ?? {};
  for (const type of Object.keys(handlers ?? {})) if (!(type in before)) element.addEventListener(type, dispatch);
  if (handlers || heard.has(element))
    heard.set(element, { ...Object.fromEntries(Object.keys(before).map(k => [k, () => {}])), ...handlers });
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Props | null} props
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name === 'on') listen(element, /** @type {any} */ (value));
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined && value !== null)
      element.setAttribute(name === 'key' ? 'data-key' : name, String(value));
  }
  element.append(...flat(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {Node[]}
 */
function flat(children) {
  /** @type {Node[]} */
  const nodes = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) nodes.push(...flat(child));
    else nodes.push(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return nodes;
}

/**
 * An HTML element. Names, texts and numbers become text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props ?? null, children);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 */
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props ?? null, children);

/** @param {Node} node */
const keyOf = node => (node instanceof Element ? node.getAttribute('data-key') : null);

/**
 * @param {Node} a
 * @param {Node} b
 */
const alike = (a, b) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/**
 * Makes the children of a parent look like those given. Children with the same tag and key are kept and updated. An
 * element with data-own manages its own children.
 * @param {Element} parent
 * @param {...Child} children
 */
export function paint(parent, ...children) {
  const nodes = flat(children);
  // What is gone goes first: nothing moves over it then, for whatever is moved loses the focus, and a dialog its place above all.
  const kept = new Set(nodes.map(node => `${node.nodeName} ${keyOf(node)}`));
  for (const child of [...parent.children])
    if (keyOf(child) && !kept.has(`${child.nodeName} ${keyOf(child)}`)) child.remove();
  let at = parent.firstChild;
  for (const node of nodes) {
    let old = at;
    if (old && !alike(old, node) && keyOf(node)) while (old && !alike(old, node)) old = old.nextSibling;
    if (!old || !alike(old, node)) {
      parent.insertBefore(node, at);
      continue;
    }
    if (old === at) at = at.nextSibling;
    else parent.insertBefore(old, at);
    if (old !== node) become(old, node);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** Attributes that painting leaves alone: position, and what the reader has opened. */
const KEPT = new Set(['style', 'open']);

/**
 * @param {Node} old
 * @param {Node} next
 */
function become(old, next) {
  if (!(old instanceof Element) || !(next instanceof Element)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  if (old instanceof SVGElement && old.isEqualNode(next)) return; // drawings have no listeners to pass on
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.attributes.length > next.attributes.length)
    for (const { name } of [...old.attributes])
      if (!next.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  if (old instanceof HTMLInputElement && old.type === 'range') old.value = next.getAttribute('value') ?? ''; // a dragged one ignores its attribute
  if (old instanceof HTMLInputElement && old.type === 'radio') old.checked = next.hasAttribute('checked'); // so does a clicked one
  listen(old, heard.get(next));
  const value = next instanceof HTMLSelectElement ? next.value : undefined;
  if (!next.hasAttribute('data-own')) paint(old, ...next.childNodes);
  if (old instanceof HTMLSelectElement && value !== undefined) old.value = value; // as with what was dragged
}

/**
 * A child of a painted element that is rebuilt only when its content has changed.
 * @returns {(shows: unknown[], build: () => HTMLElement) => HTMLElement}
 */
export function kept() {
  /** @type {HTMLElement | undefined} */
  let element;
  /** @type {unknown[]} */
  let before = [];
  return (shows, build) => {
    if (!element) element = build();
    else if (shows.some((x, i) => x !== before[i])) become(element, build());
    before = shows;
    return element;
  };
}

/**
 * Runs something once with the next frame, however often it is requested until then. A background tab has no frames:
 * there it runs without one.
 * @param {() => void} act
 */
export function withFrame(act) {
  let asked = false;
  const done = () => {
    asked = false;
    act();
  };
  return () => {
    if (asked) return;
    asked = true;
    if (document.hidden) setTimeout(done, 0);
    else requestAnimationFrame(done);
  };
}

/** A new main part of the page, for the next room: what the one that was left still paints is seen nowhere. */
export function clearRoom() {
  const left = find('main'),
    root = /** @type {HTMLElement} */ (left.cloneNode());
  left.replaceWith(root);
  return root;
}

/**
 * @param {string} query
 * @param {ParentNode} [from]
 * @returns {HTMLElement}
 */
export function find(query, from = document) {
  const found = from.querySelector(query);
  if (!(found instanceof HTMLElement)) throw new Error(`nothing matches ${query}`);
  return found;
}
