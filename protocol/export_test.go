package protocol

// AuditInBatches is Audit, with so many proofs and signatures in one sum.
func AuditInBatches(file []byte, size int) *Report {
	inBatches := func(records [][]byte, watch watcher) (*Match, int, error) { return foldInBatches(records, size, watch) }
	report, _, _ := auditBy(inBatches, file, nil)
	return report
}
