import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileLog, fileLogs } from '../../../src/adapters/log/log.ts'

let root: string
let dir: string
let now: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hindcast-log-'))
  dir = join(root, 'logs')
  now = Date.UTC(2026, 10, 21, 23, 59)
})
afterEach(() => rmSync(root, { recursive: true }))

const open = () => fileLog(dir, 'daemon', { now: () => now })
const lines = (name: string): Record<string, unknown>[] =>
  readFileSync(join(dir, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('the log', () => {
  test('writes one JSON line for each entry, whatever it contains, to a daily file readable only by its owner', () => {
    const log = open()
    log.warn('hook', { why: 'two\nlines \u0000 and "quotes"' })
    now += 60_000
    log.info('next day')
    log.error('worse', { why: 'x' })
    expect(readdirSync(dir).sort()).toEqual(['daemon-2026-11-21.log', 'daemon-2026-11-22.log'])
    expect(lines('daemon-2026-11-21.log')).toMatchObject([
      { level: 40, msg: 'hook', why: 'two\nlines \u0000 and "quotes"', pid: process.pid },
    ])
    expect(lines('daemon-2026-11-22.log')).toMatchObject([
      { level: 30, msg: 'next day' },
      { level: 50, msg: 'worse' },
    ])
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
  })

  test('continues an existing file', () => {
    open().info('one')
    open().info('two')
    expect(lines('daemon-2026-11-21.log').map(({ msg }) => msg)).toEqual(['one', 'two'])
  })

  test('deletes its oldest days once the folder exceeds 50 MB, even while it is open', () => {
    const log = open()
    log.info('one')
    for (const [day, megabytes] of [
      ['2026-11-18', 1],
      ['2026-11-19', 20],
      ['2026-11-20', 40],
    ] as const) {
      const path = join(dir, `daemon-${day}.log`)
      writeFileSync(path, '')
      truncateSync(path, megabytes * 1024 * 1024)
      utimesSync(path, new Date(day), new Date(day))
    }
    now += 60_000
    log.info('next day')
    expect(readdirSync(dir).sort()).toEqual(['daemon-2026-11-20.log', 'daemon-2026-11-21.log', 'daemon-2026-11-22.log'])
  })
})

describe('the newest lines', () => {
  test('come oldest first, across two days', async () => {
    const log = open()
    for (const n of [1, 2, 3]) log.info(`${n}`)
    utimesSync(join(dir, 'daemon-2026-11-21.log'), 1, 1)
    now += 60_000
    for (const n of [4, 5]) log.info(`${n}`)
    const told = async (n: number) => (await fileLogs(dir).tail(n)).map((line) => JSON.parse(line).msg)
    expect(await told(3)).toEqual(['3', '4', '5'])
    expect(await told(1)).toEqual(['5'])
    expect(await told(100)).toEqual(['1', '2', '3', '4', '5'])
  })

  test('end with the last output of a daemon that failed to start', async () => {
    open().info('one')
    utimesSync(join(dir, 'daemon-2026-11-21.log'), 1, 1)
    writeFileSync(join(dir, 'daemon.err'), 'hindcast: no\n')
    expect((await fileLogs(dir).tail(1))[0]).toBe('hindcast: no')
  })

  test('are empty if there is no log yet', async () => {
    expect(await fileLogs(join(root, 'nowhere')).tail(5)).toEqual([])
  })
})
