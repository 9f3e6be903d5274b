// The shapes of what the program sends: package p2p/seat and this package's backend.go, in the page's language.

/** By the tags of languages. */
export type Names = { [lang: string]: string };
export type Ref = { seat: string; number: number };
export type SeatName = string;

export type KindRule = { id: string; en: string; zh: string; safe: boolean; locked: boolean; calm: boolean; homeOnly: boolean; enter: string[] | null };
export type NodeRule = { name: string; kind: string; x: number; y: number; home: string };
export type TypeRule = { id: string; en: string; zh: string; sign: string; letter: string; count: number; starts: number[]; ways: { along: string; most: number }[] };
export type Announcement = {
  attackerLeaves: boolean; defenderLeaves: boolean; flagTaken: boolean; attackerShowsFlag: boolean; defenderShowsFlag: boolean;
  repelled: boolean; attackerSeen: string; defenderSeen: string;
};
export type Rules = {
  language: string; name: Names; seats: { name: string; team: number; chief?: boolean; colour?: string }[]; kinds: KindRule[]; nodes: NodeRule[];
  roads: [string, string][]; rails: [string, string][]; lines: string[][]; start: string[][][]; types: TypeRule[];
  deck?: { nodes: string[]; claim: string | null; strike: string; guards: string[]; takers: string[] };
  clash: { announcements: Announcement[]; table: number[][] };
  ends: { flag: string; carry: { to: string[][]; beside: boolean } | null; shaken: boolean; lastBoth: string; quiet: number; timeouts: number; resignFrom: number };
  times: { clock: number; grace: number };
  views: { mode: string; reveal: string; outSeesPartner: boolean; first: string; absent: string };
  plan: Plan;
};
type Mark = { text: string; at: number };
/** Where everything of the board is drawn, as red sees it: package boardplan. Numbers of nodes and seats are those of the rules. */
export type Plan = {
  cell: number; width: number; height: number; nodes: { x: number; y: number }[]; bends: { a: number; b: number; sweep: number }[];
  hills: { x: number; y: number; rx: number; ry: number }[]; lands: { seat: number; outline: { x: number; y: number }[] }[];
  files: Mark[]; rows: Mark[]; cornered: boolean; turns: number[];
};

/** A layout of a recording. */
export type Played = { seat: string; name: string; layout: string };
export type Player = { seat: string; name: string; known: boolean; you: boolean; team: number; computer: string };
export type Table = {
  run: number; match: string; rules: Rules | null; short: string; digest: string; seat: string; open: boolean; resolver: string;
  players: Player[]; counts: { [type: string]: number }; layoutRows: number[][];
};
/** What lies face down. */
export type Deal = { down: string[]; unturned: { [seat: string]: { [type: string]: number } }; settled: boolean; flips: string[]; turning: string; shared: string[]; again: boolean };
export type Fact = { source: string; ply: number; types: string[]; met: Ref | null; announcement: Announcement | null };
export type Piece = { seat: string; number: number; node: string; type: string; by: string; may: string[]; facts: Fact[]; moved: boolean; left: number; mark: string };
export type Shown = { seat: string; node: string };
export type Turn = {
  number: number; seat: string; kind: string; complete: boolean; from: string; to: string; path: string[]; piece: Ref | null; met: Ref | null;
  offer: boolean; face?: { seat: string; type: string } | null; announcement: Announcement | null; left: Ref[]; shown: Shown[];
  flags?: { seat: string; how: 'taken' | 'dropped' | 'picked' | 'home'; node: string; carrier: Ref | null }[]; out: string[]; text: string;
};
export type Clock = { seat: string; deadline: number; since: number; timeouts: number };
export type Seating = {
  seat: string; joined: boolean; arranging: boolean; chosen: boolean; ready: boolean; online: boolean; path: string; since: number; out: string; left: number; lost: number;
  lostTypes: { [type: string]: number }; flag: string; taken: boolean; carrier: Ref | null; revealed: boolean; again: boolean; muted: boolean; claims: boolean; peek: '' | 'awaited' | 'shown' | 'false';
};
export type Result = { draw: boolean; winners: string[]; reason: string; you: string };
export type Problem = { code: string; args: unknown[]; text: string };
export type Conviction = { seat: string; record: number; kind: string; reason: Problem; you: boolean };
export type Proof = { record: number; what: string; seat: string; count: number; bytes: number; micros: number };
export type State = {
  number: number; phase: 'waiting' | 'layout' | 'setup' | 'play' | 'over' | 'sealed'; decision: string; can: string[];
  owes: { seat: string; what: string; since: number }[]; first: string; toMove: string; ply: number; quiet: number; turns: number;
  layout: string; pieces: Piece[]; moves: { [node: string]: string[] }; deal: Deal | null; last: Turn | null; offers: string[]; clocks: Clock[]; seats: Seating[];
  result: Result | null; conviction: Conviction | null;
  connection: { online: boolean; hold: string; since: number; how: string; path: string; trouble: Problem | null; done: boolean; deserted: boolean };
  traffic: { sent: number; received: number }; proofs: { made: number; checked: number; bytes: number; last: Proof | null };
  invites: { [seat: string]: string }; watchInvite: string; watchers: number; talk: '' | 'phrases' | 'free'; talkTo: string[]; claimable: number; voteAt: number;
};
export type SeatEvent = {
  number: number; at: number; kind: string; seat?: string; turn?: Turn; result?: Result; conviction?: Conviction; trouble?: Problem;
  layout?: string; piece?: Ref; mark?: string; phrase?: number; text?: string; proof?: Proof;
};

/** One message of the stream. The table comes with the first, and when it has changed. */
export type News = { now: number; table?: Table; state: State; events: SeatEvent[]; words: { [english: string]: Names } };

/** An invite as it can be sent. link is '' if no page is known that others can open; replied: it takes a reply. */
export type Link = { invite: string; link: string; qr: { size: number; rows: string[] }; replied: boolean };
/** A refusal in each language. */
export type Fault = { code: string; words?: Names };

/** Terms in words, in each language: for each option of our own rules, for "talk" and "resolver"; without a key for other rules. */
export type Terms = { [lang: string]: { key: string; head: string; words: string }[] };
/** Rules that the program knows, without the rules themselves: /api/rules?digest= has them. */
export type Ruleset = { digest: string; spec: string; name: Names; seats: number; teams: number[]; terms: Terms };
/** The options of one of our own rulesets, for a person to choose from. The words N and PAIRS stand for a number and for pairs of nodes, and so does % in what they mean. */
export type Choice = { name: string; head: Names; about: Names; value: string; usual: string; values: { word: string; means: Names }[] };
export type Choices = { ruleset: Ruleset; options: Choice[]; resolvers: string[] | null };
export type Past = {
  match: string; yours: boolean; rules: Names | null; seat: string; opponents: string[]; when: number; turns: number; running: boolean;
  left: number; timeouts: number; most: number; limit: number; skipped: boolean; state: 'invited' | 'setup' | 'play' | 'over' | 'sealed' | 'unreadable'; you: string; reason: string;
  verdict: '' | 'honest' | 'cheating' | 'unfinished' | 'unreadable';
};
export type Tally = { won: number; drawn: number; lost: number };
export type Rating = { when: number; value: number; deviation: number };
/** A player's own results. */
export type Statistics = Tally & {
  figures: { name: string; value: number }[]; left: Past[]; rules: (Tally & { name: Names })[]; opponents: (Tally & { names: string[] })[]; ratings: Rating[]; friends: (Rating & { name: string })[];
};
export type Friend = { name: string; said: string; key: string; last: number };
/** A layout kept on disk, or one that comes with the rules: those cannot be deleted; or the one that was played last. */
export type SavedLayout = { name: string; digest: string; layout: string; preset: boolean; last: boolean };
export type Lobby = { version: string; name: string; presets: Ruleset[]; levels: string[]; matches: Past[]; friends: Friend[] };
export type Checked = { layout: string; problems: { number: number; words: Names }[]; swaps: number[][] };
export type Invitation = { match: string; ruleset: Ruleset; seats: string[]; computers: { [seat: string]: string }; hosts: string; host: string; known: boolean; phrase: Names; warnings: Names[] };

/** A position of a lesson: package lesson. */
export type LessonMove = { from: string; to: string; way: string[]; aim: boolean; said: Announcement | null; may: string[]; flag: string };
export type LessonStep = {
  theme: 'army' | 'walk' | 'ride' | 'turn' | 'safe' | 'locked' | 'clash' | 'both' | 'still' | 'upset' | 'partner' | 'flag';
  who: string; types: string[]; kind: string; pieces: { seat: string; number: number; node: string; type: string; moved: boolean }[]; moves: LessonMove[];
};

/** A finished or broken match that is looked at from outside: what each step proved, and the verdict. */
export type Step = { number: number; checks: { words: Names; seat: string; bytes: number; micros: number; ok: boolean }[] };
export type Record = {
  id: string; table: Table; turns: Turn[]; eyes: string[]; steps: Step[]; left: number[][];
  evidence: boolean; verdict: 'honest' | 'cheating' | 'unfinished' | 'unreadable'; words: Names; grounds?: Names[]; records: number; proofs: number; bytes: number; micros: number;
  result: Result | null; conviction: Conviction | null; name: string; match: string; key: string; false: { number: number; from?: string; to?: string } | null;
};
export type Frame = { state: State };

/** What an element may hold: nothing is drawn for false, null and undefined. */
export type Child = Node | string | number | null | undefined | false | Child[];
