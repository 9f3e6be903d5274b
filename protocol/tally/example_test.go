package tally_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"

	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
)

// run lets parties on one machine hold a vote or an auction, one value for each, and returns
// the terms and the records for strangers. The first two are the trustees.
func run(rules tally.Rules, n int, values ...int) (tally.Terms, [][]byte) {
	terms := tally.Terms{Rules: rules, Values: n, Trustees: 2, Quorum: len(values)}
	rand.Read(terms.Session[:])
	var keys []ed25519.PrivateKey
	for range values {
		public, key, err := ed25519.GenerateKey(rand.Reader)
		check(err)
		keys, terms.Parties = append(keys, key), append(terms.Parties, public)
	}
	var parties []*tally.Party
	for _, key := range keys {
		var nonces sigma.Nonces
		rand.Read(nonces.Key[:])
		rand.Read(nonces.Fresh[:])
		p, err := tally.NewParty(terms, key, nonces)
		check(err)
		parties = append(parties, p)
	}
	var records [][]byte
	tell := func(from *tally.Party, record []byte, err error) {
		check(err)
		records = append(records, record)
		for _, p := range parties {
			if p != from {
				check(p.Append(record))
			}
		}
	}
	proceed := func() {
		for i := 0; i < 2; i++ {
			record, err := parties[i].Proceed()
			check(err)
			if record != nil {
				tell(parties[i], record, nil)
				i = -1 // the others may owe something now
			}
		}
	}

	proceed() // the trustees' keys
	for i, p := range parties {
		record, err := p.Cast(values[i])
		tell(p, record, err)
	}
	record, err := parties[0].Close()
	tell(parties[0], record, err)
	proceed() // their shares of what is opened
	return terms, records
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Five people vote for one of three.
func Example_vote() {
	terms, records := run(tally.Vote, 3, 2, 0, 2, 1, 2)
	result, err := tally.Verify(terms, records)
	check(err)
	fmt.Println(result.Counts)
	// Output: [1 1 3]
}

// Four bidders give a price from 1 to 9 and do not learn the others' lower bids.
func Example_auction() {
	terms, records := run(tally.FirstPrice, 10, 4, 7, 2, 6)
	result, err := tally.Verify(terms, records)
	check(err)
	fmt.Printf("bidder %v pays %d\n", result.Winners, result.Price)

	terms, records = run(tally.SecondPrice, 10, 4, 7, 2, 6)
	result, err = tally.Verify(terms, records)
	check(err)
	fmt.Printf("bidder %v bid %d and pays %d\n", result.Winners, result.Highest, result.Price)
	// Output:
	// bidder [1] pays 7
	// bidder [1] bid 7 and pays 6
}
