package statistics_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"

	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/statistics"
)

// sum lets parties on one machine add up their vectors, and returns what strangers verify. Those
// who are gone give nothing after their key.
func sum(terms statistics.Terms, gone statistics.Set, vectors ...[]int) *statistics.Result {
	rand.Read(terms.Session[:])
	var keys []ed25519.PrivateKey
	for range vectors {
		public, key, err := ed25519.GenerateKey(rand.Reader)
		check(err)
		keys, terms.Parties = append(keys, key), append(terms.Parties, public)
	}
	var parties []*statistics.Party
	for _, key := range keys {
		var nonces sigma.Nonces
		rand.Read(nonces.Key[:])
		rand.Read(nonces.Fresh[:])
		p, err := statistics.NewParty(terms, key, nonces)
		check(err)
		parties = append(parties, p)
	}
	var records [][]byte
	tell := func(from *statistics.Party, record []byte, err error) {
		check(err)
		records = append(records, record)
		for _, p := range parties {
			if p != from {
				check(p.Append(record))
			}
		}
	}
	proceed := func(gone statistics.Set) {
		for i := 0; i < len(parties); i++ {
			if gone.Has(i) {
				continue
			}
			record, err := parties[i].Proceed()
			check(err)
			if record != nil {
				tell(parties[i], record, nil)
				i = -1 // the others may owe something now
			}
		}
	}

	proceed(0) // all keys
	first := -1
	for i, p := range parties {
		if gone.Has(i) {
			continue
		}
		record, err := p.Give(vectors[i])
		tell(p, record, err)
		if first < 0 {
			first = i
		}
	}
	record, err := parties[first].Close(gone)
	tell(parties[first], record, err)
	proceed(gone) // the list and the shares

	board, err := statistics.Verify(terms, records)
	check(err)
	return board.Result()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Four colleagues learn their mean salary, although one goes away.
func Example_mean() {
	terms := statistics.Terms{Entries: 1, Min: 0, Max: 20_000, Quorum: 3}
	result := sum(terms, 1<<2, []int{4_100}, []int{3_800}, []int{5_000}, []int{6_200})
	fmt.Println(result.Of.Parties(), result.Sums, result.Mean(0))
	// Output: [0 1 3] [14100] 4700
}

//go:embed testdata/*.csv
var clinics embed.FS

// A patient has features, the first of which is 1, and recovered or not.
type patient struct {
	x []float64
	y float64
}

func load(name string) (patients []patient) {
	file, err := clinics.Open("testdata/" + name + ".csv")
	check(err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	check(err)
	for _, row := range rows[1:] {
		p := patient{x: []float64{1}}
		for _, cell := range row {
			n, err := strconv.ParseFloat(cell, 64)
			check(err)
			p.x = append(p.x, n)
		}
		last := len(p.x) - 1
		p.x, p.y = p.x[:last], p.x[last]
		patients = append(patients, p)
	}
	return patients
}

// likely returns how likely the model has it that a patient recovers.
func likely(model []float64, p patient) float64 {
	z := 0.0
	for j := range model {
		z += model[j] * p.x[j]
	}
	return 1 / (1 + math.Exp(-z))
}

// train takes some steps down the gradient of the logistic loss.
func train(model []float64, patients []patient, steps int) []float64 {
	model = append([]float64{}, model...)
	for range steps {
		gradient := make([]float64, len(model))
		for _, p := range patients {
			miss := p.y - likely(model, p)
			for j := range gradient {
				gradient[j] += miss * p.x[j]
			}
		}
		for j := range model {
			model[j] += gradient[j] / float64(len(patients))
		}
	}
	return model
}

func right(model []float64, patients []patient) (n int) {
	for _, p := range patients {
		if likely(model, p) > 0.5 == (p.y == 1) {
			n++
		}
	}
	return n
}

// Three clinics train one model on patients that no clinic shows (McMahan and others, 2017).
// In each round every clinic trains the common model on its own patients, and gives its
// weights, times its number of patients, and that number. Only their sums are opened, and
// the quotients are the next model.
func Example_federatedAveraging() {
	const scale = 64 // weights are multiples of 1/64, from -8 to 8
	var all []patient
	var data [][]patient
	for _, name := range []string{"north", "east", "south"} {
		data = append(data, load(name))
		all = append(all, data[len(data)-1]...)
	}
	terms := statistics.Terms{Entries: 4, Min: -8 * scale * 32, Max: 8 * scale * 32, Quorum: 3}
	model := make([]float64, 3)
	for range 6 {
		var vectors [][]int
		for _, patients := range data {
			n := len(patients)
			vector := []int{n}
			for _, w := range train(model, patients, 5) {
				vector = append(vector, n*int(math.Round(w*scale)))
			}
			vectors = append(vectors, vector)
		}
		result := sum(terms, 0, vectors...)
		for j := range model {
			model[j] = float64(result.Sums[1+j]) / float64(result.Sums[0]) / scale
		}
	}
	for i, patients := range data {
		fmt.Printf("clinic %d alone: %d of %d right\n", i, right(train(make([]float64, 3), patients, 30), all), len(all))
	}
	fmt.Printf("together: %d right\n", right(model, all))
	fmt.Printf("all patients in one place: %d right\n", right(train(make([]float64, 3), all, 30), all))
	// Output:
	// clinic 0 alone: 47 of 60 right
	// clinic 1 alone: 51 of 60 right
	// clinic 2 alone: 48 of 60 right
	// together: 54 right
	// all patients in one place: 53 right
}
