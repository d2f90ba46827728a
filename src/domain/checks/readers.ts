import type { Reader } from './reader.ts'
import { browsers } from './readers/browsers.ts'
import { builds } from './readers/builds.ts'
import { c } from './readers/c.ts'
import { formats } from './readers/formats.ts'
import { javascript } from './readers/javascript.ts'
import { jvm } from './readers/jvm.ts'
import { linters } from './readers/linters.ts'
import { native } from './readers/native.ts'
import { others } from './readers/others.ts'
import { php } from './readers/php.ts'
import { python } from './readers/python.ts'
import { ruby } from './readers/ruby.ts'
import { scripting } from './readers/scripting.ts'
import { types } from './readers/types.ts'

/** Every runner whose output can be read, based on recorded outputs (test/fixtures/outcomes). */
export const READERS: readonly Reader[] = [
  ...python,
  ...javascript,
  ...browsers,
  ...native,
  ...c,
  ...php,
  ...ruby,
  ...scripting,
  ...others,
  ...types,
  ...linters,
  ...builds,
  ...jvm,
  ...formats,
]
