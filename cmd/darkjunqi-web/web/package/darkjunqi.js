// The JavaScript package: load() starts an instance of the program, which audits and plays.
// darkjunqi.d.ts describes it.
import 'wasm_exec';
import wasm from './wasm.js';
import { unpacking } from '../lzma.js';

/** An error of the program, with a code that stays. */
export class DarkjunqiError extends Error {
  constructor({ code, message }) {
    super(message);
    this.name = 'DarkjunqiError';
    this.code = code;
  }
}

// answer is what a function of the program returns, which is a promise of JSON.
const answer = async promise => {
  try {
    const text = await promise;
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch (problem) {
    throw problem instanceof Error ? problem : new DarkjunqiError(problem);
  }
};

// harmless is a function that never throws into the program, only rejects.
const harmless = f => f && (async (...args) => f(...args));

let program; // compiled once

const compile = async () => {
  const packed = Uint8Array.from(atob(wasm), c => c.charCodeAt(0));
  return WebAssembly.compile(await new Response(unpacking(packed)).arrayBuffer());
};

export const load = async () => {
  const go = new globalThis.Go();
  const instance = await WebAssembly.instantiate(await (program ??= compile()), go.importObject);
  let exports;
  globalThis.darkjunqiStarted = got => {
    exports = got;
  };
  go.run(instance); // until it waits for calls
  delete globalThis.darkjunqiStarted;
  return new Darkjunqi(exports);
};

class Darkjunqi {
  #program;
  constructor(program) {
    this.#program = program;
  }

  audit(transcript) {
    return answer(this.#program.audit(transcript));
  }
  verifyCertificate(certificate) {
    return answer(this.#program.verifyCertificate(certificate));
  }
  readRules(rules) {
    return answer(this.#program.readRules(rules));
  }

  async host({ rules = 'standard', seat = 'red', name, relay, connect } = {}) {
    return new Match(await answer(this.#program.host({ rules, seat, name, relay, connect: harmless(connect) })));
  }

  async join(invite, { name, relay, connect, accept } = {}) {
    const ask = harmless(accept && (rules => accept(JSON.parse(rules))));
    return new Match(
      await answer(this.#program.join(invite, { name, relay, connect: harmless(connect), accept: ask })),
    );
  }

  async watch(invite, { connect } = {}) {
    return new Match(await answer(this.#program.watch(invite, { connect: harmless(connect) })));
  }
}

class Match {
  #match;
  constructor(match) {
    this.#match = match;
  }

  table() {
    return answer(this.#match.table());
  }
  events(since = 0) {
    return answer(this.#match.events(since));
  }
  do(command) {
    return answer(this.#match.do(JSON.stringify(command)));
  }
  accept(pipe) {
    this.#match.accept(pipe);
  }
  ended() {
    return answer(this.#match.ended());
  }
  transcript() {
    return answer(this.#match.transcript());
  }
  close() {
    return answer(this.#match.close());
  }
  async state() {
    return (await answer(this.#match.after(-1))).state;
  }

  async *states() {
    for (let version = 0; ;) {
      const now = await answer(this.#match.after(version));
      version = now.version;
      yield now.state;
      if (now.over) return;
    }
  }
}

/** A pipe over a MessagePort, such as one end of a MessageChannel. */
export const fromPort = port => {
  const pipe = {
    binaryType: 'arraybuffer',
    bufferedAmount: 0,
    onmessage: null,
    onclose: null,
    send(bytes) {
      const copy = bytes.slice().buffer;
      port.postMessage(copy, [copy]);
    },
    close() {
      port.postMessage(null); // a port's end shows nowhere else in a browser
      port.close();
    },
  };
  port.onmessage = ({ data }) => {
    if (data === null) {
      port.close();
      pipe.onclose?.({});
    } else pipe.onmessage?.({ data });
  };
  port.start?.();
  return pipe;
};

/** A pipe over a stream of bytes, such as a socket: each message has its length in front, as a u16. */
export const fromStream = ({ readable, writable }) => {
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const pipe = {
    binaryType: 'arraybuffer',
    bufferedAmount: 0,
    onmessage: null,
    onclose: null,
    send(bytes) {
      const framed = new Uint8Array(2 + bytes.length);
      new DataView(framed.buffer).setUint16(0, bytes.length);
      framed.set(bytes, 2);
      pipe.bufferedAmount += framed.length;
      writer.write(framed).then(
        () => {
          pipe.bufferedAmount -= framed.length;
        },
        () => pipe.close(),
      );
    },
    close() {
      writer.close().catch(() => {});
      reader.cancel().catch(() => {});
    },
  };
  const pump = async () => {
    let held = new Uint8Array(0);
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const all = new Uint8Array(held.length + value.length);
      all.set(held);
      all.set(value, held.length);
      let at = 0;
      for (;;) {
        if (all.length - at < 2) break;
        const end = at + 2 + ((all[at] << 8) | all[at + 1]);
        if (all.length < end) break;
        pipe.onmessage?.({ data: all.slice(at + 2, end).buffer });
        at = end;
      }
      held = all.slice(at);
    }
  };
  pump()
    .catch(() => {})
    .then(() => pipe.onclose?.({}));
  return pipe;
};
