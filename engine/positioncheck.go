package engine

func (p *Position) inconsistent() (reason error) { return nil }
