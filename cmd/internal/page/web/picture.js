// A picture of the board, as it is seen.

import { h, s } from './dom.js';
import { icon } from './icons.js';
import { toast } from './toast.js';
import { say } from './words.js';

/** @typedef {import('./board.js').Board} Board */

const INHERITED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'font',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
];

/** An element as it appears in a file. @param {Element} element */
export const textOf = element => new XMLSerializer().serializeToString(element);

/**
 * The drawing by itself, with the style sheets written into it.
 * @param {Board} board
 */
export function drawingOf(board) {
  const copy = /** @type {SVGSVGElement} */ (board.drawing.cloneNode(true));
  const root = getComputedStyle(board.drawing),
    from = [...board.drawing.querySelectorAll('*')];
  for (const name of INHERITED) copy.style.setProperty(name, root.getPropertyValue(name));
  [...copy.querySelectorAll('*')].forEach((element, i) => {
    const style = getComputedStyle(from[i]),
      above = getComputedStyle(/** @type {Element} */ (from[i].parentElement));
    const own = INHERITED.filter(name => style.getPropertyValue(name) !== above.getPropertyValue(name));
    if (style.opacity !== '1') own.push('opacity');
    if (style.transform !== 'none') own.push('transform');
    element.removeAttribute('style');
    for (const name of own) /** @type {SVGElement} */ (element).style.setProperty(name, style.getPropertyValue(name));
    element.removeAttribute('class');
    element.removeAttribute('data-key');
  });
  for (const name of ['class', 'aria-hidden']) copy.removeAttribute(name);
  copy.prepend(s('rect', { width: '100%', height: '100%', fill: getComputedStyle(document.body).backgroundColor }));
  copy.setAttribute('lang', document.documentElement.lang); // the signs of Han characters and where their commas stand depend on it
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(board.geometry.width * 2)));
  copy.setAttribute('height', String(Math.round(board.geometry.height * 2)));
  return copy;
}

/**
 * Saves a file for the reader.
 * @param {string} name
 * @param {Blob} blob
 */
export function saveFile(name, blob) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  toast(say('file.saving', name));
}

/**
 * The drawing as pixels.
 * @param {string} svg
 */
export async function canvasOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })),
    image = new Image();
  try {
    image.src = url;
    await image.decode();
  } finally {
    URL.revokeObjectURL(url);
  }
  const canvas = h('canvas', { width: image.naturalWidth, height: image.naturalHeight }),
    drawn = canvas.getContext('2d');
  if (!drawn) throw new Error('no picture');
  drawn.drawImage(image, 0, 0);
  return { canvas, drawn, width: canvas.width, height: canvas.height };
}

/** The drawing as a file. @param {string} svg @returns {Promise<Blob>} */
export async function pixels(svg) {
  const { canvas } = await canvasOf(svg);
  return new Promise((done, fail) =>
    canvas.toBlob(blob => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  );
}

/** Gives a picture to the phone's other programs; elsewhere it is saved. @param {string} name @param {Promise<Blob>} made */
export async function savePicture(name, made) {
  try {
    const blob = await made,
      files = [new File([blob], name, { type: blob.type })];
    if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files }))
      await navigator.share({ files }).catch(error => error.name === 'AbortError' || saveFile(name, blob)); // unless its reader has changed their mind
    else saveFile(name, blob);
  } catch (error) {
    toast(error);
  }
}

/**
 * Buttons that save the board as it is seen.
 * @param {() => Board | null} board
 * @param {string} name of the file
 */
export const pictureButtons = (board, name) =>
  ['PNG', 'SVG'].map(kind =>
    h(
      'button',
      {
        class: 'btn',
        type: 'button',
        'data-picture': kind,
        title: say('more.picture', kind),
        on: {
          click: () => {
            const shown = board();
            if (!shown) return;
            const svg = textOf(drawingOf(shown));
            savePicture(
              `${name}.${kind.toLowerCase()}`,
              kind === 'PNG' ? pixels(svg) : Promise.resolve(new Blob([svg], { type: 'image/svg+xml' })),
            );
          },
        },
      },
      icon('image'),
      kind,
    ),
  );
