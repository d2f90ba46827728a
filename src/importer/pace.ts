import { setFlagsFromString } from 'node:v8'

// This process lives for a second or two: optimising code any sooner costs a quarter of its time without paying off,
// except for patterns, which run over every text and are compiled immediately
setFlagsFromString('--interrupt-budget=600000')
setFlagsFromString('--no-regexp-tier-up')
