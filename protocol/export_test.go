package protocol

// AuditOneByOne is Audit, with every proof checked by itself.
func AuditOneByOne(file []byte) *Report {
	report, _, _ := auditBy(fold, file, nil)
	return report
}
