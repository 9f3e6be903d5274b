package messages

import "strconv"

// Say is what a player has said: a set phrase in this language, or for 0 the text as it came.
func (l Lang) Say(phrase int, text string) string {
	if phrase == 0 {
		return text
	}
	return Text("say." + strconv.Itoa(phrase)).In(l)
}
