import { basename } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { secretlint } from '../../src/adapters/secrets/secretlint.ts'
import { defaults, settingsOf } from '../../src/domain/settings.ts'
import { Intake } from '../../src/engine/intake.ts'
import type { Place } from '../../src/ports.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { draft, prompt } from './world.ts'

/** How many folders, sessions and prompts an intake remembers. */
const REMEMBERED = 2_000

async function intake() {
  const store = await openFresh()
  onTestFinished(() => store.close())
  const located: string[] = []
  const locate = async (dir: string): Promise<Place> => {
    located.push(dir)
    return { project: cleaned({ id: 'p1', name: 'p1', root: '/p1' }) }
  }
  const workspace = { locate, textOf: async () => '', isThere: async () => false } as never
  const config = { settings: () => settingsOf(defaults), refresh: async () => {} }
  return { intake: new Intake({ ...store, workspace, secrets: secretlint, config, hosts: [] }), located }
}

const at = (n: number) => prompt('Go on.', { session: `s${n}`, promptId: `p${n}`, cwd: `/d${n}` })

test('the newest 2,000 prompts that leave no trace are cached; older ones are looked up', async () => {
  const { intake: one } = await intake()
  for (let n = 0; n <= REMEMBERED; n++) one.exclude({ session: `s${n}`, promptId: `p${n}` })
  expect(await one.excluded(at(0))).toBe(false)
  expect(await one.excluded(at(2))).toBe(true)
  expect(await one.excluded(at(REMEMBERED))).toBe(true)
})

test('the newest 2,000 folders and the 2,000 sessions used last are cached; others are looked up again', async () => {
  const { intake: one, located } = await intake()
  for (let n = 0; n < REMEMBERED; n++) await one.admit(at(n))
  await one.admit(at(0))
  expect(located).toHaveLength(REMEMBERED)
  // It takes the place of folder 0 and of session 1, as session 0 has just been used
  await one.admit(at(REMEMBERED))
  const found = located.length
  await one.admit({ ...at(0), cwd: '/elsewhere' })
  expect(located.slice(found)).toEqual([])
  await one.admit({ ...at(1), cwd: '/elsewhere' })
  await one.admit({ ...at(REMEMBERED + 1), cwd: '/d0' })
  expect(located.slice(found)).toEqual(['/elsewhere', '/d0'])
})

describe('a worktree that never existed on this machine', () => {
  const gone = async () => {
    const store = await openFresh()
    onTestFinished(() => store.close())
    const locate = async (dir: string): Promise<Place> => ({
      project: cleaned({ id: `id of ${dir}`, name: basename(dir), root: dir }),
    })
    const isThere = async (dir: string) => dir.endsWith('/there')
    const workspace = { locate, textOf: async () => '', isThere } as never
    const config = { settings: () => settingsOf(defaults), refresh: async () => {} }
    const one = new Intake({ ...store, workspace, secrets: secretlint, config, hosts: [] })
    const from = async (dir: string, branch?: string) => {
      const draft = prompt('Go on.', { session: `${dir} ${branch}`, promptId: dir, cwd: dir, via: 'transcript' })
      const { project, worktree, branch: of } = await one.admit(draft, { ordinal: 0, branch })
      return { project, worktree, branch: of }
    }
    return { from, store }
  }

  test('belongs to the repository that its location names, with the branch from its transcript', async () => {
    const { from } = await gone()
    const main = await from('/code/tides', 'main')
    const side = await from('/code/tides/.claude/worktrees/pier/src', 'pier')
    expect(side).toEqual({ project: main.project, worktree: '/code/tides/.claude/worktrees/pier', branch: 'pier' })
  })

  test('belongs to no repository if its folder is there and is no worktree, whatever it is called', async () => {
    const { from } = await gone()
    for (const dir of ['/code/tides/.claude/worktrees/there', '/code/tides.worktrees/there'])
      expect(await from(dir, 'there')).toEqual({ project: `id of ${dir}`, worktree: undefined, branch: 'there' })
  })

  test('belongs to a known project with that folder or name, unless two have the name', async () => {
    const { from, store } = await gone()
    expect((await from('/home/dev/conductor/workspaces/tides/lisbon')).worktree).toBeUndefined()
    await store.evidence.project(cleaned({ id: 'one', name: 'tides', root: '/code/tides' }))
    expect(await from('/home/dev/conductor/workspaces/tides/porto')).toMatchObject({ project: 'one' })
    expect(await from('/code/tides-pier', 'pier')).toMatchObject({ project: 'one', worktree: '/code/tides-pier' })
    expect(await from('/code/boats-pier', 'pier')).toMatchObject({ project: 'id of /code/boats-pier' })
    await store.evidence.project(cleaned({ id: 'two', name: 'tides', root: '/other/tides' }))
    expect((await from('/home/dev/conductor/workspaces/tides/rome')).project).toMatch(/^id of/)
  })
})

describe('a prompt that its hook does not attribute', () => {
  const begins = (attended?: boolean, via: 'hook' | 'transcript' = 'hook') =>
    draft('SessionStart', { source: 'startup', client: { attended } }, { via })
  const origins = async (...drafts: readonly Parameters<Intake['admit']>[0][]) => {
    const { intake: one } = await intake()
    const events = []
    for (const each of drafts) events.push(await one.admit(each))
    return events.flatMap((event) => (event.name === 'UserPromptSubmit' ? [event.origin] : []))
  }

  test("is a script's where nobody is at the client, and a person's otherwise", async () => {
    expect(await origins(begins(false), prompt())).toEqual(['script'])
    expect(await origins(begins(true), prompt())).toEqual(['person'])
    expect(await origins(begins(undefined), prompt())).toEqual(['person'])
    expect(await origins(prompt())).toEqual(['person'])
    expect(await origins(begins(false), prompt('{}', { origin: 'machine' } as object))).toEqual(['machine'])
  })

  test('is of whoever is there now, if the session was resumed', async () => {
    expect(await origins(begins(false), prompt('a'), begins(true), prompt('b'))).toEqual(['script', 'person'])
  })

  test('is whose a transcript says', async () => {
    expect(await origins(begins(false), prompt('Go on.', { via: 'transcript' }))).toEqual(['person'])
  })
})
