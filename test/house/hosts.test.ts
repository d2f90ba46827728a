import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, PROJECT } from './tree.ts'

const HOST = /claude[- ]?code|\bCLAUDE(?!_MEM)[_.(]|\.claude\b/i

/** What still names it, and why: this list may only become shorter. */
const NAMING: Readonly<Record<string, string>> = {
  'src/domain/clients-own.ts': "paths of the client's own files",
  'src/domain/instructions.ts': 'names of instruction files',
}

test('outside wire/ no other file names Claude Code; claude-mem, another product, is read for it', () => {
  const paths = filesOf(PROJECT, ['src']).filter((path) => !/^src\/(wire|sources\/claude-mem)\//.test(path))
  const naming = paths.filter((path) => HOST.test(readFileSync(join(PROJECT, path), 'utf8')))
  expect(naming.toSorted()).toEqual(Object.keys(NAMING))
})
