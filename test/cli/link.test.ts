import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { linkProgram, unlinkProgram } from '../../src/cli/link.ts'
import { homeOf } from '../../src/config/home.ts'

let root: string
let bin: string
let home: ReturnType<typeof homeOf>
let launcher: string
let own: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hindcast-link-'))
  bin = join(root, '.local/bin')
  mkdirSync(bin, { recursive: true })
  vi.stubEnv('HOME', root)
  vi.stubEnv('PATH', bin)
  home = homeOf({ HINDCAST_HOME: join(root, '.hindcast') })
  launcher = join(home.apps, '1/hindcast-run')
  own = join(home.bin, 'hindcast')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

test('a link is placed in a user folder on PATH, follows upgrades, and is removed on uninstall', async () => {
  expect(await linkProgram(home, launcher)).toBe('hindcast')
  const next = join(home.apps, '2/hindcast-run')
  expect(await linkProgram(home, next)).toBe('hindcast')
  expect(readlinkSync(join(bin, 'hindcast'))).toBe(next)
  expect(readlinkSync(own)).toBe(next)
  expect(await unlinkProgram(home)).toEqual([join(bin, 'hindcast'), own])
  expect([readdirSync(bin), existsSync(home.bin)]).toEqual([[], false])
})

test('a foreign program with that name stays, and the link in the home is named instead', async () => {
  writeFileSync(join(bin, 'hindcast'), 'theirs')
  expect(await linkProgram(home, launcher)).toBe(own)
  writeFileSync(join(home.bin, 'theirs'), '')
  expect(await unlinkProgram(home)).toEqual([own])
  expect(readdirSync(home.bin)).toEqual(['theirs'])
  expect(readFileSync(join(bin, 'hindcast'), 'utf8')).toBe('theirs')
})

test("a global npm install is already on PATH; npm's temporary PATH for one script does not count", async () => {
  const [global, script] = [join(root, 'npm/bin'), join(root, 'p/node_modules/.bin')]
  const cli = join(root, 'cli.js')
  writeFileSync(cli, '')
  for (const folder of [global, script]) {
    mkdirSync(folder, { recursive: true })
    symlinkSync(cli, join(folder, 'hindcast'))
  }
  vi.stubEnv('PATH', global)
  expect(await linkProgram(home, launcher)).toBe('hindcast')
  vi.stubEnv('PATH', script)
  expect(await linkProgram(home, launcher)).toBe(own)
})

test('a folder that is not on PATH is not used; one that is on PATH but missing is created', async () => {
  vi.stubEnv('PATH', join(root, 'elsewhere'))
  expect(await linkProgram(home, launcher)).toBe(own)
  rmSync(join(root, '.local'), { recursive: true })
  expect(await linkProgram(home, launcher)).toBe(own)
  expect(readdirSync(root)).toEqual(['.hindcast'])
  vi.stubEnv('PATH', bin)
  expect(await linkProgram(home, launcher)).toBe('hindcast')
  expect(readlinkSync(join(bin, 'hindcast'))).toBe(launcher)
})

test("once the home's folder is on PATH, its link is what a person types, at every version", async () => {
  vi.stubEnv('PATH', home.bin)
  expect(await linkProgram(home, launcher)).toBe('hindcast')
  const next = join(home.apps, '2/hindcast-run')
  expect(await linkProgram(home, next)).toBe('hindcast')
  expect(readlinkSync(own)).toBe(next)
})
