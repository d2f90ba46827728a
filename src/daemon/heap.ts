import { setFlagsFromString } from 'node:v8'

// Most objects here are short-lived, so heaps need not grow much; threads that read many records keep 8 MB for new
// objects, since with less their answers wait for the collector. This must run before any thread is started.
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--max-semi-space-size=8')
