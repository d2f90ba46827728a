import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { codeProject } from './code-projects.ts'

const PROGRAMS = resolve('bench/code/fixtures/javascript/programs')

/** The labelled programs as one project. */
const files: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(PROGRAMS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => [path, readFileSync(join(PROGRAMS, path), 'utf8')]),
)

test('a file that is resolved again after an edit has the calls that it had, and so have the others', async () => {
  const { settled, dir } = codeProject(files)
  const edges = async () => {
    const answer = await settled({ kind: 'graph' })
    return answer.kind === 'graph' ? answer.edges : []
  }
  const before = await edges()
  expect(before.length).toBeGreaterThan(50)
  for (const path of Object.keys(files)) appendFileSync(join(dir, path), '\n')
  expect(await edges()).toEqual(before)
})
