/** Bytes in hex. @param {ArrayBuffer} bytes */
export const hex = bytes => [...new Uint8Array(bytes)].map(b => b.toString(16).padStart(2, '0')).join('');
