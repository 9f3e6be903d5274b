// Unpacks what internal/lzma packs, whose comments explain the format.

/** The bytes of a packed file, as a stream, so that a reader can begin with the first ones. @param {Uint8Array} packed @param {BlobPart[]} [pieces] gets them too */
export function unpacking(packed, pieces = []) {
  const more = unpacker(packed);
  return new ReadableStream({
    pull(stream) {
      const bytes = more();
      pieces.push(bytes);
      if (bytes.length) stream.enqueue(bytes);
      else stream.close();
    },
  });
}

/** How many bytes of a file are unpacked at once, at least. */
const piece = 1 << 19;

/** Gives the next bytes of a packed file each time it is asked; none after its end. @param {Uint8Array} packed */
function unpacker(packed) {
  const head = new DataView(packed.buffer, packed.byteOffset, 13);
  const out = new Uint8Array(head.getUint32(5, true));
  const odds = new Uint16Array(8004).fill(1024);
  const coder = new Uint32Array(2); // width, value: typed, or engines would store them as objects
  let next = 13,
    at = 0,
    state = 0;

  const widen = () => {
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | packed[next++];
  };
  const bit = (/** @type {number} */ i) => {
    const p = odds[i],
      bound = (coder[0] >>> 11) * p;
    let got = 0;
    if (coder[1] < bound) {
      coder[0] = bound;
      odds[i] = p + ((2048 - p) >> 5);
    } else {
      coder[0] -= bound;
      coder[1] -= bound;
      odds[i] = p - (p >> 5);
      got = 1;
    }
    if (coder[0] < 1 << 24) widen();
    return got;
  };
  const even = (/** @type {number} */ bits) => {
    let value = 0;
    for (; bits > 0; bits--) {
      coder[0] >>>= 1;
      const got = coder[1] >= coder[0] ? 1 : 0;
      if (got) coder[1] -= coder[0];
      value = (value << 1) | got;
      if (coder[0] < 1 << 24) widen();
    }
    return value;
  };
  const tree = (/** @type {number} */ i, /** @type {number} */ bits) => {
    let node = 1;
    for (let b = 0; b < bits; b++) node = (node << 1) | bit(i + node);
    return node - (1 << bits);
  };
  const reversed = (/** @type {number} */ i, /** @type {number} */ bits) => {
    let node = 1,
      value = 0;
    for (let b = 0; b < bits; b++) {
      const got = bit(i + node);
      node = (node << 1) | got;
      value |= got << b;
    }
    return value;
  };
  const isMatch = 0,
    isRep = 192,
    isRepOther = 204,
    isRepOld = 216,
    isRepOlder = 228,
    isRepLong = 240,
    slots = 432,
    specials = 688,
    aligned = 816,
    matchLen = 832,
    repLen = 1346,
    literals = 1860;
  const length = (/** @type {number} */ i, /** @type {number} */ position) => {
    if (!bit(i)) return 2 + tree(i + 2 + position * 8, 3);
    if (!bit(i + 1)) return 10 + tree(i + 130 + position * 8, 3);
    return 18 + tree(i + 258, 8);
  };

  coder[0] = 0xffffffff;
  for (let i = 0; i < 5; i++) coder[1] = (coder[1] << 8) | packed[next++];
  let last0 = 0,
    last1 = 0,
    last2 = 0,
    last3 = 0; // distances, less one
  const symbol = () => {
    const position = at & 3;
    if (!bit(isMatch + (state << 4) + position)) {
      const i = literals + 0x300 * (at ? out[at - 1] >> 5 : 0);
      let node = 1;
      if (state >= 7) {
        let predicted = out[at - last0 - 1],
          same = 0x100;
        while (node < 0x100 && same) {
          const guess = (predicted >> 7) & 1,
            got = bit(i + same + same * guess + node);
          predicted <<= 1;
          node = (node << 1) | got;
          if (guess !== got) same = 0;
        }
      }
      while (node < 0x100) node = (node << 1) | bit(i + node);
      out[at++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      return;
    }
    let n = 1;
    if (!bit(isRep + state)) {
      last3 = last2;
      last2 = last1;
      last1 = last0;
      n = length(matchLen, position);
      const slot = tree(slots + (Math.min(n - 2, 3) << 6), 6),
        bits = (slot >> 1) - 1;
      last0 = slot;
      if (slot >= 4) {
        last0 = (2 | (slot & 1)) << bits;
        last0 += slot < 14 ? reversed(specials + last0 - slot, bits) : (even(bits - 4) << 4) + reversed(aligned, 4);
      }
      state = state < 7 ? 7 : 10;
    } else {
      if (bit(isRepOther + state)) {
        let distance = last1;
        if (bit(isRepOld + state)) {
          distance = last2;
          if (bit(isRepOlder + state)) {
            distance = last3;
            last3 = last2;
          }
          last2 = last1;
        }
        last1 = last0;
        last0 = distance;
      } else if (!bit(isRepLong + (state << 4) + position)) n = 0;
      if (n) n = length(repLen, position);
      state = n ? (state < 7 ? 8 : 11) : state < 7 ? 9 : 11;
      n ||= 1;
    }
    if (last0 >= at || n > out.length - at) throw new Error('a damaged file');
    for (; n > 0; n--, at++) out[at] = out[at - last0 - 1];
  };
  return () => {
    const from = at,
      end = Math.min(out.length, at + piece);
    while (at < end) symbol();
    return out.subarray(from, at);
  };
}
