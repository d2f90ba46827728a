import type { Reader } from './reader.ts'
import { javascript } from './readers/javascript.ts'
import { jvm } from './readers/jvm.ts'
import { linters } from './readers/linters.ts'
import { native } from './readers/native.ts'
import { python } from './readers/python.ts'

/** Every runner whose output can be read, based on recorded outputs (test/fixtures/outcomes). */
export const READERS: readonly Reader[] = [...python, ...javascript, ...native, ...jvm, ...linters]
