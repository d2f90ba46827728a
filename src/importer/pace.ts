import { setFlagsFromString } from 'node:v8'

// It lives for a second or two: what is optimised sooner than here costs a quarter of its time and is not earned back,
// while patterns, which run over each text, are compiled at once
setFlagsFromString('--interrupt-budget=600000')
setFlagsFromString('--no-regexp-tier-up')
