package words

// OptionOthers are the values that an option may have instead of the default.
var OptionOthers = text(" (or %s)", "（或 %s）")
