import { type Clean, cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { Observation } from '../../src/domain/nouns/observation.ts'
import type { Resolvers } from '../../src/engine/facts/resolvers.ts'
import type { Interpreters } from '../../src/engine/perform/interpreters.ts'
import type { Change } from '../../src/ports.ts'

// What must not compile: each half of a fact, an effect or a stored text needs its other half.

declare const resolvers: Resolvers
const { told: _told, ...withoutTold } = resolvers
/** A fact without a resolver. */
// @ts-expect-error `told` is missing
export const unresolved: Resolvers = withoutTold

/** A fact that is answered with something else. */
// @ts-expect-error a grant is true or false
export const mistaken: Resolvers = { ...resolvers, grant: () => 'yes' }

declare const interpreters: Interpreters
const { emit: _emit, ...withoutEmit } = interpreters
/** An effect without an interpreter. */
// @ts-expect-error `emit` is missing
export const uninterpreted: Interpreters = withoutEmit

declare const observation: Observation
/** Text that redaction has not seen. */
// @ts-expect-error its texts are plain strings
export const unredacted: Change = { kind: 'observation', record: observation }

/** A plain string. */
// @ts-expect-error only redaction makes Clean text
export const plain: Clean = 'a password'

/** What does compile, so that the rest fails for the reason given. */
export const clean: Clean = cleanLiteral`read ${3} files`
export const complete: readonly [Resolvers, Interpreters] = [resolvers, interpreters]
