import { secretlint } from '../../../src/adapters/secrets/secretlint.ts'
import { gateOf } from '../../../src/adapters/syntax/gate.ts'

/** The gate of the process that reads code, without the tokens of a home. */
export const gate = gateOf(secretlint)
