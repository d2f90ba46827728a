import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { splitValues } from '../../../../src/wire/claude-code/transcript/split.ts'
import { idOf, readWhole } from './reading.ts'

/** Real sessions of versions 2.0.76 to 2.1.2, which are not part of the repository. */
const folder = resolve(import.meta.dirname, '../../../../../shared/data/transcripts')
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'))
  : []

test.runIf(files.length > 0)('real transcripts give the counts that a person would', () => {
  const texts = new Map(files.map((file) => [basename(file, '.jsonl'), readFileSync(join(folder, file), 'utf8')]))
  const told = [...texts].flatMap(([, text]) => readWhole(text).told)
  const names = told.map(({ draft }) => draft.name)
  const count = (...wanted: string[]): number => names.filter((name) => wanted.includes(name)).length
  const people = told.filter(({ draft }) => draft.name === 'UserPromptSubmit' && draft.origin === 'person')

  expect(new Set(told.map(({ draft }) => draft.session))).toEqual(new Set(texts.keys()))
  expect(texts.size).toBe(24)
  expect(count('PostToolUse', 'PostToolUseFailure', 'PermissionDenied')).toBe(1_218)
  expect(count('PermissionDenied')).toBe(7)
  expect(count('PreCompact')).toBe(3)
  expect(people.length).toBeGreaterThanOrEqual(115)
  expect(people.length).toBeLessThanOrEqual(121)
  expect(new Set(told.map(idOf)).size).toBe(told.length)

  const glued = [...texts].flatMap(([session, text]) =>
    text
      .split('\n')
      .flatMap((line, at) => (splitValues(line).values.length > 1 ? [`${session.slice(0, 8)}:${at + 1}`] : [])),
  )
  expect(glued).toEqual(['3a782158:172'])
})
