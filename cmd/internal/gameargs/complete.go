package gameargs

import (
	"maps"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// RulesetNames are the names of our rulesets, each with every option that its game has.
func RulesetNames() []string {
	var list []string
	for _, name := range junqi.Names() {
		list = append(list, name)
		options, err := junqi.Options(name)
		if err != nil {
			continue
		}
		for _, o := range options {
			for _, value := range o.Allowed {
				if value != o.Value && value == strings.ToLower(value) { // capitals are placeholders
					list = append(list, name+","+o.Name+"="+value)
				}
			}
		}
	}
	return list
}

// LayoutNames are the names of our layouts.
func LayoutNames() []string { return slices.Sorted(maps.Keys(junqi.Layouts())) }

// SeatNames are the names of all seats.
func SeatNames() []string {
	var list []string
	for seat := range engine.Seat(engine.MaxSeats) {
		list = append(list, seat.String())
	}
	return list
}
