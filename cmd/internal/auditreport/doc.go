// Package auditreport presents the report of an audit: in words, as JSON, as an exit code.
package auditreport
