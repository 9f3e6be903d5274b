// Short films as GIF89a, the one format that every chat plays. All frames share the 256 colours that most pixels have.

const CLEAR = 256,
  END = 257,
  FULL = 4096; // codes: the pixels' colours come first; none has more than 12 bits

/** The colour of a pixel in 5 bits a channel. @param {Uint8ClampedArray} data @param {number} i */
const coarse = (data, i) => ((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3);

/**
 * The palette, three bytes a colour, and the place there of each coarse colour that occurs.
 * @param {ImageData[]} frames
 */
function palette(frames) {
  const sums = new Float64Array(4 << 15); // by coarse colour: red, green, blue, pixels
  for (const { data } of frames) {
    for (let i = 0; i < data.length; i += 4) {
      const at = coarse(data, i) * 4;
      for (let k = 0; k < 3; k++) sums[at + k] += data[i + k];
      sums[at + 3]++;
    }
  }
  const seen = [];
  for (let c = 0; c < 1 << 15; c++)
    if (sums[c * 4 + 3])
      seen.push({ c, n: sums[c * 4 + 3], rgb: [0, 1, 2].map(k => sums[c * 4 + k] / sums[c * 4 + 3]) });
  seen.sort((a, b) => b.n - a.n);
  const kept = seen.slice(0, 256),
    place = new Uint8Array(1 << 15),
    bytes = new Uint8Array(3 * 256);
  kept.forEach(({ rgb }, i) => bytes.set(rgb.map(Math.round), 3 * i));
  for (const { c, rgb } of seen) {
    const far = kept.map(k => k.rgb.reduce((sum, v, i) => sum + (v - rgb[i]) ** 2, 0));
    place[c] = far.indexOf(Math.min(...far));
  }
  return { bytes, place };
}

/**
 * The pixels of a frame, compressed by LZW, in blocks of up to 255 bytes.
 * @param {ImageData} frame
 * @param {Uint8Array} place
 */
function compressed({ data }, place) {
  const bytes = [],
    /** @type {Map<number, number>} */ known = new Map(); // a code and the colour that follows it: their own code
  let held = 0,
    bits = 0,
    size = 9,
    next = END + 1,
    code = place[coarse(data, 0)];
  const put = (/** @type {number} */ word) => {
    held |= word << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>= 8) bytes.push(held & 255);
  };
  put(CLEAR);
  for (let i = 4; i < data.length; i += 4) {
    const colour = place[coarse(data, i)],
      pair = (code << 8) | colour,
      longer = known.get(pair);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    put(code);
    code = colour;
    if (next < FULL) {
      if (next === 1 << size) size++;
      known.set(pair, next++);
    } else {
      put(CLEAR);
      known.clear();
      [size, next] = [9, END + 1];
    }
  }
  put(code);
  put(END);
  if (bits) bytes.push(held);
  const blocks = [];
  for (let i = 0; i < bytes.length; i += 255) blocks.push(Math.min(255, bytes.length - i), ...bytes.slice(i, i + 255));
  return [...blocks, 0];
}

/**
 * A film that begins again when it is over.
 * @param {{frame: ImageData, time: number}[]} shown frames of one size, with the hundredths of a second that each is seen
 */
export function gif(shown) {
  const { bytes, place } = palette(shown.map(f => f.frame)),
    { width, height } = shown[0].frame,
    pair = (/** @type {number} */ n) => [n & 255, n >> 8],
    size = [...pair(width), ...pair(height)];
  return new Blob(
    [
      'GIF89a',
      Uint8Array.of(...size, 0xf7, 0, 0),
      bytes, // a table of 256 colours
      Uint8Array.of(0x21, 0xff, 11),
      'NETSCAPE2.0',
      Uint8Array.of(3, 1, 0, 0, 0), // for ever
      ...shown.map(({ frame, time }) =>
        Uint8Array.from([
          0x21,
          0xf9,
          4,
          4,
          ...pair(time),
          0,
          0,
          0x2c,
          0,
          0,
          0,
          0,
          ...size,
          0,
          8,
          ...compressed(frame, place),
        ]),
      ),
      Uint8Array.of(0x3b),
    ],
    { type: 'image/gif' },
  );
}
