package messages

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/opcount"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A key of a sentence that Go code names is the name of its constant, and the words after it name
// the arguments, in the order in which In takes them. Sentences that the page says too, and those of
// a family, have keys with a point.

// The program as a whole.
const (
	RootShort          Text = "RootShort"
	RootLong           Text = "RootLong"
	LabShort           Text = "LabShort"
	LabLong            Text = "LabLong"
	GroupLab           Text = "GroupLab"
	GroupPlay          Text = "GroupPlay"
	GroupCheck         Text = "GroupCheck"
	GroupRules         Text = "GroupRules"
	GroupAbout         Text = "GroupAbout"
	HelpShort          Text = "HelpShort"
	HelpUsage          Text = "HelpUsage"
	HelpExamples       Text = "HelpExamples"
	HelpCommands       Text = "HelpCommands"
	HelpFlags          Text = "HelpFlags"
	HelpGlobalFlags    Text = "HelpGlobalFlags"
	HelpMore           Text = "HelpMore program"
	FlagHelp           Text = "FlagHelp"
	FlagLang           Text = "FlagLang languages"
	FlagJSON           Text = "FlagJSON"
	FlagRules          Text = "FlagRules"
	FlagDefault        Text = "FlagDefault value"
	HintHelp           Text = "HintHelp command"
	HintDidYouMean     Text = "HintDidYouMean command"
	HintRulesFile      Text = "HintRulesFile"
	HintRules          Text = "HintRules"
	ErrUnknownCommand  Text = "ErrUnknownCommand word command"
	ErrNeedsSubcommand Text = "ErrNeedsSubcommand command"
	ErrMissingArgument Text = "ErrMissingArgument command argument"
	ErrExtraArgument   Text = "ErrExtraArgument command argument"
	ErrorLine          Text = "ErrorLine program error"
	HintLine           Text = "HintLine program hint"
	ErrFile            Text = "ErrFile file error"
	ErrOutDash         Text = "ErrOutDash"
	ErrOutIsInput      Text = "ErrOutIsInput file"
	ErrOutput          Text = "ErrOutput error"
	VersionShort       Text = "VersionShort"
	VersionLine        Text = "VersionLine program version protocol go"
)

// `play`.
const (
	PlayShort    Text = "PlayShort"
	PlayLong     Text = "PlayLong"
	FlagOpponent Text = "FlagOpponent bots"
)

// `host`, `join`, `resume`.
const (
	HostShort          Text = "HostShort"
	HostLong           Text = "HostLong"
	JoinShort          Text = "JoinShort"
	JoinLong           Text = "JoinLong"
	ResumeShort        Text = "ResumeShort"
	ResumeLong         Text = "ResumeLong"
	FlagUI             Text = "FlagUI"
	FlagASCII          Text = "FlagASCII"
	FlagName           Text = "FlagName"
	FlagNoBell         Text = "FlagNoBell"
	FlagLayout         Text = "FlagLayout"
	FlagBot            Text = "FlagBot bots"
	FlagPort           Text = "FlagPort"
	ErrPortTaken       Text = "ErrPortTaken port"
	HintAnnounced      Text = "HintAnnounced"
	HintPortTaken      Text = "HintPortTaken"
	NearOnly           Text = "NearOnly"
	FlagAnnounce       Text = "FlagAnnounce"
	FlagLoopback       Text = "FlagLoopback"
	FlagNoPrepare      Text = "FlagNoPrepare"
	FlagStream         Text = "FlagStream"
	FlagResolver       Text = "FlagResolver resolvers"
	FlagSeat           Text = "FlagSeat"
	FlagYes            Text = "FlagYes"
	HostYouAre         Text = "HostYouAre who rules"
	HostTerms          Text = "HostTerms"
	HostTermsAll       Text = "HostTermsAll"
	HostInvite         Text = "HostInvite"
	HostInvites        Text = "HostInvites"
	HostWaiting        Text = "HostWaiting command"
	JoinYouWouldBe     Text = "JoinYouWouldBe who"
	JoinTerms          Text = "JoinTerms rules resolver"
	JoinStandard       Text = "JoinStandard rules"
	JoinRest           Text = "JoinRest rules"
	JoinAsk            Text = "JoinAsk"
	ResumeYouAre       Text = "ResumeYouAre match who rules"
	SeatLeft           Text = "SeatLeft command"
	SeatPeerGone       Text = "SeatPeerGone"
	ErrUI              Text = "ErrUI value"
	ErrNoTerminal      Text = "ErrNoTerminal"
	ErrFileThere       Text = "ErrFileThere file"
	ErrPort            Text = "ErrPort port"
	ErrResolver        Text = "ErrResolver name resolvers"
	ErrNoAnswer        Text = "ErrNoAnswer"
	ErrNotJoined       Text = "ErrNotJoined"
	ErrDeclined        Text = "ErrDeclined"
	ErrNothingToResume Text = "ErrNothingToResume"
	ErrNoSuchSeat      Text = "ErrNoSuchSeat seat seats"
	ErrRunning         Text = "ErrRunning match"
	HintRunning        Text = "HintRunning"
	ErrSeveral         Text = "ErrSeveral matches"
	HintYes            Text = "HintYes"
	HintInvite         Text = "HintInvite"
	HintInviteRelay    Text = "HintInviteRelay"
	HintInviteWatch    Text = "HintInviteWatch"
	HintSecretGone     Text = "HintSecretGone file"
	HintNoNetwork      Text = "HintNoNetwork"
	HintOnlyRelay      Text = "HintOnlyRelay"
	HintTakenNow       Text = "HintTakenNow"
	HintTaken          Text = "HintTaken"
	HintDeadRelay      Text = "HintDeadRelay"
	HintUnreachable    Text = "HintUnreachable"
	HintResume         Text = "HintResume command"
	HintMatches        Text = "HintMatches"
	HintNameOne        Text = "HintNameOne"
)

// JoinResolver stands before a sentence of Resolvers.
const (
	JoinResolver Text = "JoinResolver name how"
)

// Resolvers say in one sentence how clashes are worked out, and when a lie about one shows.
var Resolvers = family("resolver", "",
	"elgamal", "yao82", "garbled")

// A match that is being played.
const (
	PlayUnheard      Text = "PlayUnheard"
	PlayUnheardAll   Text = "PlayUnheardAll"
	PlayStillAway    Text = "PlayStillAway match"
	PlayBehind       Text = "PlayBehind match"
	PlayBothBehind   Text = "PlayBothBehind match"
	TheOther         Text = "TheOther"
	PlayLinked       Text = "PlayLinked who"
	PlayLinkedAgain  Text = "PlayLinkedAgain who"
	PlayLinkLost     Text = "PlayLinkLost who"
	PlayAlone        Text = "PlayAlone"
	PlayOverdueAlone Text = "PlayOverdueAlone who"
	PlayHeld         Text = "PlayHeld who match"
	PlayArranging    Text = "PlayArranging who"
	PlayBegins       Text = "PlayBegins who"
	PlayYourMove     Text = "PlayYourMove who example"
	PlayClockWarning Text = "PlayClockWarning seconds"
	PlayOverdue      Text = "PlayOverdue who time"
	PlayOverdrawn    Text = "PlayOverdrawn who time"
	Minutes          Text = "Minutes minutes"
	Seconds          Text = "Seconds seconds"
	PlayCheated      Text = "PlayCheated who record reason"
	PlaySealedSetup  Text = "PlaySealedSetup who"
	PlayWaitingAtEnd Text = "PlayWaitingAtEnd"
	PlayDeserted     Text = "PlayDeserted match"
	PlayRevealing    Text = "PlayRevealing"
	PlayOver         Text = "PlayOver result"
	PlayOut          Text = "PlayOut who reason"
	PlayPeek         Text = "PlayPeek who"
	PlayPeekFalse    Text = "PlayPeekFalse who"
	PlayClaims       Text = "PlayClaims who"
	PlayNotYet       Text = "PlayNotYet"
	PlayNo           Text = "PlayNo error"
	PlayKept         Text = "PlayKept line"
	PlayKeptEnough   Text = "PlayKeptEnough lines"
	PlayUnknown      Text = "PlayUnknown line"
	PlayNotYourTurn  Text = "PlayNotYourTurn"
	PlayWhichNode    Text = "PlayWhichNode"
	PlayNoNode       Text = "PlayNoNode place"
	PlayEmpty        Text = "PlayEmpty place"
	PlayNotYours     Text = "PlayNotYours place"
	PlayResignSure   Text = "PlayResignSure"
	CommandMove      Text = "CommandMove"
	CommandResign    Text = "CommandResign"
	CommandMoves     Text = "CommandMoves"
	CommandLook      Text = "CommandLook"
	CommandBoard     Text = "CommandBoard"
	CommandClaim     Text = "CommandClaim"
	CommandMark      Text = "CommandMark"
	CommandQuit      Text = "CommandQuit"
	LookWhere        Text = "LookWhere who place start"
	LookMoved        Text = "LookMoved"
	LookNotMoved     Text = "LookNotMoved"
	LookIs           Text = "LookIs type"
	LookSeen         Text = "LookSeen types"
	LookMark         Text = "LookMark mark"
	LookMaybe        Text = "LookMaybe types"
	MovesNone        Text = "MovesNone place"
	ListSeparator    Text = "ListSeparator"
	ArrangeMirrored  Text = "ArrangeMirrored"
	ArrangeChosen    Text = "ArrangeChosen"
	ArrangeProposal  Text = "ArrangeProposal"
	ArrangeHow       Text = "ArrangeHow rows"
	ArrangeReady     Text = "ArrangeReady names"
	ArrangeLetters   Text = "ArrangeLetters letters"
	ArrangeAt        Text = "ArrangeAt error place"
	ArrangeMayNot    Text = "ArrangeMayNot type place types"
	ArrangeOnly      Text = "ArrangeOnly type places"
	ArrangeNotHere   Text = "ArrangeNotHere type place places"
	ArrangeTooMany   Text = "ArrangeTooMany count type"
	ArrangeNoMirror  Text = "ArrangeNoMirror"
	PromptLayout     Text = "PromptLayout"
	ArrangeRows      Text = "ArrangeRows done rows"
	ArrangePlaced    Text = "ArrangePlaced layout"
)

// What a person can ask for while a match is being played.
const (
	CommandKnow     Text = "CommandKnow"
	TypeResign      Text = "TypeResign"
	TypeMoves       Text = "TypeMoves"
	TypeLook        Text = "TypeLook"
	TypeKnow        Text = "TypeKnow"
	TypeMark        Text = "TypeMark"
	TypeBoard       Text = "TypeBoard"
	TypePosition    Text = "TypePosition"
	TypeClock       Text = "TypeClock"
	TypeClaim       Text = "TypeClaim"
	TypeWait        Text = "TypeWait"
	TypeQuit        Text = "TypeQuit"
	CommandPosition Text = "CommandPosition"
	CommandClock    Text = "CommandClock"
	CommandWait     Text = "CommandWait"
	ClockNone       Text = "ClockNone"
	ClockWaiting    Text = "ClockWaiting who seconds minutes"
	ClockNoGrace    Text = "ClockNoGrace"
	PlayVotes       Text = "PlayVotes who"
	PlayVoteSoon    Text = "PlayVoteSoon seconds who"
	PlayCaught      Text = "PlayCaught who record reason"
	WaitSaid        Text = "WaitSaid"
	VoteMade        Text = "VoteMade"
	ClaimMade       Text = "ClaimMade"
	KnowOpen        Text = "KnowOpen"
	KnowIs          Text = "KnowIs who type"
	KnowNothingYet  Text = "KnowNothingYet"
	KnowLine        Text = "KnowLine who place start types"
	KnowGone        Text = "KnowGone"
	KnowFact        Text = "KnowFact turn what types"
	KnowBefore      Text = "KnowBefore what types"
	KnowTogether    Text = "KnowTogether types"
	KnowCertain     Text = "KnowCertain who type"
	FactMet         Text = "FactMet who announcement"
	FactMetYours    Text = "FactMetYours type announcement"
)

// PlayMustProve stands before the question for a move under last-both=draw, when the other side can't move.
const (
	PlayMustProve Text = "PlayMustProve"
)

// PlayPutOut says by whom a seat was put out, by the cause that they give.
var PlayPutOut = family("removed", "who others",
	"absent", "convicted")

// FactSources say what a conclusion comes from, by the engine's word for it.
var FactSources = family("source", "",
	"place", "move", "clash", "flag", "stuck", "count")

// The offer of a draw, wherever it is said. The page has its own words for it.
const (
	TurnOffer      Text = "TurnOffer who"
	PlayOfferOpen  Text = "PlayOfferOpen who"
	PlayOfferHow   Text = "PlayOfferHow example"
	CommandOffer   Text = "CommandOffer"
	CommandAccept  Text = "CommandAccept"
	TypeOffer      Text = "TypeOffer"
	TypeDraw       Text = "TypeDraw"
	TypeAccept     Text = "TypeAccept"
	PositionOffer  Text = "PositionOffer who"
	ScreenOffered  Text = "ScreenOffered who"
	ScreenOffering Text = "ScreenOffering"
	ScreenOffer    Text = "ScreenOffer"
	ScreenNoOffer  Text = "ScreenNoOffer"
)

// What a referee announces.
const (
	AnnAttackerLeaves Text = "AnnAttackerLeaves"
	AnnDefenderLeaves Text = "AnnDefenderLeaves"
	AnnBothLeave      Text = "AnnBothLeave"
	AnnRepelled       Text = "AnnRepelled"
	AnnFlagTaken      Text = "AnnFlagTaken"
	AnnAttackerFlag   Text = "AnnAttackerFlag"
	AnnDefenderFlag   Text = "AnnDefenderFlag"
	AnnAttackerSeen   Text = "AnnAttackerSeen type"
	AnnDefenderSeen   Text = "AnnDefenderSeen type"
	AnnSeparator      Text = "AnnSeparator"
)

// A turn in words.
const (
	TurnPass       Text = "TurnPass who"
	TurnNoMove     Text = "TurnNoMove who"
	TurnResign     Text = "TurnResign who"
	TurnAbsent     Text = "TurnAbsent who"
	TurnAcceptDraw Text = "TurnAcceptDraw who"
	TurnFlagShown  Text = "TurnFlagShown who place"
	ClashFlag      Text = "ClashFlag attacker defender"
	ClashRepelled  Text = "ClashRepelled attacker defender"
	ClashBoth      Text = "ClashBoth"
	ClashLeaves    Text = "ClashLeaves who"
	ClashFell      Text = "ClashFell who type"
	ClashSeen      Text = "ClashSeen who type"
	You            Text = "You"
	YourSide       Text = "YourSide"
	OtherSide      Text = "OtherSide"
	LastOfOthers   Text = "LastOfOthers"
	ResultYouWon   Text = "ResultYouWon who"
	ResultYouLost  Text = "ResultYouLost who"
	ResultWon      Text = "ResultWon who"
	ResultBecause  Text = "ResultBecause result reason"
	ResultDraw     Text = "ResultDraw reason"
)

// The panel beside the board.
const (
	SeatYou         Text  = "SeatYou who"
	SeatNamed       Text  = "SeatNamed who name"
	PanelTurn       Text  = "PanelTurn turn who"
	PanelQuiet      Text  = "PanelQuiet turns most"
	PanelClock      Text  = "PanelClock seconds"
	PanelTimeouts   Text  = "PanelTimeouts counts most"
	PanelTimeoutsOf Text  = "PanelTimeoutsOf who count"
	PanelClockRuns  Text  = "PanelClockRuns who left seconds"
	PanelSeconds    Text  = "PanelSeconds seconds"
	PanelOverdrawn  Text  = "PanelOverdrawn seconds"
	PanelOut        Text  = "PanelOut who reason"
	PanelArmy       Text  = "PanelArmy who pieces lost"
	PanelPieces     Count = "PanelPieces"
	PanelCarried    Text  = "PanelCarried place"
	PanelLies       Text  = "PanelLies place"
	PanelMoved      Text  = "PanelMoved"
	PanelLast       Text  = "PanelLast turn"
)

// Things that are counted.
const (
	Turns       Count = "Turns"
	Moves       Count = "Moves"
	FlagsShown  Count = "FlagsShown"
	SeatsOut    Count = "SeatsOut"
	Clashes     Count = "Clashes"
	Proofs      Count = "Proofs"
	Peers       Count = "Peers"
	Transcripts Count = "Transcripts"
	Records     Count = "Records"
)

// LossReasons say by what those who lost have lost.
var LossReasons = family("loss", "who",
	"flag", "no-move", "resignation", "timeouts", "absent")

// DrawReasons say why nobody has won.
var DrawReasons = family("draw", "",
	"quiet", "agreed", "last-both", "shaken")

// OutReasons say why a seat is out while the others go on.
var OutReasons = family("out", "",
	"flag", "no-move", "resignation", "timeouts", "absent")

// What `rematch` says.
const (
	RematchShort   Text = "RematchShort"
	RematchLong    Text = "RematchLong"
	RematchWith    Text = "RematchWith friend match"
	ErrNoRematch   Text = "ErrNoRematch"
	ErrRematchGone Text = "ErrRematchGone match"
	HintRematch    Text = "HintRematch"
)

// Who takes part in a match: invites, friends, those who watch, and versions that don't fit.
const (
	InviteWatch     Text = "InviteWatch"
	InviteEachWhat  Text = "InviteEachWhat"
	InviteWhat      Text = "InviteWhat"
	InviteByCamera  Text = "InviteByCamera"
	InviteNoRoom    Text = "InviteNoRoom columns lines"
	InviteTaken     Text = "InviteTaken who"
	InviteSeatTaken Text = "InviteSeatTaken who"
	InviteUsed      Text = "InviteUsed command"
	InviteNone      Text = "InviteNone"
	InviteNotYours  Text = "InviteNotYours"
	PhraseSay       Text = "PhraseSay words"
	FriendIs        Text = "FriendIs who friend"
	FriendNameless  Text = "FriendNameless who match"
	FriendIsnt      Text = "FriendIsnt who friend"
	FriendInvites   Text = "FriendInvites friend"
	NamelessInvites Text = "NamelessInvites match"
	FriendNew       Text = "FriendNew commands"
	FriendsNew      Text = "FriendsNew commands"
	FriendCalled    Text = "FriendCalled who name"
	FriendFrom      Text = "FriendFrom match"
	VersionCame     Text = "VersionCame error"
	HintVersion     Text = "HintVersion"
)

// What a person types for it.
const (
	TypeInvite    Text = "TypeInvite"
	CommandInvite Text = "CommandInvite"
)

// `friends`.
const (
	FriendsShort       Text = "FriendsShort"
	FriendsLong        Text = "FriendsLong"
	FriendsListShort   Text = "FriendsListShort"
	FriendsNameShort   Text = "FriendsNameShort"
	FriendsNameLong    Text = "FriendsNameLong"
	FriendsForgetShort Text = "FriendsForgetShort"
	FriendsNone        Text = "FriendsNone"
	FriendsName        Text = "FriendsName"
	FriendsCalled      Text = "FriendsCalled name"
	FriendsMatch       Text = "FriendsMatch"
	FriendsWhen        Text = "FriendsWhen"
	FriendsNamed       Text = "FriendsNamed friend name same"
	FriendsForgotten   Text = "FriendsForgotten friend"
	FlagFriend         Text = "FlagFriend"
	ErrNoFriend        Text = "ErrNoFriend name"
	ErrSeveralFriends  Text = "ErrSeveralFriends name friends"
	ErrFriendByHand    Text = "ErrFriendByHand"
	HintFriendSeat     Text = "HintFriendSeat matches"
	HintFriends        Text = "HintFriends"
)

// `watch`.
const (
	WatchShort     Text = "WatchShort"
	WatchLong      Text = "WatchLong"
	FlagWatchOut   Text = "FlagWatchOut"
	WatchTrying    Text = "WatchTrying"
	WatchHostGone  Text = "WatchHostGone error"
	WatchTrouble   Text = "WatchTrouble error"
	WatchLinked    Text = "WatchLinked"
	WatchLost      Text = "WatchLost"
	WatchBack      Text = "WatchBack"
	WatchRules     Text = "WatchRules match rules resolver"
	WatchLeft      Text = "WatchLeft"
	WatchSaved     Text = "WatchSaved file"
	WatchName      Text = "WatchName"
	WatchSeatsFree Text = "WatchSeatsFree seats"
	HintWatch      Text = "HintWatch"
	HintWatchSeat  Text = "HintWatchSeat"
)

// A match by hand.
const (
	FlagByHand      Text = "FlagByHand"
	ByHandHow       Text = "ByHandHow folder"
	ByHandJoin      Text = "ByHandJoin"
	ByHandSend      Text = "ByHandSend file"
	ByHandNewest    Text = "ByHandNewest"
	ErrNotByHand    Text = "ErrNotByHand"
	HintNotByHand   Text = "HintNotByHand"
	ErrByHandOnly   Text = "ErrByHandOnly"
	HintByHandOnly  Text = "HintByHandOnly"
	ByHandBad       Text = "ByHandBad file error"
	ByHandOther     Text = "ByHandOther file match words"
	ByHandWaitTerms Text = "ByHandWaitTerms folder"
	ErrByHandClock  Text = "ErrByHandClock seconds"
	HintByHandRules Text = "HintByHandRules"
	HintByHandTerms Text = "HintByHandTerms"
	ErrByHandFlags  Text = "ErrByHandFlags flag"
)

// `matches`.
const (
	MatchesShort       Text = "MatchesShort"
	MatchesLong        Text = "MatchesLong"
	MatchesListShort   Text = "MatchesListShort"
	MatchesShowShort   Text = "MatchesShowShort"
	MatchesShowLong    Text = "MatchesShowLong"
	MatchesDeleteShort Text = "MatchesDeleteShort"
	MatchesDeleteLong  Text = "MatchesDeleteLong"
	MatchesNone        Text = "MatchesNone folder"
	MatchesWhen        Text = "MatchesWhen"
	MatchesRules       Text = "MatchesRules"
	MatchesResult      Text = "MatchesResult"
	MatchesFolder      Text = "MatchesFolder folder"
	MatchesState       Text = "MatchesState"
	MatchesDeleted     Text = "MatchesDeleted match"
	MatchesDeleteAsk   Text = "MatchesDeleteAsk match"
	FlagDeleteYes      Text = "FlagDeleteYes"
	ErrNotDeleted      Text = "ErrNotDeleted"
	StateTorn          Text = "StateTorn"
	StateBehind        Text = "StateBehind"
	StateUnreadable    Text = "StateUnreadable"
	StateRunning       Text = "StateRunning"
	StateFinished      Text = "StateFinished"
	StateInvited       Text = "StateInvited"
	StateEnded         Text = "StateEnded"
	StateSetup         Text = "StateSetup"
	StateSealed        Text = "StateSealed"
	StateOpen          Text = "StateOpen"
)

// `table`.
const (
	TableShort      Text = "TableShort"
	TableLong       Text = "TableLong"
	FlagNoOpen      Text = "FlagNoOpen"
	FlagData        Text = "FlagData"
	TableOpened     Text = "TableOpened"
	TableNoDisplay  Text = "TableNoDisplay"
	TableNoBrowser  Text = "TableNoBrowser error"
	VerdictTwice    Text = "VerdictTwice who reason"
	VerdictCheating Text = "VerdictCheating who record reason"
)

// TermSummary is the heading of what sums up rules that aren't ours.
const (
	TermSummary  Text = "TermSummary"
	TermResolver Text = "TermResolver"
)

// Why the page's server refuses a request, in plain text.
const (
	PageNoCookie  Text = "PageNoCookie"
	PageForeign   Text = "PageForeign"
	PageOtherHost Text = "PageOtherHost"
	PageUsed      Text = "PageUsed"
)

// TermHeads are headings for the terms of our own rules, by their options.
var TermHeads = family("head", "",
	"way", "mode", "first", "clock", "grace", "timeouts", "quiet-draw", "mines", "reveal",
	"seats", "teams", "out-sees", "turn", "palace", "empty-arms", "bombs-front", "bombs-fly",
	"rail", "extra-rails", "scout", "show-flag", "shaken", "flag-takers", "carry", "hq", "camps",
	"mountains", "last-both", "resign-from", "absent")

// The full screen of a terminal.
const (
	ScreenBrand      Text = "ScreenBrand"
	ScreenWatching   Text = "ScreenWatching"
	ScreenOnline     Text = "ScreenOnline"
	ScreenDone       Text = "ScreenDone"
	ScreenAlone      Text = "ScreenAlone"
	ScreenOffline    Text = "ScreenOffline seconds"
	ScreenArrange    Text = "ScreenArrange"
	ScreenArrangeHow Text = "ScreenArrangeHow"
	ScreenHidden     Text = "ScreenHidden"
	ScreenBefore     Text = "ScreenBefore"
	ScreenNoTerms    Text = "ScreenNoTerms"
	ScreenYourTurn   Text = "ScreenYourTurn turn"
	ScreenYourMove   Text = "ScreenYourMove"
	ScreenWhere      Text = "ScreenWhere place"
	ScreenNotThere   Text = "ScreenNotThere from to"
	ScreenWaited     Text = "ScreenWaited seconds"
	ScreenNobody     Text = "ScreenNobody"
	ScreenMoment     Text = "ScreenMoment"
	ScreenBusy       Text = "ScreenBusy"
	ScreenNobodyHere Text = "ScreenNobodyHere"
	ScreenMissing    Text = "ScreenMissing who seconds"
	ScreenDeserted   Text = "ScreenDeserted match"
	ScreenOver       Text = "ScreenOver"
	ScreenSealed     Text = "ScreenSealed who"
	ScreenTooLate    Text = "ScreenTooLate"
	ScreenLastClash  Text = "ScreenLastClash turn clash"
	ScreenOut        Text = "ScreenOut who"
	ScreenUnknown    Text = "ScreenUnknown"
	ScreenTurns      Text = "ScreenTurns"
	ScreenFree       Text = "ScreenFree who"
	ScreenJoined     Text = "ScreenJoined who"
	ScreenReady      Text = "ScreenReady who"
	ScreenInviteHow  Text = "ScreenInviteHow"
	ScreenGoOn       Text = "ScreenGoOn"
	ScreenLeaveSure  Text = "ScreenLeaveSure"
	ScreenResignSure Text = "ScreenResignSure"
	ScreenAcceptSure Text = "ScreenAcceptSure"
	ScreenClaimSure  Text = "ScreenClaimSure"
	ScreenKept       Text = "ScreenKept command"
	ScreenWatched    Text = "ScreenWatched"
	ScreenTypeMove   Text = "ScreenTypeMove"
	ScreenMark       Text = "ScreenMark place"
	ScreenOpenWhat   Text = "ScreenOpenWhat"
	ScreenSaveWhere  Text = "ScreenSaveWhere"
	ScreenSaved      Text = "ScreenSaved file"
)

// What can be chosen at the bar.
const (
	ScreenYes    Text = "ScreenYes"
	ScreenNo     Text = "ScreenNo"
	ScreenBack   Text = "ScreenBack"
	ScreenLeave  Text = "ScreenLeave"
	ScreenHelp   Text = "ScreenHelp"
	ScreenRules  Text = "ScreenRules"
	ScreenInvite Text = "ScreenInvite"
	ScreenNext   Text = "ScreenNext"
	ScreenList   Text = "ScreenList"
	ScreenType   Text = "ScreenType"
	ScreenAccept Text = "ScreenAccept"
	ScreenNote   Text = "ScreenNote"
	ScreenFlip   Text = "ScreenFlip"
	ScreenClaim  Text = "ScreenClaim"
	ScreenWait   Text = "ScreenWait"
	ScreenResign Text = "ScreenResign"
	ScreenPlace  Text = "ScreenPlace"
	ScreenRandom Text = "ScreenRandom"
	ScreenMirror Text = "ScreenMirror"
	ScreenPreset Text = "ScreenPreset"
	ScreenUndo   Text = "ScreenUndo"
	ScreenOpen   Text = "ScreenOpen"
	ScreenSave   Text = "ScreenSave"
	ScreenStart  Text = "ScreenStart"
	ScreenEnd    Text = "ScreenEnd"
	ScreenFore   Text = "ScreenFore"
	ScreenRewind Text = "ScreenRewind"
	ScreenAuto   Text = "ScreenAuto"
	ScreenHalt   Text = "ScreenHalt"
	ScreenEyes   Text = "ScreenEyes"
)

// ScreenOwesElse is said of all other records.
const (
	ScreenOwesElse Text = "ScreenOwesElse who"
)

// The signs on the board.
const (
	ScreenSigns       Text = "ScreenSigns"
	ScreenSignsPieces Text = "ScreenSignsPieces"
)

// A replay.
const (
	ScreenReplay  Text = "ScreenReplay"
	ScreenStep    Text = "ScreenStep turn turns"
	ScreenSeenAs  Text = "ScreenSeenAs eyes"
	ScreenPublic  Text = "ScreenPublic"
	ScreenOpenAll Text = "ScreenOpenAll"
	ScreenBegin   Text = "ScreenBegin"
	ScreenStepHow Text = "ScreenStepHow"
)

// ScreenOwes say what a seat owes, by Owed.What.
var ScreenOwes = family("owes", "who",
	"join", "layout", "move", "answer", "show", "reveal")

// ScreenShortTurns are the turns in which nothing moves, in a list.
var ScreenShortTurns = family("short", "",
	"pass", "no-move", "resign", "draw", "absent")

// `layout`.
const (
	LayoutShort        Text = "LayoutShort"
	LayoutLong         Text = "LayoutLong layouts"
	LayoutCheckShort   Text = "LayoutCheckShort"
	LayoutCheckLong    Text = "LayoutCheckLong"
	LayoutRandomShort  Text = "LayoutRandomShort"
	LayoutRandomLong   Text = "LayoutRandomLong"
	LayoutShowShort    Text = "LayoutShowShort"
	LayoutConvertShort Text = "LayoutConvertShort"
	LayoutConvertLong  Text = "LayoutConvertLong"
	LayoutCountShort   Text = "LayoutCountShort"
	FlagLayoutSeed     Text = "FlagLayoutSeed"
	FlagLayoutTo       Text = "FlagLayoutTo"
	LayoutLegal        Text = "LayoutLegal rules"
	ErrNoLayout        Text = "ErrNoLayout text"
	ErrLayoutForm      Text = "ErrLayoutForm form"
	ErrLayoutLong      Text = "ErrLayoutLong file"
	HintLayout         Text = "HintLayout"
)

// Layout files.
const (
	FlagLayoutOut  Text = "FlagLayoutOut"
	LayoutIllegal  Text = "LayoutIllegal rules error"
	ErrJQLTerminal Text = "ErrJQLTerminal"
	HintJQLOut     Text = "HintJQLOut"
	HintJQL        Text = "HintJQL"
)

// `rules`.
const (
	RulesShort      Text = "RulesShort"
	RulesLong       Text = "RulesLong"
	RulesListShort  Text = "RulesListShort"
	RulesShowShort  Text = "RulesShowShort"
	RulesCheckShort Text = "RulesCheckShort"
	RulesCheckLong  Text = "RulesCheckLong"

	RulesCanonicalShort Text = "RulesCanonicalShort"
	RulesCanonicalLong  Text = "RulesCanonicalLong"

	RulesListPresets Text = "RulesListPresets"
	RulesListOptions Text = "RulesListOptions rules"
	RulesListMore    Text = "RulesListMore"
	RulesShowName    Text = "RulesShowName"
	RulesShowDigest  Text = "RulesShowDigest"
	RulesShowOptions Text = "RulesShowOptions"
	RulesShowArmy    Text = "RulesShowArmy"
	RulesShowCodes   Text = "RulesShowCodes"
	RulesShowClash   Text = "RulesShowClash"
	RulesCheckGood   Text = "RulesCheckGood file name"
	RulesNotOurs     Text = "rules.foreign name"
	RulesUnknown     Text = "RulesUnknown name"
	RulesDiffer      Text = "RulesDiffer name differences"
)

// OptionOthers are the values that an option may have instead of the default.
const (
	OptionOthers Text = "OptionOthers values"
)

// What rules say, summed up.
const (
	SumSeats     Text = "SumSeats seats teams"
	SumTeams     Text = "SumTeams seats teams members"
	SumArmy      Text = "SumArmy pieces types movable"
	SumBoard     Text = "SumBoard nodes roads rails"
	SumLayouts   Text = "SumLayouts layouts"
	SumTells     Text = "SumTells announcements"
	SumShowsNone Text = "SumShowsNone"
	SumShowsBoth Text = "SumShowsBoth"
	SumShowsSome Text = "SumShowsSome types"
	SumShowsFlag Text = "SumShowsFlag types"
	SumRepelled  Text = "SumRepelled"
	SumFlag      Text = "SumFlag flag"
	SumCarry     Text = "SumCarry flag places"
	SumNoFlag    Text = "SumNoFlag"
	SumQuiet     Text = "SumQuiet turns"
	SumNoQuiet   Text = "SumNoQuiet"
	SumLastBoth  Text = "SumLastBoth"
	SumShaken    Text = "SumShaken"
	SumResign    Text = "SumResign turns"
	SumAbsent    Text = "SumAbsent"
	SumOutSees   Text = "SumOutSees"
	SumFirst     Text = "SumFirst who"
	SumCoin      Text = "SumCoin"
	SumClock     Text = "SumClock seconds most"
	SumNoClock   Text = "SumNoClock"
	SumGrace     Text = "SumGrace seconds"
	SumNoGrace   Text = "SumNoGrace"
)

// A game in words.
const (
	SumNobodyMoves  Text = "SumNobodyMoves"
	SumStarts       Text = "SumStarts types places"
	SumStartsWhose  Text = "SumStartsWhose"
	StartAnywhere   Text = "StartAnywhere"
	StartOn         Text = "StartOn places"
	StartNot        Text = "StartNot places"
	StartRow        Text = "StartRow row"
	SumKind         Text = "SumKind kind rules"
	KindSafe        Text = "KindSafe"
	KindCalm        Text = "KindCalm"
	KindHomeOnly    Text = "KindHomeOnly"
	KindLocked      Text = "KindLocked"
	KindLockedCarry Text = "KindLockedCarry"
	KindEnter       Text = "KindEnter types"
	KindNobody      Text = "KindNobody"
	KindAll         Text = "KindAll"
	SumMoves        Text = "SumMoves types ways"
	WayNone         Text = "WayNone"
	WayEdge         Text = "WayEdge"
	SumLadder       Text = "SumLadder types"
	SumAnyAttack    Text = "SumAnyAttack fates"
	SumAttacks      Text = "SumAttacks types fates"
	SumMeets        Text = "SumMeets types fate"
	CarryTo         Text = "CarryTo who places"
	CarryHome       Text = "CarryHome"
	CarryBeside     Text = "CarryBeside"
	WordsAnd        Text = "WordsAnd"
	WordsOr         Text = "WordsOr"
	WordsEither     Text = "WordsEither"
	WordsAlso       Text = "WordsAlso"
	WordsPart       Text = "WordsPart part"
)

// What a game consists of.
const (
	TermWarning Text  = "TermWarning"
	TermPlaces  Text  = "TermPlaces"
	TermNodes   Text  = "TermNodes"
	TermMoves   Text  = "TermMoves"
	TermClashes Text  = "TermClashes"
	TermDiffers Text  = "TermDiffers"
	Pieces      Count = "Pieces"
	Types       Count = "Types"
)

// In what rules differ.
const (
	DiffAdded   Text = "DiffAdded what"
	DiffMissing Text = "DiffMissing what"
	DiffChanged Text = "DiffChanged what there here"
	DiffNothing Text = "DiffNothing"
	DiffMeets   Text = "DiffMeets attacker defender"
	DiffAtOnce  Text = "DiffAtOnce"
	DiffYes     Text = "DiffYes"
	DiffNo      Text = "DiffNo"
	DiffOther   Text = "DiffOther"
)

// Presets say what our rulesets are.
var Presets = family("preset", "",
	"standard", "qq", "app", "siguo")

// SumModes say who sees what.
var SumModes = family("mode", "",
	"dark", "partners", "open")

// SumReveals say when layouts are shown.
var SumReveals = family("reveal", "",
	"end", "never")

// WaysFar are the ways of moving without a bound, WaysMost those with one.
var WaysFar = family("far", "",
	"line", "rail")

// WaysFar are the ways of moving without a bound, WaysMost those with one.
var WaysMost = family("most", "steps",
	"line", "rail")

// DiffSubjects are the parts of rules, by their names as fields, with what is named.
var DiffSubjects = family("subject", "name",
	"seats", "kinds", "nodes", "roads", "rails", "lines", "start", "types", "clash", "ends", "times", "views")

// DiffFields are the fields of parts of rules in which they may differ.
var DiffFields = family("field", "",
	"seats.team", "kinds.en", "kinds.zh", "kinds.safe", "kinds.locked", "kinds.calm", "kinds.homeOnly", "kinds.enter", "nodes.kind", "nodes.x", "nodes.y", "nodes.home", "types.en", "types.zh", "types.sign", "types.letter", "types.count", "types.starts", "types.ways", "ends.flag", "ends.carry", "ends.shaken", "ends.lastBoth", "ends.quiet", "ends.timeouts", "ends.resignFrom", "times.clock", "times.grace", "views.mode", "views.reveal", "views.outSeesPartner", "views.first", "views.absent")

// DiffValues are the words of rules; others, as the names of seats and nodes, stand for
// themselves.
var DiffValues = map[string]Text{
	"":         "value.none",
	"attacker": "value.attacker",
	"draw":     "value.draw",
	"dark":     "value.dark",
	"partners": "value.partners",
	"open":     "value.open",
	"end":      "value.end",
	"never":    "value.never",
	"coin":     "value.coin",
	"out":      "value.out",
	"stop":     "value.stop",
	"red":      "value.red",
	"blue":     "value.blue",
	"amber":    "value.amber",
	"teal":     "value.teal",
}

// `position`.
const (
	PositionShort  Text = "PositionShort"
	PositionLong   Text = "PositionLong"
	PositionAttack Text = "PositionAttack who from to other"
	PositionShow   Text = "PositionShow who"
	PositionProve  Text = "PositionProve who"
	FlagSVG        Text = "FlagSVG"
	FlagTheme      Text = "FlagTheme"
	FlagNear       Text = "FlagNear"
	ErrTheme       Text = "ErrTheme theme"
	ErrThemeAlone  Text = "ErrThemeAlone"
	HintPosition   Text = "HintPosition"
)

// `replay`.
const (
	ReplayShort        Text = "ReplayShort"
	ReplayLong         Text = "ReplayLong"
	RecordingOf        Text = "RecordingOf who"
	RecordingPlayer    Text = "RecordingPlayer who name"
	RecordingConfirmed Text = "RecordingConfirmed moves clashes flags out"
	RecordingWhole     Text = "RecordingWhole"
	RecordingDiffers   Text = "RecordingDiffers"
	RecordingStep      Text = "RecordingStep step error"
	RecordingStops     Text = "RecordingStops"
	RecordingWarn      Text = "RecordingWarn file"
	RecordingComments  Text = "RecordingComments"
	ReplayRules        Text = "ReplayRules rules"
	ReplayAsText       Text = "ReplayAsText"
	ReplayFits         Text = "ReplayFits"
	ReplayKnown        Text = "ReplayKnown who whom"
	ReplayThese        Text = "ReplayThese places types"
	ReplayNot          Text = "ReplayNot types"
	ReplayNoneLeft     Text = "ReplayNoneLeft types"
	Everybody          Text = "Everybody"
	FlagAs             Text = "FlagAs"
	FlagTurn           Text = "FlagTurn"
	FlagBoard          Text = "FlagBoard"
	FlagGame           Text = "FlagGame"
	FlagPosition       Text = "FlagPosition"
	ErrReplayAs        Text = "ErrReplayAs eyes seats"
	ErrReplayBoard     Text = "ErrReplayBoard value"
	ErrReplayTurn      Text = "ErrReplayTurn turn turns"
	ErrNotRevealed     Text = "ErrNotRevealed"
	ErrSeatNotRevealed Text = "ErrSeatNotRevealed who"
	ErrNoGame          Text = "ErrNoGame file"
	ErrNotBegun        Text = "ErrNotBegun match"
	HintPublic         Text = "HintPublic"
	HintAudit          Text = "HintAudit file"
	HintGameText       Text = "HintGameText"
)

// `audit`.
const (
	AuditShort          Text = "AuditShort"
	AuditLong           Text = "AuditLong"
	FlagNames           Text = "FlagNames"
	AuditHonest         Text = "AuditHonest match"
	AuditCheating       Text = "AuditCheating match who"
	AuditWord           Text = "AuditWord match"
	AuditWordHow        Text = "AuditWordHow who"
	AuditIncomplete     Text = "AuditIncomplete match"
	AuditUnreadable     Text = "AuditUnreadable match"
	AuditLine           Text = "AuditLine line result turns"
	AuditLineReason     Text = "AuditLineReason line reason"
	AuditSummary        Text = "AuditSummary transcripts seconds rate honest cheating incomplete unreadable"
	AuditNothing        Text = "AuditNothing"
	AuditCut            Text = "AuditCut place"
	ErrAuditInterrupted Text = "ErrAuditInterrupted transcripts"
)

// How far an audit has come.
const (
	ProgressFiles      Text = "ProgressFiles done rate"
	ProgressOf         Text = "ProgressOf done all rate"
	ProgressBytes      Text = "ProgressBytes done all"
	ProgressRecord     Text = "ProgressRecord done all"
	ProgressReplay     Text = "ProgressReplay done all"
	ProgressLeft       Text = "ProgressLeft time"
	ProgressNext       Text = "ProgressNext name"
	ProgressSeconds    Text = "ProgressSeconds seconds"
	ProgressMinutes    Text = "ProgressMinutes minutes seconds"
	ProgressHours      Text = "ProgressHours hours minutes"
	ProgressJoin       Text = "ProgressJoin"
	AuditReason        Text = "AuditReason reason"
	AuditWhere         Text = "AuditWhere record kind reason"
	AuditConvicts      Text = "AuditConvicts"
	AuditResult        Text = "AuditResult result turns"
	AuditNoResult      Text = "AuditNoResult turns"
	AuditHolds         Text = "AuditHolds records proofs bytes"
	AuditReplayed      Text = "AuditReplayed clashes"
	AuditNeverRevealed Text = "AuditNeverRevealed clashes"
	AuditMissing       Text = "AuditMissing who"
	AuditClaim         Text = "AuditClaim who"
	AuditOutAbsent     Text = "AuditOutAbsent who others"
	AuditOutOwned      Text = "AuditOutOwned who others"
	AuditOutProven     Text = "AuditOutProven who others"
	AuditOutConvicted  Text = "AuditOutConvicted who others"
	AuditLayout        Text = "AuditLayout who layout"
	AuditRules         Text = "AuditRules rules resolver"
	AuditMatch         Text = "audit.match match"
	AuditKey           Text = "audit.key who key"
)

// CheckFailed says of a record that it does not hold.
const (
	CheckFailed Text = "CheckFailed error"
)

// Checks say what was checked of a record of each kind, besides its signature and its place.
var Checks = map[transcript.Kind]Text{
	transcript.Terms:      "check.terms",
	transcript.Join:       "check.join",
	transcript.Commit:     "check.commit",
	transcript.Layout:     "check.layout",
	transcript.Move:       "check.move",
	transcript.Step:       "check.step",
	transcript.Answer:     "check.answer",
	transcript.Show:       "check.show",
	transcript.Pass:       "check.pass",
	transcript.NoMove:     "check.no-move",
	transcript.Resign:     "check.resign",
	transcript.AcceptDraw: "check.accept-draw",
	transcript.Resigned:   "check.resigned",
	transcript.Dispute:    "check.dispute",
	transcript.Seen:       "check.seen",
	transcript.Reveal:     "check.reveal",
	transcript.Claim:      "check.claim",
	transcript.SignOut:    "check.sign-out",
	transcript.Vote:       "check.vote",
	transcript.State:      "check.state",
	transcript.Fault:      "check.fault",
}

// `audit --certificate` and `verify-certificate`.
const (
	FlagCertificate       Text = "FlagCertificate"
	CertificateSaved      Text = "CertificateSaved file file2"
	CertificateNone       Text = "CertificateNone error"
	ErrCertificates       Text = "ErrCertificates"
	ErrNoCheating         Text = "ErrNoCheating file"
	CertificateShort      Text = "CertificateShort"
	CertificateLong       Text = "CertificateLong"
	CertificateConvicts   Text = "CertificateConvicts file who"
	CertificateNobody     Text = "CertificateNobody file"
	CertificateUnreadable Text = "CertificateUnreadable file error"
	CertificateWhat       Text = "CertificateWhat what kind"
	CertificateKey        Text = "CertificateKey who key"
	HintCertificate       Text = "HintCertificate"
	HintTranscript        Text = "HintTranscript file"
)

// `relay`, and the ways that links go.
const (
	RelayShort     Text = "RelayShort"
	RelayLong      Text = "RelayLong"
	FlagRelayPort  Text = "FlagRelayPort"
	FlagFigures    Text = "FlagFigures"
	FlagRelay      Text = "FlagRelay"
	FlagJoinRelay  Text = "FlagJoinRelay"
	FlagRelayOnly  Text = "FlagRelayOnly"
	FlagNoNear     Text = "FlagNoNear"
	RelayUse       Text = "RelayUse command"
	ErrRelayRuns   Text = "ErrRelayRuns"
	ErrRelayPort   Text = "ErrRelayPort port"
	HintRelayPort  Text = "HintRelayPort"
	RelayOtherPort Text = "RelayOtherPort port other"
	RelayAnnounce  Text = "RelayAnnounce example"
	RelayFigures   Text = "RelayFigures address"
	RelayFound     Text = "RelayFound"
	RelayTrouble   Text = "RelayTrouble error"
	ErrRelayOnly   Text = "ErrRelayOnly"
	ErrFigures     Text = "ErrFigures address"
	HintRelay      Text = "HintRelay"
	HintRelayFile  Text = "HintRelayFile file"
	PathIs         Text = "path.is path"
	PathTo         Text = "PathTo who path"
)

// Paths say which way a link goes, by what the state calls it.
var Paths = family("path", "",
	"same-network", "direct", "punched", "relay", "by-hand")

// `doctor`.
const (
	DoctorShort        Text = "DoctorShort"
	DoctorLong         Text = "DoctorLong"
	FlagAskRelay       Text = "FlagAskRelay"
	DoctorLooking      Text = "DoctorLooking"
	DoctorIPv4         Text = "DoctorIPv4 addresses"
	DoctorIPv6         Text = "DoctorIPv6 addresses"
	DoctorNone         Text = "DoctorNone"
	DoctorMapped       Text = "DoctorMapped addresses"
	DoctorUnmapped     Text = "DoctorUnmapped"
	DoctorNoRelay      Text = "DoctorNoRelay"
	DoctorRelayTrouble Text = "DoctorRelayTrouble error"
	DoctorRelay        Text = "DoctorRelay udp tcp"
	DoctorSeen         Text = "DoctorSeen addresses"
	DoctorStrangers    Text = "DoctorStrangers udp tcp"
	DoctorKeepsPort    Text = "DoctorKeepsPort"
	DoctorOtherPort    Text = "DoctorOtherPort"
	DoctorYes          Text = "DoctorYes"
	DoctorNo           Text = "DoctorNo"
)

// Advice is what to do, by what was found.
var Advice = family("advice", "",
	"host", "punch", "relay", "try", "mapped", "no-network", "other-relay", "find-relay")

// `demo`.
const (
	DemoShort       Text = "DemoShort"
	DemoLong        Text = "DemoLong"
	FlagSeed        Text = "FlagSeed"
	FlagDelay       Text = "FlagDelay"
	FlagMaxTurns    Text = "FlagMaxTurns"
	FlagOut         Text = "FlagOut"
	FlagDemoBot     Text = "FlagDemoBot bots"
	ErrMaxTurns     Text = "ErrMaxTurns"
	ErrDelay        Text = "ErrDelay"
	ErrDemoLeft     Text = "ErrDemoLeft"
	DemoStart       Text = "DemoStart peers bot rules resolver"
	DemoProgress    Text = "DemoProgress turns clashes"
	DemoLimit       Text = "DemoLimit turns"
	DemoResult      Text = "DemoResult result turns seconds"
	DemoWhat        Text = "DemoWhat"
	DemoLayouts     Text = "DemoLayouts pieces bytes"
	DemoClashes     Text = "DemoClashes clashes certain pieces"
	DemoProofs      Text = "DemoProofs proofs"
	DemoBytes       Text = "DemoBytes sums"
	DemoBytesOf     Text = "DemoBytesOf who bytes"
	DemoAudit       Text = "DemoAudit announcements"
	DemoOpen        Text = "DemoOpen"
	DemoAuditOpen   Text = "DemoAuditOpen"
	DemoAuditSecret Text = "DemoAuditSecret"
	DemoNext        Text = "DemoNext"
	DemoNextOut     Text = "DemoNextOut"
	DemoNextAudit   Text = "DemoNextAudit"
	DemoNextReplay  Text = "DemoNextReplay"
	DemoNextHost    Text = "DemoNextHost"
)

// DemoAudited stands in the summary of a demonstration whose resolver is only audited.
const (
	DemoAudited Text = "DemoAudited resolver"
)

// `cheat`.
const (
	CheatShort     Text = "CheatShort"
	CheatLong      Text = "CheatLong"
	FlagCheatRules Text = "FlagCheatRules"
	ErrCheat       Text = "ErrCheat name"
	HintCheatList  Text = "HintCheatList"
	ErrCheatSlow   Text = "ErrCheatSlow name time"
	ErrCheatRules  Text = "ErrCheatRules name"
	ErrCheatTable  Text = "ErrCheatTable name"
	HintCheatTable Text = "HintCheatTable"
	CheatOfFour    Text = "CheatOfFour"
	CheatTable     Text = "CheatTable who cheat"
	CheatAmongFour Text = "CheatAmongFour record kind reason"
	CheatPutOut    Text = "CheatPutOut who record more"
	CheatTold      Text = "CheatTold reason"
	CheatStart     Text = "CheatStart who cheat"
	CheatRefused   Text = "CheatRefused who record kind reason"
	CheatAccused   Text = "CheatAccused who whom reason"
	CheatLost      Text = "CheatLost"
	CheatDropped   Text = "CheatDropped who reason"
	CheatAudited   Text = "CheatAudited who reason"
	CheatSilent    Text = "CheatSilent who kind other"
	CheatProof     Text = "CheatProof bytes who"
	CheatMissed    Text = "CheatMissed what"
	CheatCaught    Text = "CheatCaught how"
)

// CheatStops says where a cheat ends.
var CheatStops = map[string]Text{
	"convicted at once":                                 "stop.convicted-at-once",
	"refused at once, convicts nobody":                  "stop.refused-at-once-convicts-nobody",
	"convicted by the audit":                            "stop.convicted-by-the-audit",
	"claimed, never proven":                             "stop.claimed-never-proven",
	"convicted at once and put out; the others play on": "stop.convicted-at-once-and-put-out-the-others-play-on",
	"seen by the partner alone, convicts nobody":        "stop.seen-by-the-partner-alone-convicts-nobody",
}

// `bench`.
const (
	BenchShort          Text = "BenchShort"
	BenchLong           Text = "BenchLong"
	FlagRuns            Text = "FlagRuns"
	ErrRuns             Text = "ErrRuns most"
	ErrBenchOpen        Text = "ErrBenchOpen"
	HintBenchOpen       Text = "HintBenchOpen"
	BenchHead           Text = "BenchHead rules runs version os arch processors"
	BenchMessages       Text = "BenchMessages"
	BenchSteps          Text = "BenchSteps"
	BenchLegend         Text = "BenchLegend"
	BenchFewRuns        Text = "BenchFewRuns"
	BenchMedian         Text = "BenchMedian"
	BenchLeast          Text = "BenchLeast"
	BenchFloor          Text = "BenchFloor"
	BenchOperationsHead Text = "BenchOperationsHead"
	BenchClash          Text = "BenchClash"
	BenchAudits         Text = "BenchAudits turns clashes resolver processors time rate"
	BenchFirst          Text = "BenchFirst rules"
	BenchRounds         Text = "BenchRounds"
	BenchRed            Text = "BenchRed"
	BenchBlue           Text = "BenchBlue"
	BenchTogether       Text = "BenchTogether"
)

// BenchOperations count the operations of the group.
var BenchOperations = [opcount.NumOperations]Count{
	opcount.Decode:       "operation.decode",
	opcount.Encode:       "operation.encode",
	opcount.BatchEncode:  "operation.batch-encode",
	opcount.FixedBase:    "operation.fixed-base",
	opcount.VariableBase: "operation.variable-base",
	opcount.PublicTerm:   "operation.public-term",
	opcount.PublicSum:    "operation.public-sum",
}

// BenchParts are the things that `bench` compares.
var BenchParts = family("part", "",
	"group", "mobility", "audit", "layout", "elgamal", "yao82", "garbled", "record")

// BenchWho is who does a step.
var BenchWho = map[string]Text{
	"red":      seats[engine.Red],
	"blue":     seats[engine.Blue],
	"everyone": "by.everyone",
	"auditor":  "by.auditor",
}

// BenchWhen is how often a step is done.
var BenchWhen = family("when", "",
	"operation", "turn", "match", "stock", "clash", "record", "audit")

// BenchStep is what a step does.
var BenchStep = family("step", "",
	"decodings", "encodings", "batch-encodings", "fixed-mults", "mults", "sum-terms", "prove-none", "check-none", "prove-some", "check-some", "prepare", "play-ready", "fold", "audit", "prove", "verify", "open", "attack", "check-attack", "answer", "check-answer", "key", "compile", "offer", "check-offer", "blind", "choose", "stock", "swap", "check-request", "list", "garble", "check-reply", "read", "evaluate", "check-code", "accept", "replay", "sign", "check-signature")

// What `siege` says.
const (
	SiegeShort    Text = "SiegeShort"
	SiegeLong     Text = "SiegeLong"
	BesiegeShort  Text = "BesiegeShort"
	FlagFrom      Text = "FlagFrom"
	FlagHalfOpen  Text = "FlagHalfOpen"
	FlagIdle      Text = "FlagIdle"
	FlagStreams   Text = "FlagStreams"
	FlagWatchers  Text = "FlagWatchers"
	FlagSlow      Text = "FlagSlow"
	FlagMoves     Text = "FlagMoves"
	FlagForm      Text = "FlagForm"
	FlagProgram   Text = "FlagProgram"
	ErrNoPlayer   Text = "ErrNoPlayer error"
	ErrBesiegers  Text = "ErrBesiegers most"
	ErrSources    Text = "ErrSources sources moves"
	SiegeHead     Text = "SiegeHead half idle streams addresses watchers slow"
	SiegeQuiet    Text = "SiegeQuiet"
	SiegeBesieged Text = "SiegeBesieged"
	SiegeWatched  Text = "SiegeWatched"
	SiegeFelt     Text = "SiegeFelt what joined back moves median worst memory processor"
	SiegeSpent    Text = "SiegeSpent computed waited"
	SiegeToll     Text = "SiegeToll half idle made refused streams"
	SiegeWatchers Text = "SiegeWatchers watchers"
)

// `perft`.
const (
	PerftShort      Text = "PerftShort"
	PerftLong       Text = "PerftLong"
	FlagLayoutOf    Text = "FlagLayoutOf who"
	FlagDepth       Text = "FlagDepth"
	FlagDivide      Text = "FlagDivide"
	ErrPerftLayouts Text = "ErrPerftLayouts who"
)

// Mistakes in flags.
const (
	ErrUnknownFlag    Text = "ErrUnknownFlag flag"
	ErrBareFlag       Text = "ErrBareFlag flag"
	ErrFlagValue      Text = "ErrFlagValue flag value wanted"
	ErrFlags          Text = "ErrFlags first second"
	FlagTakesBool     Text = "FlagTakesBool"
	FlagTakesInt      Text = "FlagTakesInt"
	FlagTakesUint     Text = "FlagTakesUint"
	FlagTakesDuration Text = "FlagTakesDuration"
)

// seats are the seats' names.
var seats = [engine.MaxSeats]Text{"seat.name.red", "seat.name.blue", "seat.name.amber", "seat.name.teal"}

// Key is what a key does, for the help.
type Key struct{ Name, Does Text }

// keys lists what keys do, by the keys of their names.
func keys(names ...Text) []Key {
	list := make([]Key, len(names))
	for i, name := range names {
		list[i] = Key{name, name + ".does"}
	}
	return list
}

// ScreenKeys are the keys of a game.
var ScreenKeys = keys("key.match.pick", "key.match.mouse", "key.match.next", "key.match.type", "key.match.draw", "key.match.mark", "key.match.read", "key.match.tab", "key.match.leave")

// ScreenKeysArranging are the keys while a layout is being chosen.
var ScreenKeysArranging = keys("key.layout.pick", "key.layout.mouse", "key.layout.accept", "key.layout.other", "key.layout.file", "key.layout.tab")

// ScreenKeysReplay are the keys of a replay.
var ScreenKeysReplay = keys("key.replay.step", "key.replay.leap", "key.replay.ends", "key.replay.run", "key.replay.eyes", "key.replay.look", "key.replay.turn", "key.replay.leave")
