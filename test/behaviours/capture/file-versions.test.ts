import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import session from '../../../src/behaviours/capture/session.ts'
import toolUse from '../../../src/behaviours/capture/tool-use.ts'
import type { Draft } from '../../../src/domain/events.ts'
import { contentHash } from '../../../src/domain/identity.ts'
import { draft, result, scratch, world } from '../../engine/world.ts'

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

/** An opened session in a folder. */
async function opened() {
  const cwd = realpathSync(scratch())
  const { engine, store } = await world([session, toolUse])
  await engine.take(draft('SessionStart', { source: 'startup', client: {} }, { cwd, startDir: cwd }))
  const ran = async (command: string, over: Partial<Draft> = {}) => {
    await engine.take(result(command, '', { cwd, ...over }))
    await engine.drain()
  }
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text)
  const versions = async () => {
    const found = await store.evidence.versions({ limit: 99 })
    return Object.fromEntries(found.map(({ path, hash, text }) => [path.slice(cwd.length + 1), { hash, text }]))
  }
  return { cwd, engine, store, ran, write, versions }
}

test('a file written by a command is read afterwards and stored without secrets and private passages; the hash covers the original', async () => {
  const { ran, write, versions } = await opened()
  const text = `token = "${TOKEN}"\n<private>mine</private>port = 1\n`
  write('a.ini', text)
  await ran('echo x > a.ini')
  const { 'a.ini': kept } = await versions()
  expect(kept?.hash).toBe(contentHash(text))
  expect(kept?.text).toContain('port = 1')
  expect(kept?.text).not.toMatch(/ghp_|mine/)
})

test('secret and long files are stored as a hash only; files elsewhere are not stored', async () => {
  const { cwd, ran, write, versions } = await opened()
  const long = 'x'.repeat(65_537)
  write('.env', 'A=1')
  write('long.txt', long)
  const elsewhere = join(realpathSync(scratch()), 'b.txt')
  writeFileSync(elsewhere, 'b')
  await ran(`echo > .env; echo > long.txt; echo > ${elsewhere}; echo > ${cwd}/none.txt`)
  expect(await versions()).toEqual({
    '.env': { hash: contentHash('A=1'), text: undefined },
    'long.txt': { hash: contentHash(long), text: undefined },
  })
})

test('nothing is read for a transcript, or for a command that is still running', async () => {
  const { ran, write, versions } = await opened()
  write('a.txt', 'a')
  await ran('echo > a.txt', { via: 'transcript' })
  const act = { kind: 'shell', command: 'echo > a.txt', background: true } as const
  await ran('', { act } as unknown as Partial<Draft>)
  expect(await versions()).toEqual({})
})

test("at most ten of a command's files are read, and none before the answer", async () => {
  const { cwd, engine, store, write, versions } = await opened()
  mkdirSync(join(cwd, 'out'))
  const names = Array.from({ length: 12 }, (_, n) => `out/${n}.txt`)
  for (const name of names) write(name, 'before the answer')
  const needs = toolUse.reactions.filter(({ event, lane }) => event === 'PostToolUse' && lane !== 'later')
  expect(needs.map(({ lane }) => lane)).toEqual(['record'])
  await engine.take(result(names.map((name) => `echo > ${name}`).join('; '), '', { cwd }))
  await engine.drain()
  expect(Object.keys(await versions())).toHaveLength(10)
  expect(await store.jobs.counts()).toEqual({ pending: 0, failed: 0 })
})

test("an edit stores the host's text without secrets, and a later command replaces it", async () => {
  const { cwd, engine, store, ran, write, versions } = await opened()
  const path = join(cwd, 'a.ini')
  const edited = draft(
    'PostToolUse',
    {
      tool: 'Write',
      toolUseId: 't2',
      act: { kind: 'write', path, text: 'x' },
      input: {},
      result: { text: '', file: { hash: contentHash('x'), text: `token = "${TOKEN}"\n` } },
    },
    { cwd },
  )
  await engine.take(edited)
  expect((await versions())['a.ini']).toMatchObject({
    hash: contentHash('x'),
    text: expect.not.stringContaining('ghp_'),
  })
  write('a.ini', 'y')
  await ran('echo y > a.ini', { at: edited.at + 1 })
  const all = await store.evidence.versions({ path, limit: 9 })
  expect(all.map(({ hash, text }) => [hash, text])).toEqual([
    [contentHash('y'), 'y'],
    [contentHash('x'), undefined],
  ])
})
