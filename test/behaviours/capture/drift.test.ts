import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Draft } from '../../../src/domain/events.ts'
import { contentHash } from '../../../src/domain/identity.ts'
import { shell } from '../../domain/samples.ts'
import { scratch } from '../../engine/world.ts'
import { lived } from '../learn/layers.ts'

/** A session in a repository of its own, whose agent writes files as the client reports them. */
async function working() {
  const folder = realpathSync(scratch())
  const git = (...args: string[]) =>
    void execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args])
  git('init', '-q')
  const made = await lived()
  const here: Partial<Draft> = { cwd: folder, startDir: folder }
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const writes = (name: string, text: string, over: Partial<Draft> = {}): Draft => {
    const path = join(folder, name)
    put(name, text)
    const act = { kind: 'write', path, text } as const
    const written = made.does(act, '', { ...here, ...over })
    return { ...written, result: { text: '', file: { hash: contentHash(text), text } } } as Draft
  }
  const edits = (name: string, old: string, now: string): Draft => {
    const path = join(folder, name)
    const text = readFileSync(path, 'utf8').replace(old, now)
    put(name, text)
    const act = { kind: 'edit', path, changes: [{ old, new: now }] } as const
    const edited = made.does(act, '', here)
    return {
      ...edited,
      result: { text: '', patch: `-${old}\n+${now}`, file: { hash: contentHash(text), text } },
    } as Draft
  }
  await made.take(made.asks('Write the report', here))
  const { take, signals } = made
  return {
    ...made,
    ...{ folder, git, put, writes, edits },
    stop: () => take(made.stops('Done.', here)),
    ask: (text = 'Go on', over: object = {}) => take(made.asks(text, { ...here, ...over } as Partial<Draft>)),
    runs: (command: string) => take(made.does(shell(command), '', here)),
    drifts: async () => (await signals()).filter(({ type }) => type === 'drift' || type === 'rejection'),
  }
}

const REPORT = 'var total = sum(rows)\nreturn total\n'

test('a name that a person replaces in what the agent wrote is preferred to it', async () => {
  const { take, writes, stop, put, ask, drifts } = await working()
  await take(writes('report.js', REPORT))
  await stop()
  put('report.js', REPORT.replace('var', 'const'))
  await ask()
  expect(await drifts()).toMatchObject([
    { type: 'drift', subject: 'const', object: 'var', by: 'person', confidence: 0.85 },
  ])
  await ask('And now the tests')
  expect(await drifts()).toHaveLength(1)
})

test('a change that says nothing short is kept as a change that names nothing', async () => {
  const { take, writes, stop, put, ask, drifts } = await working()
  await take(writes('report.js', REPORT))
  await stop()
  put('report.js', 'const { length } = rows.filter(Boolean)\nreturn length\n')
  await ask()
  expect(await drifts()).toMatchObject([{ type: 'drift', subject: '', confidence: 0.8 }])
})

test('work that a person undoes is rejected', async () => {
  const { take, writes, edits, git, stop, put, ask, drifts } = await working()
  await take(writes('report.js', REPORT))
  git('add', '.')
  git('commit', '-qm', 'Report')
  await take(edits('report.js', 'return total', 'return round(total)'))
  await stop()
  put('report.js', REPORT)
  await ask()
  expect(await drifts()).toMatchObject([{ type: 'rejection', subject: '' }])
})

test.each([
  ['a formatter', 'var total = sum(\n  rows,\n);\nreturn total;\n'],
  ['an addition of their own', `${REPORT}log(total)\n`],
])('nothing is learned from %s', async (_, text) => {
  const { take, writes, stop, put, ask, drifts } = await working()
  await take(writes('report.js', REPORT))
  await stop()
  put('report.js', text)
  await ask()
  expect(await drifts()).toEqual([])
})

test('a command of the agent may have changed the file, but not after the end of its turn', async () => {
  const { take, writes, runs, stop, put, ask, drifts } = await working()
  await take(writes('report.js', REPORT))
  await runs('npm run codemod')
  put('report.js', REPORT.replace('var', 'let'))
  await stop()
  await ask()
  expect(await drifts()).toEqual([])
  put('report.js', REPORT.replace('var', 'let').replace('return', 'yield'))
  await ask()
  expect(await drifts()).toMatchObject([{ type: 'drift', by: 'person' }])
})

test('files that git changed are not the work of a person', async () => {
  const { take, writes, git, stop, ask, drifts } = await working()
  await take(writes('report.js', REPORT.replace('var', 'const')))
  git('add', '.')
  git('commit', '-qm', 'Report')
  await take(writes('report.js', REPORT))
  await stop()
  git('stash')
  await ask('Go on', { at: Date.now() })
  expect(await drifts()).toEqual([])
})

test('many files changed at once are the work of a tool, unless the change is one', async () => {
  const { take, writes, stop, put, ask, drifts } = await working()
  const names = ['a.js', 'b.js', 'c.js', 'd.js', 'e.js', 'f.js']
  const write = async () => {
    await take(...names.map((name) => writes(name, REPORT)))
    await stop()
  }
  await write()
  for (const [n, name] of names.entries()) put(name, REPORT.replace('sum', `sumOf${'x'.repeat(n + 1)}`))
  await ask()
  expect(await drifts()).toEqual([])
  await write()
  for (const name of names) put(name, REPORT.replace('sum', 'add'))
  await ask()
  expect((await drifts()).map(({ subject }) => subject)).toEqual(names.map(() => 'add'))
})

test('what another session wrote is not the work of a person', async () => {
  const { take, writes, stop, ask, drifts, folder } = await working()
  await take(writes('report.js', REPORT))
  await stop()
  mkdirSync(join(folder, 'x'))
  await take(writes('report.js', REPORT.replace('var', 'const'), { session: 's2' }))
  await ask()
  expect(await drifts()).toEqual([])
})
