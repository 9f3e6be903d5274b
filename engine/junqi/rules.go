package junqi

import "github.com/darkjunqi/darkjunqi/engine"

func (s *settings) rules() engine.Rules {
	r := engine.Rules{
		Language: engine.RulesLanguage,
		Name:     s.names(),
		Kinds:    s.kinds(),
		Types:    s.typeRules(),
		Ends: engine.EndRule{
			Flag:       types[Flag].id,
			Shaken:     s.is("shaken", "on"),
			LastBoth:   engine.LastBothAttacker,
			Quiet:      s.number("quiet-draw"),
			Timeouts:   s.number("timeouts"),
			ResignFrom: s.number("resign-from"),
		},
		Times: engine.TimeRule{Clock: s.number("clock"), Grace: 60 * s.number("grace")},
		Views: s.views(),
	}
	r.Clash = s.clash(r.Types)
	if s.is("last-both", "draw") {
		r.Ends.LastBoth = engine.LastBothDraw
	}
	switch {
	case s.game == banqi:
		s.banqiRules(&r)
	case s.cross():
		s.siguoRules(&r)
	case s.game == sanguo, s.game == liuguo:
		s.ringRules(&r)
	default:
		s.duelRules(&r)
	}
	if s.game == flip {
		s.flipRules(&r)
	}
	return r
}

func (s *settings) views() engine.ViewRule {
	v := engine.ViewRule{
		Mode:           s.get("mode"),
		Reveal:         s.get("reveal"),
		OutSeesPartner: s.is("out-sees", "on"),
		First:          s.get("first"),
		Absent:         engine.AbsentStop,
	}
	if way := s.get("way"); way != "" {
		v.Mode = way
	}
	if absent := s.get("absent"); absent != "" {
		v.Absent = absent
	}
	return v
}
