import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitWorkspace } from '../../src/adapters/workspace/git.ts'
import { instructionsFact } from '../../src/engine/facts/instructions.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { anEvent, aSession, commit, event, session } from '../contract/records.ts'
import { otter } from '../wire/otter/otter.ts'
import { scratch } from './world.ts'

test("instructions are the files where the session's client looks, and those that it reported as loaded", async () => {
  const root = scratch()
  mkdirSync(join(root, 'elsewhere'))
  writeFileSync(join(root, 'CLAUDE.md'), '- Use pnpm.')
  writeFileSync(join(root, 'POND.txt'), '- Dive first.')
  writeFileSync(join(root, 'elsewhere/team.md'), '- Ask before a release.')
  const store = await openFresh()
  const loaded = { name: 'InstructionsLoaded', body: { path: join(root, 'elsewhere/team.md') } }
  await commit(store.journal, [
    session(aSession({ id: 's1', startedAt: 10 })),
    event(anEvent({ id: 'e_1', at: 20, ...loaded })),
    event(anEvent({ id: 'e_2', at: 20, ...loaded, body: { path: join(root, 'gone.md') } })),
  ])
  const fact = instructionsFact({ ...store, workspace: gitWorkspace(), hosts: [claudeCode, otter] })
  const at = (time: number, host = 'claude-code') =>
    fact({ project: 'p1' }, { event: { at: time, worktree: root, host } as never })
  await expect.poll(() => at(30)).toEqual(['- Use pnpm.', '- Ask before a release.'])
  await expect.poll(() => at(31, 'otter')).toEqual(['- Dive first.', '- Ask before a release.'])
  const elsewhere = { at: 30, cwd: join(root, 'elsewhere'), host: 'claude-code' }
  expect(await fact({ project: 'p2' }, { event: elsewhere as never })).toEqual([])
  await store.close()
})
