package play

import "sync"

// inbox holds what other goroutines have to say, until the match's own loop takes it.
type inbox[T any] struct {
	came chan struct{} // holds something when there is news

	mu   sync.Mutex
	news []T
}

func newInbox[T any]() *inbox[T] { return &inbox[T]{came: make(chan struct{}, 1)} }

func (i *inbox[T]) put(news T) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.news = append(i.news, news)
	select {
	case i.came <- struct{}{}:
	default:
	}
}

// take empties the inbox.
func (i *inbox[T]) take() []T {
	i.mu.Lock()
	defer i.mu.Unlock()
	news := i.news
	i.news = nil
	return news
}
