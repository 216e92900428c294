package code

import "fmt"

// ErrorCode is what a caller may switch on.
type ErrorCode string

// Codes of errors that leave the engine.
const (
	NotFound    ErrorCode = "not_found"
	Ambiguous   ErrorCode = "ambiguous"
	Invalid     ErrorCode = "invalid"
	Stale       ErrorCode = "stale"
	Unavailable ErrorCode = "unavailable"
	InternalBug ErrorCode = "internal"
)

// Error is an error with a code. Its text says what happened and what to do.
type Error struct {
	Code ErrorCode
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an error with a code; %w wraps as in fmt.Errorf.
func Errorf(c ErrorCode, format string, args ...any) error {
	return &Error{Code: c, Err: fmt.Errorf(format, args...)}
}
