package protocol

// AuditOneByOne is Audit, with every proof checked by itself.
func AuditOneByOne(file []byte) *Report {
	report, _, _ := auditBy(fold, file, nil)
	return report
}

// AuditInBatches is Audit, with so many proofs and signatures in one sum.
func AuditInBatches(file []byte, size int) *Report {
	inBatches := func(records [][]byte, watch watcher) (*Match, int, error) { return foldInBatches(records, size, watch) }
	report, _, _ := auditBy(inBatches, file, nil)
	return report
}
