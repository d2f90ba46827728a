import { setFlagsFromString } from 'node:v8'

// Little lives long here, so that heaps need not grow far; threads that read many records keep 8 MB for what is new, as
// with less their answers wait for the collector. It has to come before any thread is started.
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--max-semi-space-size=8')
