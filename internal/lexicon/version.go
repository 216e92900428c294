package lexicon

// Version changes when the same text gives other terms than before, so that
// what was indexed no longer fits what is asked.
const Version = 1
