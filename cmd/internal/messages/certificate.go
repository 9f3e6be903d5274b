package messages

// `audit --certificate` and `verify-certificate`.
var (
	FlagCertificate  = text("if cheating is proven, write the evidence to `OUT`, a file that convinces anybody by itself", "若证实作弊，把证据写入文件 `OUT`；它单独即可让任何人信服")
	CertificateSaved = text("the certificate of it is in %s: darkjunqi verify-certificate %s", "证书已写入 %s，可用 darkjunqi verify-certificate %s 检验")
	CertificateNone  = text("no certificate was written: %v", "没有写证书：%v")
	ErrCertificates  = text("--certificate takes one FILE: no folder, no list, and not standard input", "--certificate 只接受一个 FILE：不能是文件夹、列表或标准输入")
	ErrNoCheating    = text("%s proves no cheating", "%s 没有证实任何作弊")

	CertificateShort = text("check a certificate that convicts a cheat", "检验一份作弊证书")
	CertificateLong  = text(
		"Verifies a certificate that audit --certificate wrote: says whom it convicts, of what and in which match. It needs nothing but the file, and - reads standard input.\n\nEnds with 0 if it convicts somebody, 1 if it convicts nobody, 2 if it can't be read, is torn or altered.",
		"检验由 audit --certificate 写出的证书：说明谁在哪盘棋里作了什么弊。只需要这个文件，- 表示从标准输入读取。\n\n证实有人作弊时退出码为 0，不能证实任何人作弊为 1，无法读取、残缺或被改动为 2。")
	CertificateConvicts   = text("%s: this convicts %s of cheating", "%s：证实%s作弊")
	CertificateNobody     = text("%s: this convicts nobody", "%s：不能证实任何人作弊")
	CertificateUnreadable = text("%s: %s", "%s：%s")
	CertificateWhat       = text("%s (%s)", "%s（%s）")
	CertificateKey        = text("both the match and the false record are signed with %s's key %s; nobody else can have made them", "对局和假记录都由%s的密钥 %s 签名，别人伪造不了")
	HintCertificate       = text("`darkjunqi audit FILE --certificate OUT` writes one from the transcript of a proven cheat", "`darkjunqi audit FILE --certificate OUT` 可从已证实作弊的对局记录写出证书")
	HintTranscript        = text("this is a whole transcript: `darkjunqi audit %s` checks it", "这是一份完整的对局记录：请用 `darkjunqi audit %s` 审核")
)
