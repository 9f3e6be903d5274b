package picture

import (
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
)

// A rule of the style sheet: what it says whatever the theme, and its colours by day and by
// night. The colours follow a survey map, as on the page of the table.
type rule struct {
	selector string
	always   string
	light    string
	dark     string
}

var sheetRules = []rule{
	{"text", `text-anchor:middle;dominant-baseline:central;font-family:"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",system-ui,sans-serif`, "", ""},
	{".paper", "", "fill:#e2e7d9;stroke:#d2d8ce", "fill:#222a27;stroke:#323b3b"},
	{".land", "opacity:.09;stroke-width:9;stroke-linejoin:round", "", ""},
	{".hill", "", "fill:#dccfa9;stroke:#b39a6c", "fill:#37362a;stroke:#7d6f4c"},
	{".contour", "fill:none", "stroke:#b39a6c", "stroke:#7d6f4c"},
	{".mark,.place", "", "fill:#566252", "fill:#a5b1a8"},
	{".road", "fill:none;stroke-width:1.5", "stroke:#748270", "stroke:#7b8c82"},
	{".rail", "fill:none;stroke-width:5.4;stroke-linejoin:round", "stroke:#2a322e", "stroke:#bfc8c0"},
	{".ties", "fill:none;stroke-width:3;stroke-dasharray:8.5 8.5", "stroke:#fdfdf9", "stroke:#29302d"},
	{".post,.stop,.calm", "stroke-width:1.3", "fill:#f2f4eb;stroke:#748270", "fill:#2c3531;stroke:#7b8c82"},
	{".safe", "stroke-width:1.5", "fill:#e8f0e7;stroke:#1c6a55", "fill:#263732;stroke:#67c7aa"},
	{".fort", "stroke-width:1.6", "fill:#cfd5c6;stroke:#748270", "fill:#46524b;stroke:#7b8c82"},
	{".inner", "stroke-width:.8", "fill:none", "fill:none"},
	{".way", "fill:none;stroke-width:13;stroke-opacity:.55;stroke-linejoin:round;stroke-linecap:round", "stroke:#e0a100", "stroke:#f2bd3a"},
	{".from,.to", "fill-opacity:.25;stroke-width:1.7", "fill:#e0a100;stroke:#a66d00", "fill:#f2bd3a;stroke:#f2bd3a"},
	{".from", "stroke-dasharray:5 4", "", ""},
	{".thread", "fill:none;stroke-opacity:.25", "stroke:#fff", "stroke:#fff"},
	{".amber.thread,.teal.thread,.violet.thread", "", "stroke:#000", "stroke:#000"},
	{".lip,.solid,.ivory,.planted", "stroke-width:1.3", "", ""},
	{".down", "", "fill:#8a8474;stroke:#5d584b", "fill:#6a6558;stroke:#3d3a31"},
	{".band", "fill-opacity:.9", "", ""},
	{".concluded", "stroke-width:1.4;stroke-dasharray:4 2.5", "", ""},
	{".ink,.on", "font-weight:700", "", ""},
	{".moved", "stroke-width:2", "", ""},
	{".flag", "stroke-width:2.4;stroke-linejoin:round", "", ""},
}

// palette is the colours of a seat's things: of tiles, of their edges, of what is written
// on ivory, and on the tile.
type palette struct{ tile, edge, ink, on string }

// palettes holds the palettes of the seats, by day and by night.
var palettes = []struct {
	seat        string
	light, dark palette
}{
	{"red", palette{"#b8391f", "#86270f", "#9c2a12", "#fff7f0"}, palette{"#b8432a", "#7c2410", "#9c2a12", "#fff7f0"}},
	{"blue", palette{"#2558a6", "#163c78", "#1d4b92", "#f3f8ff"}, palette{"#2f65b8", "#1a4184", "#1d4b92", "#f3f8ff"}},
	{"amber", palette{"#e0a52b", "#9a6a06", "#7d5400", "#2b1d00"}, palette{"#d99d27", "#8f6208", "#7d5400", "#2b1d00"}},
	{"teal", palette{"#63b9ad", "#22736a", "#17605c", "#052b27"}, palette{"#5db3a7", "#1d675f", "#17605c", "#052b27"}},
	{"violet", palette{"#b78fd6", "#6b3f93", "#5f3288", "#230a38"}, palette{"#ab83cc", "#5d3384", "#5f3288", "#230a38"}},
	{"slate", palette{"#3d4348", "#17191b", "#24282b", "#f5f6f6"}, palette{"#484f55", "#1b1e20", "#24282b", "#f5f6f6"}},
}

func (p palette) rules(seat, ivory, planted string) string {
	var b strings.Builder
	for _, r := range []struct{ class, fill, stroke string }{
		{"land", p.tile, p.tile}, {"lip", p.edge, p.edge}, {"own", p.tile, p.tile}, {"solid", p.tile, p.edge},
		{"ivory", ivory, p.tile}, {"planted", planted, p.tile}, {"band", p.tile, p.on}, {"moved", p.on, p.edge},
		{"ink", p.ink, "none"}, {"on", p.on, "none"}, {"flag", p.tile, p.edge},
	} {
		fmt.Fprintf(&b, ".%s.%s{fill:%s;stroke:%s}\n", r.class, seat, r.fill, r.stroke)
	}
	return b.String()
}

// css returns the style sheet of a picture of a game.
func (t Theme) css(rs *engine.Ruleset) string {
	var always, light, dark strings.Builder
	for _, r := range sheetRules {
		for _, part := range []struct {
			to   *strings.Builder
			says string
		}{{&always, r.always}, {&light, r.light}, {&dark, r.dark}} {
			if part.says != "" {
				fmt.Fprintf(part.to, "%s{%s}\n", r.selector, part.says)
			}
		}
	}
	for i, p := range palettes[:rs.NumSeats()] {
		if rs.Black(engine.Seat(i)) {
			p.light, p.dark = palettes[engine.Slate].light, palettes[engine.Slate].dark
		}
		light.WriteString(p.light.rules(p.seat, "#fbf6e8", "#e4e2d3"))
		dark.WriteString(p.dark.rules(p.seat, "#efe9d8", "#d3d0c1"))
	}
	switch t {
	case Light:
		return always.String() + light.String()
	case Dark:
		return always.String() + dark.String()
	}
	return always.String() + light.String() + "@media (prefers-color-scheme:dark){\n" + dark.String() + "}\n"
}
