// A picture of the board, as it is seen.

import { h } from './dom.js';

/** @typedef {import('./board.js').Board} Board */

const PAINT = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font', 'letter-spacing', 'text-anchor', 'dominant-baseline', 'paint-order', 'transform'];

/**
 * The drawing as a file of its own: what the style sheets say is written into it.
 * @param {Board} board
 */
export function pictureOf(board) {
  const copy = /** @type {SVGSVGElement} */ (board.drawing.cloneNode(true));
  const from = [...board.drawing.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of PAINT) {
      const value = style.getPropertyValue(name);
      if (value && !(name === 'transform' && value === 'none')) /** @type {SVGElement} */ (element).style.setProperty(name, value);
    }
    element.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(board.geometry.width * 2)));
  copy.setAttribute('height', String(Math.round(board.geometry.height * 2)));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Hands a file to the reader.
 * @param {string} name
 * @param {Blob} blob
 */
export function saveFile(name, blob) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * @param {Board} board
 * @param {string} name
 */
export const savePicture = (board, name) => saveFile(`${name}.svg`, new Blob([pictureOf(board)], { type: 'image/svg+xml' }));
