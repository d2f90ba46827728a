import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../../scripts/build.mjs'
import { VERSION } from '../../src/version.ts'

// Outside the project, so that nothing is found in its node_modules
const folder = mkdtempSync(join(tmpdir(), 'hindcast-build-'))
const built = (name: string): string => join(folder, name)

beforeAll(() => cpSync('dist', folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the built command line runs on its own and prints its version', async () => {
  expect((await execa(built('cli.js'), ['--version'], { cwd: folder })).stdout).toContain(VERSION)
})

test('a second build changes nothing, restores damaged files and removes stale ones', async () => {
  const [kept, damaged, foreign] = ['package.json', 'hook.js', 'old.js']
  const whole = readFileSync(built(damaged), 'utf8')
  const before = statSync(built(kept)).ino
  writeFileSync(built(damaged), 'half')
  writeFileSync(built(foreign), '')
  await build(folder)
  expect(statSync(built(kept)).ino).toBe(before)
  expect(readFileSync(built(damaged), 'utf8')).toBe(whole)
  expect(existsSync(built(foreign))).toBe(false)
})
