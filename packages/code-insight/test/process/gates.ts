import { secretlint } from '../../../../src/adapters/secrets/secretlint.ts'
import { openRaw } from '../../../../src/adapters/sqlite/driver.ts'
import { gateOf } from '../../src/process/gate.ts'

/** The gate of the process that reads code, without the tokens of a home. */
export const gate = gateOf((text) => secretlint.find(text))

/** The driver of the product. */
export const open = openRaw
