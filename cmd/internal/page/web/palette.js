// Marks by keys: from the board to the signs, among them, and back.

const WAYS = /** @type {{[key: string]: number}} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });

/** Moves to the sign that marks the piece, or to the first. @param {HTMLElement} root */
export function enter(root) {
  const palette = [...root.querySelectorAll('.palette')].find(p => p.checkVisibility());
  const sign = palette?.querySelector('[aria-pressed=true]') ?? palette?.querySelector('button');
  if (sign instanceof HTMLElement) sign.focus();
}

/**
 * Handles a key among the signs, and reports whether it means anything there: a sign's letter, or Enter on it, marks
 * and returns; Escape only returns.
 * @param {KeyboardEvent} e
 * @param {() => void} back
 */
export function take(e, back) {
  const at = e.target instanceof HTMLElement ? e.target : null,
    palette = at?.closest('.palette');
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
