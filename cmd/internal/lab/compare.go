package lab

import (
	"crypto/rand"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

func newCompare(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "compare RED BLUE",
		Example: "  darkjunqi-lab compare 7 4",
		RunE: func(cmd *cobra.Command, args []string) error {
			var values [2]int
			for i, arg := range args {
				n, err := strconv.Atoi(arg)
				if err != nil || n < 0 || n >= onehot.MaxValues {
					return env.Usage(cmd, messages.ErrCompare, arg, onehot.MaxValues-1)
				}
				values[i] = n
			}
			if err := compare(env, values); err != nil {
				return cli.Wrap(err)
			}
			return nil
		},
	}
}

// richer is the table of the millionaires: what is announced of red's and blue's number.
func richer(red, blue int) uint8 {
	switch {
	case red > blue:
		return 1
	case red < blue:
		return 2
	}
	return 0
}

// compare lets red ask and blue answer, and shows each message as a stranger checks it.
func compare(env *cli.Env, values [2]int) error {
	var ctx sigma.Context
	rand.Read(ctx.Match[:])
	place := func(seat engine.Seat, record byte) sigma.Place {
		at := sigma.Place{Context: ctx, Body: []byte{record}}
		at.Seat = seat
		return at
	}
	x, err := onehot.Generators(onehot.MaxValues)
	if err != nil {
		return err
	}
	var stranger sigma.Batch
	var rows [2]*onehot.Row
	var secrets [2]*onehot.Secret
	var nonces [2]sigma.Nonces
	total := 0
	for seat := range engine.Seat(2) {
		rand.Read(nonces[seat].Key[:])
		rand.Read(nonces[seat].Fresh[:])
		at := place(seat, byte(seat))
		var body []byte
		if body, secrets[seat], err = onehot.Commit(at, x, values[seat], nonces[seat]); err != nil {
			return err
		}
		if rows[seat], err = onehot.Check(at, x, body, &stranger); err != nil {
			return err
		}
		total += len(body)
		env.Say(messages.CompareRow, seat, len(body), onehot.MaxValues-1)
	}

	ask, reply := place(engine.Red, 2), place(engine.Blue, 3)
	body := onehot.Ask(ask, rows[0], rows[1], richer, secrets[0], nonces[0])
	question, err := onehot.CheckQuestion(ask, rows[0], rows[1], richer, body, &stranger)
	if err != nil {
		return err
	}
	total += len(body)
	env.Say(messages.CompareQuestion, len(body))
	answer, proof, err := question.Answer(func(uint8) sigma.Place { return reply }, secrets[1], nonces[1])
	if err != nil {
		return err
	}
	if err := question.CheckAnswer(reply, answer, proof, &stranger); err != nil {
		return err
	}
	total += 1 + len(proof)
	env.Say(messages.CompareAnswer, 1+len(proof), answer)
	if err := stranger.Verify(); err != nil {
		return err
	}
	env.Say([]messages.Text{messages.CompareEqual, messages.CompareRed, messages.CompareBlue}[answer])
	env.Say(messages.CompareTotal, total)
	return nil
}
