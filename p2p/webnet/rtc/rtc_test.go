package rtc

import (
	"encoding/hex"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// chromium is an offer of Chromium 156, and firefox one as Firefox writes it.
const (
	chromium = "v=0\r\no=- 8956783588205578042 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0\r\na=extmap-allow-mixed\r\n" +
		"a=msid-semantic: WMS\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\n" +
		"a=candidate:530592958 1 udp 2113937151 13ab6013-1041-4ab4-9f0b-77bd97ef9425.local 35175 typ host generation 0 network-cost 999\r\n" +
		"a=candidate:3569808734 1 udp 2113942271 7f7e1522-4af8-4752-b0fd-813775cc4b0c.local 44500 typ host generation 0 network-cost 999\r\n" +
		"a=ice-ufrag:9sEf\r\na=ice-pwd:tAh6FtplRCfKU6jmCQqDEQl4\r\na=ice-options:trickle\r\n" +
		"a=fingerprint:sha-256 93:27:A8:4F:04:78:EA:86:63:F0:96:15:95:CB:60:BD:BF:02:2E:80:38:44:8C:6B:78:CB:D2:07:E9:91:9D:81\r\n" +
		"a=setup:actpass\r\na=mid:0\r\na=sctp-port:5000\r\na=max-message-size:262144\r\n"
	packed = "9327a84f0478ea8663f0961595cb60bdbf022e8038448c6b78cbd207e9919d81" + // fingerprint
		"04" + "f6c11f" + // ufrag
		"18" + "b4087a16da654427ca53a8e6090a83110978" + // password
		"02" + "00" + "13ab601310414ab49f0b77bd97ef9425" + "8967" + // candidates
		"00" + "7f7e15224af84752b0fd813775cc4b0c" + "add4"

	firefox = "v=0\r\no=mozilla...THIS_IS_SDPARTA-99.0 4386 0 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=sendrecv\r\n" +
		"a=fingerprint:sha-256 93:27:A8:4F:04:78:EA:86:63:F0:96:15:95:CB:60:BD:BF:02:2E:80:38:44:8C:6B:78:CB:D2:07:E9:91:9D:81\r\n" +
		"a=group:BUNDLE 0\r\na=ice-options:trickle\r\nm=application 51245 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 203.0.113.5\r\n" +
		"a=candidate:1 1 UDP 1686052863 203.0.113.5 51245 typ srflx raddr 0.0.0.0 rport 0\r\n" +
		"a=candidate:0 1 UDP 2122187007 192.168.1.2 51245 typ host\r\na=candidate:2 1 TCP 2105458943 192.168.1.2 9 typ host tcptype active\r\n" +
		"a=candidate:3 2 UDP 2122187006 192.168.1.2 51246 typ host\r\n" +
		"a=ice-pwd:0123456789abcdef0123456789abcdef\r\na=ice-ufrag:01234567\r\na=mid:0\r\na=setup:actpass\r\n"
)

func TestPack(t *testing.T) {
	d, err := ParseSDP(chromium)
	require.NoError(t, err)
	require.Equal(t, packed, hex.EncodeToString(d.Pack()))
	back, err := Unpack(d.Pack())
	require.NoError(t, err)
	require.Equal(t, d, back)
	for _, kind := range []Kind{IsOffer, IsAnswer} {
		again, err := ParseSDP(d.SDP(kind))
		require.NoError(t, err)
		require.Equal(t, d, again)
		for line := range strings.Lines(chromium) { // what matters comes back as it was
			if strings.HasPrefix(line, "a=ice-ufrag") || strings.HasPrefix(line, "a=ice-pwd") || strings.HasPrefix(line, "a=fingerprint") {
				require.Contains(t, d.SDP(kind), line)
			}
		}
	}
	require.Contains(t, d.SDP(IsAnswer), "a=setup:active\r\n")

	d, err = ParseSDP(firefox)
	require.NoError(t, err)
	require.Equal(t, []Candidate{
		{IP: netip.MustParseAddr("192.168.1.2"), Port: 51245},
		{IP: netip.MustParseAddr("203.0.113.5"), Port: 51245, Reflexive: true},
	}, d.Candidates, "one over TCP and one of another component are left out")
	require.Equal(t, "01234567", d.Ufrag)
	back, err = Unpack(d.Pack())
	require.NoError(t, err)
	require.Equal(t, d, back)
}

// Of many candidates some of each kind stay, and the largest description fits an address.
func TestManyCandidates(t *testing.T) {
	d, err := ParseSDP(chromium)
	require.NoError(t, err)
	for i := range 20 {
		d.Candidates = append(d.Candidates, Candidate{Name: [16]byte{1}, Port: uint16(i + 1)})
	}
	d.Candidates = append(d.Candidates, Candidate{IP: netip.MustParseAddr("2001:db8::1"), Port: 1, Reflexive: true})
	_, err = Unpack(d.Pack())
	require.ErrorIs(t, err, ErrDescription)
	few, err := ParseSDP(d.SDP(IsOffer))
	require.NoError(t, err)
	require.Len(t, few.Candidates, MaxCandidates)
	require.True(t, few.Candidates[MaxCandidates-1].Reflexive)
	few.Ufrag, few.Password = strings.Repeat("+", 32), strings.Repeat("/", 64)
	require.LessOrEqual(t, len(few.Pack()), MaxPacked)
	addr := Addr(few.Pack())
	require.LessOrEqual(t, len(addr), transport.MaxAddr)
	offer, ok := Offer(addr)
	require.True(t, ok)
	require.Equal(t, few.Pack(), offer)
	offer, ok = Offer(Addr(nil))
	require.True(t, ok)
	require.Empty(t, offer)
	_, ok = Offer("\x04\x7f\x00\x00\x01\x06\x01\xbb\xdd\x03")
	require.False(t, ok)
}

func TestNotADescription(t *testing.T) {
	good, err := hex.DecodeString(packed)
	require.NoError(t, err)
	changed := func(at int, to byte) []byte {
		b := append([]byte{}, good...)
		b[at] = to
		return b
	}
	for what, b := range map[string][]byte{
		"nothing": nil, "cut": good[:len(good)-1], "more": append(append([]byte{}, good...), 0),
		"short ufrag": changed(32, 3), "a longer ufrag": changed(32, 5), "another kind": changed(56, 9),
		"more candidates": changed(55, 3), "fewer candidates": changed(55, 1),
		"port 0": append(append([]byte{}, good[:len(good)-2]...), 0, 0),
	} {
		_, err := Unpack(b)
		require.ErrorIs(t, err, ErrDescription, what)
	}
	for _, cut := range []string{"a=ice-ufrag", "a=ice-pwd", "a=fingerprint"} {
		_, err := ParseSDP(strings.ReplaceAll(chromium, cut, "a=x"))
		require.ErrorIs(t, err, ErrDescription, cut)
	}
	_, err = ParseSDP(strings.Repeat("a=x\r\n", maxSDP))
	require.ErrorIs(t, err, ErrDescription)
}

// FuzzUnpack: bytes are a description that packs to those bytes, or none; and its SDP says the same.
func FuzzUnpack(f *testing.F) {
	for _, sdp := range []string{chromium, firefox} {
		d, err := ParseSDP(sdp)
		require.NoError(f, err)
		f.Add(d.Pack())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := Unpack(b)
		if err != nil {
			return
		}
		require.Equal(t, b, d.Pack())
		again, err := ParseSDP(d.SDP(IsOffer))
		require.NoError(t, err)
		require.ElementsMatch(t, unique(d.Candidates), again.Candidates)
		require.Equal(t, d.Fingerprint, again.Fingerprint)
		require.Equal(t, []string{d.Ufrag, d.Password}, []string{again.Ufrag, again.Password})
	})
}

func unique(all []Candidate) (out []Candidate) {
	seen := map[Candidate]bool{}
	for _, c := range all {
		if !seen[c] {
			out = append(out, c)
		}
		seen[c] = true
	}
	return out
}

// FuzzParseSDP: a description of any text can be packed.
func FuzzParseSDP(f *testing.F) {
	f.Add(chromium)
	f.Add(firefox)
	f.Fuzz(func(t *testing.T, sdp string) {
		d, err := ParseSDP(sdp)
		if err != nil {
			return
		}
		back, err := Unpack(d.Pack())
		require.NoError(t, err)
		require.Equal(t, d, back)
	})
}
