package main

// objects tells a match to a program: one JSON object a line.
type objects struct{ a *app }

func (o objects) note(string) {}

func (o objects) resumed(*chair) {}

func (o objects) linked(c *chair, online, again bool) {
	o.print(map[string]any{"event": "link", "online": online})
}

func (o objects) begins(c *chair) {
	o.print(map[string]any{"event": "begin", "first": c.now.First.String()})
}

func (o objects) turn(c *chair, t *turn) {
	o.print(struct {
		Event string `json:"event"`
		Turn  int    `json:"turn"`
		Seat  string `json:"seat"`
		Move  string `json:"move"`
	}{"turn", t.number, t.seat.String(), t.written.String()})
}

func (o objects) yourTurn(c *chair) {
	o.print(map[string]any{"event": "your-turn", "ply": c.now.Position.Ply(), "draw-offered": c.now.Position.OfferOpen()})
}

func (o objects) over(c *chair) {
	r := c.now.Result
	winner := "draw"
	if !r.Draw {
		winner = r.Winner.String()
	}
	if cv := c.now.Conviction; cv != nil {
		o.print(map[string]any{"event": "cheating", "culprit": cv.Culprit.String(), "record": cv.Index, "reason": cv.Reason})
		return
	}
	o.print(map[string]any{"event": "over", "winner": winner, "reason": r.Reason.String()})
}

func (o objects) revealed(*chair) {}

func (o objects) print(v any) { _ = o.a.printJSON(v) }
