package words

// errorTables hold the Chinese of every code, a table for each floor.
var errorTables = []map[string]string{}

// terms are words that stand in errors.
var terms = map[string]string{}
