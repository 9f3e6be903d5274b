// Marks by keys: from the board to the signs, among them, and back.

const WAYS = /** @type {{[key: string]: number}} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });

/** Goes to the sign that the piece is marked with, or to the first. @param {HTMLElement} root */
export function enter(root) {
  const palette = [...root.querySelectorAll('.palette')].find(p => p.checkVisibility());
  const sign = palette?.querySelector('[aria-pressed=true]') ?? palette?.querySelector('button');
  if (sign instanceof HTMLElement) sign.focus();
}

/**
 * Takes a key that was pressed among the signs, and reports whether it means anything there: a sign's own letter, or Enter on
 * it, marks and goes back, Escape only goes back.
 * @param {KeyboardEvent} e
 * @param {() => void} back
 */
export function take(e, back) {
  const at = e.target instanceof HTMLElement ? e.target : null, palette = at?.closest('.palette');
  if (!at || !palette) return false;
  const signs = /** @type {HTMLButtonElement[]} */ ([...palette.querySelectorAll('button:not(:disabled)')]);
  const pressed = e.key === 'Enter' || e.key === ' ';
  const chosen = signs.find(s => (pressed ? s === at : s.dataset.letter === e.key.toUpperCase()));
  if (chosen) chosen.click();
  if (chosen || e.key === 'Escape') back();
  else if (WAYS[e.key]) signs.at((signs.findIndex(s => s === at) + WAYS[e.key]) % signs.length)?.focus();
  else return false;
  e.preventDefault();
  return true;
}
