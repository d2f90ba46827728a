import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { load } from '../../src/daemon/compiled.ts'
import { dist, until } from './world.ts'

/** A bundle, and how to load it. */
function bundle() {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [file, cache] = [join(folder, 'body.cjs'), join(folder, 'cache')]
  const kept = () => readdirSync(cache).filter((name) => !/\.\d+$/.test(name))
  return {
    write: (answer: number) =>
      writeFileSync(file, `exports.answer = () => ${answer} + require('node:path').sep.length`),
    says: () => (load(file, cache, [0]) as { answer(): number }).answer(),
    kept: () => {
      try {
        return kept()
      } catch {
        return []
      }
    },
    path: (name: string) => join(cache, name),
  }
}

test('a cached bundle behaves the same, and a changed text is recompiled', async () => {
  const { write, says, kept } = bundle()
  write(10)
  expect(says()).toBe(11)
  await until('it is kept', () => kept().length === 1)
  expect(says()).toBe(11)
  const [before] = kept()
  write(20)
  expect(says()).toBe(21)
  await until('the new one is kept alone', () => kept().length === 1 && kept()[0] !== before)
})

test('a damaged cache is not run, and is recreated', async () => {
  const { write, says, kept, path } = bundle()
  write(1)
  says()
  await until('it is kept', () => kept().length === 1)
  const name = path(kept()[0] ?? '')
  const bytes = readFileSync(name)
  writeFileSync(name, bytes.fill(7, 100, 140))
  expect(says()).toBe(2)
  await until('it is whole again', () => !readFileSync(name).equals(bytes))
})

test('a read-only folder does no harm', () => {
  const { write, says, path } = bundle()
  write(5)
  writeFileSync(path(''), 'a file where the folder would be')
  expect(says()).toBe(6)
})

test('the command line caches its code when it ends, and creates no folder where Hindcast has none', () => {
  const root = mkdtempSync(join(tmpdir(), 'hindcast-compiled-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const home = join(root, 'home')
  const run = () =>
    execFileSync(process.execPath, [join(dist, 'cli.js'), '--version'], {
      env: { ...process.env, HINDCAST_HOME: home },
    })
  run()
  expect(existsSync(home)).toBe(false)
  mkdirSync(home)
  run()
  expect(readdirSync(join(home, 'cache'))).toEqual([expect.stringMatching(/^cli-run\.js-[0-9a-f]{16}$/)])
  run()
})
