import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { scratch } from '../../engine/world.ts'
import { type Company, company, killed } from './company.ts'

const MINUTE = 60_000
const holders = async ({ engine, store }: Company) => {
  await engine.drain()
  const all = await engine.coordination.claims()
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
  expect(await store.claims.list({ limit: 99 })).toEqual(expect.arrayContaining([...all]))
  return all.map(({ session }) => session)
}

describe('a file that another session is editing', () => {
  test('is asked about, and the person and the model are told who edits it, on what and which lines', async () => {
    const here = await company()
    await here.start('alpha')
    await here.ask('alpha', 'Round the prices to two decimals')
    await here.start('beta')
    await here.before('alpha')
    await here.after('alpha', [{ at: 10, removed: 1, added: 3 }])
    const { ask, context, note } = await here.before('beta')
    for (const said of [ask, context, note])
      expect(said).toContain(
        'src/pricing.py is being edited by session alpha (user asked “Round the prices to two decimals”): claimed just now, last changed just now (lines 10–12).',
      )
    expect(await holders(here)).toEqual(['alpha'])
  })

  test('is only told about where nobody can be asked, and where the last edit was more than ten minutes ago', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta', { client: { pid: 7, attended: false } })
    await here.before('alpha')
    const unattended = await here.before('beta')
    expect(unattended.ask).toBeUndefined()
    expect(unattended.context).toContain('is being edited by session alpha')
    await here.start('gamma')
    for (let n = 0; n < 4; n++) {
      here.pass(3 * MINUTE)
      await here.ran('alpha', 'npm test')
    }
    const later = await here.before('gamma')
    expect([later.ask, later.deny]).toEqual([undefined, undefined])
    expect(later.context).toContain('claimed 12 minutes ago')
  })

  test.each([
    ['context', { context: expect.any(String) }],
    ['deny', { deny: expect.any(String) }],
    ['off', {}],
  ] as const)('with claims.mode %s', async (mode, expected) => {
    const here = await company({
      over: ({ config }) => ({
        config: { ...config, settings: (of) => ({ ...config.settings(of), claims: { mode, minutes: 10 } }) },
      }),
    })
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha')
    expect(await here.before('beta')).toEqual(expected)
  })

  test('is not mentioned again once this session has edited it after the other', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha')
    await here.after('alpha')
    expect((await here.before('beta')).ask).toBeDefined()
    await here.after('beta')
    expect(await here.before('beta')).toEqual({})
    await here.before('alpha')
    await here.after('alpha')
    expect((await here.before('beta')).ask).toBeDefined()
  })

  test('is mentioned when it is first read, and not with every look', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha')
    await here.after('alpha', [{ at: 3, removed: 1, added: 1 }])
    expect((await here.read('beta')).context).toContain('last changed just now (line 3)')
    expect((await here.read('beta')).context).toBeUndefined()
  })

  test.each(['sed -i s/a/b/ src/pricing.py', 'echo x >> src/pricing.py', 'npm test | tee src/pricing.py'])(
    'is found in a shell command: %s',
    async (command) => {
      const here = await company()
      await here.start('alpha')
      await here.start('beta')
      await here.before('alpha')
      expect((await here.shell('beta', command)).ask).toContain('session alpha')
      expect(await here.shell('beta', 'cat src/pricing.py')).toEqual({})
    },
  )

  test.each(['git stash', 'git checkout .', 'npx prettier --write .', 'sed -i s/a/b/ src/*.py'])(
    'is found where a command would change it without naming it: %s',
    async (command) => {
      const here = await company()
      await here.start('alpha')
      await here.start('beta')
      await here.before('alpha')
      const { ask } = await here.shell('beta', command)
      expect(ask).toMatch(
        /can change files that it does not name, and that other sessions are editing: src\/pricing\.py by session alpha/,
      )
      expect(await here.shell('beta', 'git stash list')).toEqual({})
    },
  )

  test('is the same file behind a link', async () => {
    const here = await company()
    symlinkSync(here.file, join(here.folder, 'link.py'))
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha', join(here.folder, 'link.py'))
    expect((await here.before('beta')).ask).toContain('src/pricing.py is being edited by session alpha')
  })
})

describe('a claim', () => {
  test('is taken by the first edit, of a session alone once it is done, and found in time by the next', async () => {
    const here = await company()
    await here.start('alpha')
    expect(await here.before('alpha')).toEqual({})
    expect(await holders(here)).toEqual([])
    await here.after('alpha')
    await here.engine.drain()
    await here.start('beta')
    expect((await here.before('beta')).ask).toBeDefined()
  })

  test('goes with its session: ended, or killed', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha')
    await here.end('alpha')
    expect(await here.before('beta')).toEqual({})
    await here.after('beta')
    expect(await holders(here)).toEqual(['beta'])
    killed(here, 'beta')
    await here.start('gamma')
    expect(await here.before('gamma')).toEqual({})
    await here.after('gamma')
    expect(await holders(here)).toEqual(['gamma'])
  })

  test('expires without activity of its session, and not with it', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha')
    for (let n = 0; n < 10; n++) {
      here.pass(5 * MINUTE)
      await here.ran('alpha', 'npm test')
    }
    expect((await here.before('beta')).context).toContain('claimed 50 minutes ago')
    here.pass(11 * MINUTE)
    await here.ran('beta', 'npm test')
    expect(await here.before('beta')).toEqual({})
  })

  test('passes to the session that goes on after /clear', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha')
    await here.end('alpha', 'clear')
    const [{ clientPid } = {}] = await here.store.evidence.sessions({ id: 'alpha', limit: 1 })
    await here.start('alpha2', { source: 'clear', client: { pid: clientPid } })
    expect(await holders(here)).toEqual(['alpha2'])
  })

  test('is undone if the call is denied', async () => {
    const here = await company({
      over: ({ config }) => ({
        config: { ...config, settings: (of) => ({ ...config.settings(of), claims: { mode: 'deny', minutes: 10 } }) },
      }),
    })
    const other = join(here.folder, 'src', 'other.py')
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha')
    const both = await here.shell('beta', `sed -i s/a/b/ src/pricing.py ${other}`)
    expect(both.deny).toContain('src/pricing.py')
    await here.engine.drain()
    expect((await here.engine.coordination.claims()).map(({ session, path }) => [session, path])).toEqual([
      ['alpha', here.file],
    ])
  })

  test('is forced by a person, and otherwise kept by a live holder', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.before('alpha')
    const [{ project } = { project: '' }] = await here.store.evidence.sessions({ limit: 1 })
    const { coordination } = here.engine
    const wish = { session: 'beta', project, path: here.file }
    expect(await coordination.take(wish, false)).toMatchObject({ session: 'alpha' })
    expect(await coordination.take(wish, true)).toMatchObject({ session: 'beta' })
    expect((await here.before('alpha')).ask).toContain('session beta')
  })
})

test('the same file in another worktree is noted once, with its branch, and never asked about', async () => {
  const here = await company()
  const other = join(scratch(), 'topic')
  const git = (...args: string[]) =>
    execa('git', ['-C', here.folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
  await git('init', '-b', 'main')
  await git('add', '.')
  await git('commit', '-m', 'Begin')
  await git('worktree', 'add', '-b', 'topic', other)
  await here.start('alpha', { cwd: other })
  await here.start('beta')
  await here.before('alpha', join(other, 'src', 'pricing.py'))
  const first = await here.before('beta')
  expect(first.ask).toBeUndefined()
  expect(first.context).toContain(
    'src/pricing.py is being edited in the worktree topic by session alpha (branch topic)',
  )
  await here.engine.drain()
  expect(await here.before('beta')).toEqual({})
  expect(await holders(here)).toEqual(expect.arrayContaining(['alpha', 'beta']))
})
