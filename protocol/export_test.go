package protocol

// AuditInBatches is Audit, with so many proofs and signatures in one sum.
func AuditInBatches(file []byte, size int) *Report {
	inBatches := func(records [][]byte, watch watcher) (*Match, int, error) { return foldInBatches(records, size, watch) }
	report, _, _ := auditBy(inBatches, file, nil)
	return report
}

// AuditTogetherInBatches is AuditTogether, with so many proofs and signatures in one sum.
func AuditTogetherInBatches(files [][]byte, size int, watch func(file int, step AuditStep)) []*Report {
	return auditTogether(files, size, watch)
}

// Bases returns for how many bases a Player keeps what seats have signed there.
func (p *Player) Bases() int { return len(p.tip.on) }
