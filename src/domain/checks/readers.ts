import type { Reader } from './reader.ts'
import { builds } from './readers/builds.ts'
import { javascript } from './readers/javascript.ts'
import { jvm } from './readers/jvm.ts'
import { linters } from './readers/linters.ts'
import { native } from './readers/native.ts'
import { others } from './readers/others.ts'
import { python } from './readers/python.ts'
import { types } from './readers/types.ts'

/** Every runner whose output can be read, based on recorded outputs (test/fixtures/outcomes). */
export const READERS: readonly Reader[] = [
  ...python,
  ...javascript,
  ...native,
  ...others,
  ...types,
  ...linters,
  ...builds,
  ...jvm,
]
