package messages

import "github.com/darkjunqi/darkjunqi/protocol/transcript"

// Checks say what was checked of a record of each kind, besides its signature and its place.
var Checks = map[transcript.Kind]Text{
	transcript.Terms:      text("the terms that all agreed to", "各方同意的条件"),
	transcript.Join:       text("a seat is taken with its invite", "凭邀请入座"),
	transcript.Commit:     text("a layout is promised", "承诺布阵"),
	transcript.Layout:     text("the hidden layout is legal", "布阵合法，未亮子"),
	transcript.Move:       text("the move is legal for the hidden piece", "这枚暗子能这样走"),
	transcript.Step:       text("a step of working out the clash", "碰子裁决的一步"),
	transcript.Answer:     text("the announcement fits the hidden pieces", "宣告与暗子相符"),
	transcript.Show:       text("the flag stands where it was shown", "军旗确在亮出之处"),
	transcript.Pass:       text("the turn is given up", "轮空"),
	transcript.NoMove:     text("there is no legal move", "确实无子可走"),
	transcript.Resign:     text("a seat resigns", "认输"),
	transcript.AcceptDraw: text("the draw is accepted", "同意和棋"),
	transcript.Resigned:   text("a waiting seat has asked to resign", "等待方请求认输"),
	transcript.Dispute:    text("a message of the clash is disputed", "对碰子裁决有异议"),
	transcript.Seen:       text("the end was seen", "看到终局"),
	transcript.Reveal:     text("the layout that was hidden is shown", "亮出的正是所承诺的布阵"),
	transcript.Claim:      text("a silence is claimed, which proves nothing", "声明失联，不算证据"),
	transcript.SignOut:    text("all others have put a seat out", "其余各家一致将一家请出局"),
	transcript.Vote:       text("a seat votes to put another out", "投票请一家出局"),
	transcript.Recall:     text("the votes against a late record are recalled", "收回对迟到记录的投票"),
	transcript.Fault:      text("the evidence that convicts", "作弊的证据"),
}

// CheckFailed says of a record that it does not hold.
var CheckFailed = text("does not hold: %s", "不成立：%s")
