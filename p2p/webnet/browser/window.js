// WebRTC for a program in a worker: its connections live here, in the window. Their data channels are passed on by message
// ports, byte for byte; what they carry is sealed in the worker. window_js.go and port_js.go are the other ends.

const LIMIT = 8 << 20; // bytes that the worker has not taken: more end the channel
const MESSAGE = 64; // that each message counts beside its bytes: empty ones take room too
const LOW = 256 << 10; // bytes that a channel may have before the worker is told that it has sent them
const CHANNELS = 32; // that one connection has at a time
const OPENINGS = 128, OPENING = 500; // channels that its other end may open at once, and then one in so many ms: more end it
const GATHERING = 3000; // ms for a STUN server to answer

/** @typedef {{pc: RTCPeerConnection, keep: RTCDataChannel, channels: Set<RTCDataChannel>, opened: number, at: number}} Connection keep opens with the connection and ends with it */

/** Does what the worker asks for by a port. @param {MessagePort} port */
export function serveConnections(port) {
  /** @type {Map<number, Connection>} */
  const all = new Map();

  /** @param {number} id @param {string[]} servers */
  function connection(id, servers) {
    const pc = new RTCPeerConnection({ iceServers: servers.map(urls => ({ urls })) });
    const keep = pc.createDataChannel('', { negotiated: true, id: 0 }), c = { pc, keep, channels: new Set(), opened: 0, at: 0 };
    all.set(id, c);
    const told = new Promise(connected => { keep.onopen = connected; }).then(async () => port.postMessage({ id, news: 'connected', path: await pathOf(pc) }));
    keep.onclose = () => close(id);
    pc.onconnectionstatechange = () => { if (pc.connectionState === 'failed') close(id); };
    pc.ondatachannel = ({ channel }) => {
      const now = Date.now();
      c.opened = Math.max(0, c.opened - (now - c.at) / OPENING) + 1;
      c.at = now;
      if (c.opened > OPENINGS) return close(id);
      if (c.channels.size >= CHANNELS) return channel.close();
      const worker = pump(channel, c.channels);
      told.then(() => port.postMessage({ id, news: 'channel', label: channel.label, port: worker }, [worker]));
    };
    return c;
  }

  /** @param {number} id */
  function close(id) {
    const c = all.get(id);
    if (!c) return;
    all.delete(id);
    c.pc.close();
    for (const channel of c.channels) channel.dispatchEvent(new Event('close')); // a connection that is closed here has no events
    port.postMessage({ id, news: 'gone' });
  }

  /** @param {number} id */
  const found = id => {
    const c = all.get(id);
    if (!c) throw new Error('the connection has ended');
    return c;
  };

  /** @type {Record<string, (m: {id: number, servers: string[], sdp: string, label: string}) => Promise<{sdp?: string, port?: MessagePort}>>} */
  const does = {
    async offer({ id, servers }) {
      const { pc } = connection(id, servers);
      await pc.setLocalDescription(await pc.createOffer());
      return { sdp: await gathered(pc) };
    },
    async answer({ id, servers, sdp }) {
      const { pc } = connection(id, servers);
      await pc.setRemoteDescription({ type: 'offer', sdp });
      await pc.setLocalDescription(await pc.createAnswer());
      return { sdp: await gathered(pc) };
    },
    async complete({ id, sdp }) {
      await found(id).pc.setRemoteDescription({ type: 'answer', sdp });
      return {};
    },
    async open({ id, label }) {
      const c = found(id), channel = c.pc.createDataChannel(label);
      await new Promise((open, fail) => {
        channel.onopen = open;
        channel.onclose = channel.onerror = () => fail(new Error('the channel has ended'));
      });
      return { port: pump(channel, c.channels) };
    },
    async close({ id }) {
      close(id);
      return {};
    },
  };
  port.onmessage = ({ data }) => {
    const answer = (/** @type {object} */ what, /** @type {Transferable[]} */ moved = []) => { if (data.ask) port.postMessage({ ask: data.ask, ...what }, moved); };
    does[data.do](data).then(got => answer(got, got.port ? [got.port] : []), error => answer({ failed: String(error) }));
  };
  addEventListener('pagehide', () => { for (const id of [...all.keys()]) close(id); }); // the others need not wait for silence
}

/** The local description with the candidates that there are. @param {RTCPeerConnection} pc */
async function gathered(pc) {
  await new Promise(done => {
    const look = () => pc.iceGatheringState === 'complete' && done(undefined);
    pc.addEventListener('icegatheringstatechange', look);
    setTimeout(done, GATHERING);
    look();
  });
  return pc.localDescription?.sdp;
}

/** Which way a connection goes, as transport.Path has it. @param {{getStats: () => Promise<Iterable<any>>}} pc */
export async function pathOf(pc) {
  const stats = [...new Map(await pc.getStats()).values()], kind = (/** @type {string} */ id) => stats.find(s => s.id === id)?.candidateType;
  const pair = stats.find(s => s.type === 'candidate-pair' && (s.selected || stats.some(t => t.selectedCandidatePairId === s.id))); // Firefox marks it
  const kinds = [kind(pair?.localCandidateId), kind(pair?.remoteCandidateId)], asked = stats.some(s => s.candidateType === 'srflx');
  if (kinds.includes('relay')) return 'relay';
  if (kinds.every(k => k === 'host' || k === 'prflx' && !asked)) return 'same-network'; // an address that was hidden, and came with the first packet
  return kinds.includes('srflx') ? 'punched' : 'direct';
}

/**
 * Passes messages on between a data channel and the worker, whose port is returned.
 * @param {RTCDataChannel} channel
 * @param {Set<RTCDataChannel>} among
 */
function pump(channel, among) {
  const { port1: port, port2: worker } = new MessageChannel();
  let untaken = 0, unsent = 0;
  among.add(channel);
  channel.binaryType = 'arraybuffer';
  channel.bufferedAmountLowThreshold = LOW;
  const end = () => {
    among.delete(channel);
    channel.onmessage = channel.onclose = channel.onerror = channel.onbufferedamountlow = port.onmessage = null;
    channel.close();
    port.postMessage(null);
    port.close();
  };
  const sent = () => {
    if (unsent) port.postMessage(unsent);
    unsent = 0;
  };
  channel.onmessage = ({ data }) => {
    if (!(data instanceof ArrayBuffer) || (untaken += data.byteLength + MESSAGE) > LIMIT) return end();
    port.postMessage(data, [data]);
  };
  channel.onclose = channel.onerror = end;
  channel.onbufferedamountlow = sent;
  port.onmessage = ({ data }) => {
    if (data === null) return end();
    if (typeof data === 'number') {
      untaken -= data + MESSAGE;
      return;
    }
    unsent += data.byteLength;
    try {
      channel.send(data);
    } catch {
      return end();
    }
    if (channel.bufferedAmount <= LOW) sent();
  };
  return worker;
}
