package page

import "github.com/darkjunqi/darkjunqi/cmd/internal/app"

// SeatFiles saves seats of matches as files. A program in a browser needs it, since a browser may delete what it
// keeps.
type SeatFiles interface {
	SaveSeat(match string) ([]byte, error)
	OpenSeat(saved []byte) (match string, err error)
}

// AddSeatFiles lets the page save seats, and open saved ones.
func (a *API) AddSeatFiles(s SeatFiles) {
	a.endpoints["GET /api/seat/file"] = endpoint{maxRequest, func(r *Request, w Answer) {
		data, err := s.SaveSeat(match(r))
		if err != nil {
			fail(w, err)
			return
		}
		w.Begin(statusOK, "application/octet-stream")
		w.Write(data)
	}}
	a.endpoints["POST /api/seat/file"] = endpoint{app.MaxSeatFile, inJSON(func(r *Request) (any, error) {
		opened, err := s.OpenSeat(r.Body)
		return app.Begun{Match: opened}, err
	})}
}
