// Dark Junqi, in which cryptography replaces the referee. docs/browser.md describes this package;
// docs/json.md the fields of State, Event, Table and Command.

/** Starts an instance of the program, with memory of its own. */
export function load(): Promise<Darkjunqi>;

/** An error of the program. The code stays when the sentence is reworded; docs/json.md lists codes. */
export class DarkjunqiError extends Error {
  readonly code: string;
}

export interface Darkjunqi {
  /** Audits a transcript (a .djq file). */
  audit(transcript: Uint8Array): Promise<Report>;
  /** Says what a certificate proves. Rejects if it can't be read. */
  verifyCertificate(certificate: Uint8Array): Promise<Finding>;
  /** Reads a ruleset: JSON (docs/rules.md), or the name of a built-in one such as "siguo,way=partners". */
  readRules(rules: string): Promise<Rules>;
  /** Opens a match and takes a seat in it. State.invites has the invites for the others. */
  host(options?: HostOptions): Promise<Match>;
  /** Takes the seat of an invite, once the host answers. */
  join(invite: string, options?: JoinOptions): Promise<Match>;
  /** Follows a match by an invite to watch. */
  watch(invite: string, options?: WatchOptions): Promise<Match>;
}

export interface WatchOptions {
  /**
   * Opens a pipe to an address of an invite or of a relay. The URL is "" where the address is no
   * WebSocket's, such as that of a host of this package. The default opens WebSockets.
   */
  connect?(url: string): Pipe | Promise<Pipe>;
}

export interface PlayOptions extends WatchOptions {
  /** What the others see as this player's name. */
  name?: string;
  /** The invite to a relay ("djqr1…") that serves WebSockets, to be found there. */
  relay?: string;
}

export interface HostOptions extends PlayOptions {
  /** As for readRules; "standard" by default. */
  rules?: string;
  /** The host's seat; "red" by default. */
  seat?: SeatName;
}

export interface JoinOptions extends PlayOptions {
  /** Asks whether to play by the host's rules; by default all are accepted. */
  accept?(rules: Rules): boolean | Promise<boolean>;
}

export type SeatName = 'red' | 'blue' | 'amber' | 'teal' | 'violet' | 'slate';

/** A match that this instance takes part in or watches. It lasts as long as the instance: nothing is stored. */
export interface Match {
  /** What stays the same. */
  table(): Promise<Table>;
  /** How the match stands now. */
  state(): Promise<State>;
  /** How it stands now and after each change, until the session ends. */
  states(): AsyncGenerator<State, void, void>;
  /** The events after one with a number. */
  events(since?: number): Promise<Event[]>;
  /** Carries out a decision. Rejects with a DarkjunqiError if it is not allowed now. */
  do(command: Command): Promise<void>;
  /** Runs an inbound pipe, of a guest or of somebody who watches. */
  accept(pipe: Pipe): void;
  /** Resolves when the match is over and everybody has all of it, or rejects with the reason. */
  ended(): Promise<void>;
  /** The transcript so far, as a .djq file. */
  transcript(): Promise<Uint8Array>;
  /** Leaves the match. An unfinished one can't be resumed. */
  close(): Promise<void>;
}

/**
 * Carries messages in order: an RTCDataChannel, a WebSocket, or whatever has these members. What
 * it carries is sealed, and the keys of both ends are checked: nobody on the way is trusted.
 */
export interface Pipe {
  binaryType: string;
  readonly bufferedAmount: number;
  send(message: any): void; // a Uint8Array
  close(): void;
  onmessage: ((event: any) => any) | null;
  onclose: ((event: any) => any) | null;
}

/** A pipe over a MessagePort, such as one end of a MessageChannel. */
export function fromPort(port: MessagePort): Pipe;

/** A pipe over a stream of bytes, such as a socket (docs/wire.md, section 18). */
export function fromStream(stream: {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}): Pipe;

// Generated from the Go types:
