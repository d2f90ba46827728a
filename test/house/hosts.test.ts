import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT, sourcesOf } from './tree.ts'

const HOST = /claude[- ]?code|\bCLAUDE(?!_MEM)[_.(]|\.claude\b/i

test('outside wire/ no file names Claude Code; claude-mem, another product, is read for it', () => {
  const paths = sourcesOf(PROJECT).filter((path) => !/^src\/(wire|sources\/claude-mem)\//.test(path))
  expect(paths.filter((path) => HOST.test(readFileSync(join(PROJECT, path), 'utf8')))).toEqual([])
})
