package messages

// Mistakes in flags.
var (
	ErrUnknownFlag    = text("unknown flag: %s", "没有选项 %s")
	ErrBareFlag       = text("%s needs a value", "%s 后面要有值")
	ErrFlagValue      = text("%s takes %[3]s, not %[2]q", "%s 应为%[3]s，不能是 %[2]q")
	ErrFlags          = text("--%s and --%s don't go together", "--%s 和 --%s 不能同时使用")
	FlagTakesBool     = text("true or false", " true 或 false")
	FlagTakesInt      = text("a whole number", "整数")
	FlagTakesUint     = text("a whole number from 0 on", "非负整数")
	FlagTakesDuration = text("a time, as 1s or 500ms", "时长（如 1s、500ms）")
)
