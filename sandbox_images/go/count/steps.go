// Package steps counts what a Go program does, in a page that the judge shares: it stays there however the program
// ends. Each step adds an odd constant to a start that the judge chose at random. Counted sources can't name this
// package, and without the package unsafe they reach no memory but their own.
package steps

import (
	"os"
	"syscall"
	"unsafe"
)

const (
	step = 0x2545f491 // as in counted_native.py
	note = 3          // descriptor of the page
)

var at *uint64

func init() {
	page, err := syscall.Mmap(note, 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		os.Exit(117)
	}
	syscall.Close(note)
	at = (*uint64)(unsafe.Pointer(&page[8]))
}

// Step counts n steps.
func Step(n uint64) { *at += n * step }

func sized(bytes uint64) { *at += (1 + bytes/8) * step }

// Length counts the bytes of a text that was made.
func Length[T ~string](text T) { sized(uint64(len(text))) }

// Text counts the bytes of a text.
func Text[T ~string](text T) T {
	sized(uint64(len(text)))
	return text
}

// Slice counts the bytes of a slice.
func Slice[S ~[]E, E any](slice S) S {
	var element E
	sized(uint64(len(slice)) * uint64(unsafe.Sizeof(element)))
	return slice
}

// Made counts the bytes of a new slice.
func Made[S ~[]E, E any](slice S) S {
	var element E
	sized(uint64(cap(slice)) * uint64(unsafe.Sizeof(element)))
	return slice
}

// Table counts the entries of a map.
func Table[M ~map[K]V, K comparable, V any](table M) M {
	Step(1 + uint64(len(table)))
	return table
}

// Copied counts the bytes of n elements.
func Copied(n int, size uint64) int {
	sized(uint64(n) * size)
	return n
}

// Formatted counts the bytes of a long text. What it takes to make a short one is counted where it is made, lest the
// digits of a number look like a logarithm.
func Formatted[T ~string](text T) T {
	long(len(text))
	return text
}

// Written counts the bytes of a long text that was written.
func Written(n int, err error) (int, error) {
	long(n)
	return n, err
}

func long(n int) {
	if n > 64 {
		sized(uint64(n))
	}
}

// Equal compares two texts, and counts the bytes that they have in common.
func Equal[T ~string](left, right T) bool {
	if len(left) != len(right) {
		Step(1)
		return false
	}
	return common(left, right) == len(left)
}

// Compare tells which of two texts comes first, as Equal does.
func Compare[T ~string](left, right T) int {
	n := common(left, right)
	switch {
	case n == len(left) && n == len(right):
		return 0
	case n == len(left) || n < len(right) && left[n] < right[n]:
		return -1
	}
	return 1
}

func common[T ~string](left, right T) int {
	n := 0
	for n < len(left) && n < len(right) && left[n] == right[n] {
		n++
	}
	sized(uint64(n))
	return n
}
