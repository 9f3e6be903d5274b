import { load, fromPort, fromStream, DarkjunqiError } from "@darkjunqi/darkjunqi";
import type { Report, State, Match, Command, Pipe } from "@darkjunqi/darkjunqi";
const dj = await load();
const report: Report = await dj.audit(new Uint8Array(1));
const verdict: string = report.verdict;
const { port1 } = new MessageChannel();
const pipe: Pipe = fromPort(port1);
const socket: Pipe = new WebSocket("wss://relay.example.org");
const peer: Pipe = new RTCPeerConnection().createDataChannel("match");
const match: Match = await dj.join("djq1", { connect: (url: string) => pipe, accept: async (rules) => rules.short !== "" });
for await (const state of match.states()) {
  const s: State = state;
  const to: string | undefined = s.moves["a1"]?.[0];
  const command: Command = { do: "move", from: "a1", to: to ?? "" };
  await match.do(command).catch((e: unknown) => { if (e instanceof DarkjunqiError) e.code.length; });
}
// @ts-expect-error: there is no such seat
await dj.host({ seat: "green" });
// @ts-expect-error: a command does something
await match.do({});
export { verdict, socket, peer, fromStream };
