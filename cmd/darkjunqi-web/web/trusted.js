// The addresses of the two scripts that this page runs beside its own: its worker and its keeper.

const types = /** @type {any} */ (globalThis).trustedTypes;
const policy = types?.createPolicy('darkjunqi', { createScriptURL: (/** @type {string} */ url) => url });

/** @param {string} url @returns {string} */
export const trusted = url => (policy ? policy.createScriptURL(url) : url);
