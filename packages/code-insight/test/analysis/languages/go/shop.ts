/** A small program in Go: two packages and a command, with methods, an interface, embedding, generics and a test. */
export const SHOP: Readonly<Record<string, string>> = {
  'go.mod': 'module example.com/till\n\ngo 1.22\n',
  'cmd/till/main.go': `// Command till adds up what was sold.
package main

import (
	"fmt"

	"example.com/till/shop"
	kept "example.com/till/store"
)

func main() {
	db, err := kept.Open("till.db")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	s := shop.New(db, shop.WithName("corner"))
	s.Sell(shop.Item{Name: "tea"})
	fmt.Println(format(s.Total()))
}
`,
  'cmd/till/print.go': `package main

func format(cents int) string { return text(cents) }

func text(cents int) string {
	format := func(n int) string { return "" }
	return format(cents)
}
`,
  'store/store.go': `// Package store keeps records in a file.
package store

import "sync"

// Store keeps records by their keys.
type Store interface {
	Put(key string, value []byte) error
	Close() error
}

// File is a store
// in one file.
type File struct {
	sync.Mutex
	path string
}

// Open reads a file.
func Open(path string) (*File, error) { return &File{path: path}, nil }

func (f *File) Put(key string, value []byte) error { return f.save() }
func (f *File) Close() error                       { return f.save() }
func (f *File) save() error                        { return writeAll(f.path) }
`,
  'store/write.go': `package store

const (
	// mode is who may read it.
	mode = 0o600
	tries = 3
)

func writeAll(path string) error { return nil }
`,
  'shop/shop.go': `package shop

import "example.com/till/store"

type (
	// Item is what can be sold.
	Item struct{ Name string }
	// ID names a sale.
	ID string
)

// Shop sells.
type Shop struct {
	*ledger
	db store.Store
}

// Option changes a shop.
type Option func(*Shop)

func init() { register(nil) }

// New makes a shop.
func New(db store.Store, options ...Option) *Shop {
	s := &Shop{ledger: newLedger(), db: db}
	for _, option := range options {
		option(s)
	}
	register(s)
	return s
}

func register(s *Shop) {}

// WithName names it.
func WithName(name string) Option {
	return func(s *Shop) { rename(s, name) }
}

// Sell notes a sale.
func (s *Shop) Sell(item Item) ID {
	s.add(item)
	_ = s.db.Put("sale", nil)
	return ID("sale")
}

// Total is what all items bring.
func (s *Shop) Total() int { return Sum(s.items, func(Item) int { return 1 }) }
`,
  'shop/ledger.go': `package shop

type ledger struct{ items []Item }

func newLedger() *ledger { return &ledger{} }

func (l *ledger) add(item Item) { l.items = append(l.items, item) }

func rename(s *Shop, name string) {}

// Sum adds what of makes of each.
func Sum[T any, N ~int](all []T, of func(T) N) N {
	var sum N
	for _, one := range all {
		sum += of(one)
	}
	return sum
}

// Pair is two things.
type Pair[A, B any] struct {
	First  A
	Second B
}

// Swap turns it round.
func (p Pair[A, B]) Swap() Pair[B, A] { return Pair[B, A]{p.Second, p.First} }
`,
  'shop/shop_test.go': `package shop

import "testing"

type fake struct{}

func (f *fake) Put(key string, value []byte) error { return nil }
func (f *fake) Close() error                       { return nil }

func TestTotal(t *testing.T) {
	s := New(&fake{}, WithName("x"))
	s.Sell(Item{Name: "tea"})
	t.Log(s.Total())
}
`,
}
