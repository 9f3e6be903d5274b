//go:build js

// The program in the JavaScript package: it audits, reads rulesets, and takes part in matches over
// whatever pipes it is given. web/package/darkjunqi.js makes it usable; package.go builds it.
package main

import (
	"encoding/json"
	"errors"
	"syscall/js"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi-web/internal/moduletypes"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// main passes its functions to the one that waits for them, which JavaScript has left for it, and
// answers calls from then on.
func main() {
	exports := js.ValueOf(map[string]any{
		"audit":             call(func(args []js.Value) (any, error) { return moduletypes.Audit(bytesOf(args[0])), nil }),
		"verifyCertificate": call(func(args []js.Value) (any, error) { return moduletypes.VerifyCertificate(bytesOf(args[0])) }),
		"readRules": call(func(args []js.Value) (any, error) {
			rs, err := moduletypes.ParseRules(args[0].String())
			if err != nil {
				return nil, err
			}
			return moduletypes.RulesOf(rs), nil
		}),
		"host":  open(host),
		"join":  open(join),
		"watch": open(watch),
	})
	js.Global().Call("darkjunqiStarted", exports)
	select {}
}

// call is a function that returns a promise of what f returns, as JSON.
func call(f func(args []js.Value) (any, error)) js.Func {
	return promised(func(args []js.Value) (js.Value, error) {
		v, err := f(args)
		if err != nil {
			return js.Undefined(), err
		}
		text, err := json.Marshal(v)
		return js.ValueOf(string(text)), err
	})
}

// promised is a function that returns a promise of what f returns. f runs beside others.
func promised(f func(args []js.Value) (js.Value, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		var run js.Func
		run = js.FuncOf(func(_ js.Value, settle []js.Value) any {
			run.Release()
			go func() {
				v, err := f(args)
				if err != nil {
					settle[1].Invoke(problem(err))
					return
				}
				settle[0].Invoke(v)
			}()
			return nil
		})
		return js.Global().Get("Promise").New(run)
	})
}

// problem is an error for JavaScript, which makes an Error of it.
func problem(err error) js.Value {
	var code string
	if c, ok := errors.AsType[*coded.Error](err); ok {
		code = c.Code()
	}
	return js.ValueOf(map[string]any{"code": code, "message": err.Error()})
}

// bytesOf copies a Uint8Array.
func bytesOf(v js.Value) []byte {
	b := make([]byte, v.Get("length").Int())
	js.CopyBytesToGo(b, v)
	return b
}
