// The page's own file, as the browser read it. This has to be imported before anything changes the page.

const source = `<!doctype html>${document.documentElement.outerHTML}`;

/** The SHA-256 of the page's file, in hex; empty where the browser does not compute it (over plain HTTP). */
export async function ownHash() {
  if (!globalThis.crypto?.subtle) return '';
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source));
  return [...new Uint8Array(sum)].map(b => b.toString(16).padStart(2, '0')).join('');
}
