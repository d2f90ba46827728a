import { RECORDER, Recorder } from './runtime.ts'

// Vitest loads this in each of its workers before the tests, which are rewritten to tell it what they call
Object.assign(globalThis, { [RECORDER]: new Recorder(process.env.HINDCAST_TRACE ?? '') })
