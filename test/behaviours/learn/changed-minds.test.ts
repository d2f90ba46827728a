import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inForce } from '../../../src/domain/learning/settling.ts'
import { draft } from '../../engine/world.ts'
import { lived } from './layers.ts'

/** A person who types prompts, each in a session of its own, in some of their projects. */
async function person() {
  const top = mkdtempSync(join(tmpdir(), 'hindcast-minds-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  const made = await lived()
  let sessions = 0
  const folder = (name: string) => {
    mkdirSync(join(top, name), { recursive: true })
    return join(top, name)
  }
  const types = async (said: string | readonly string[], project = 'one') => {
    sessions += 1
    const place = { session: `s${sessions}`, cwd: folder(project), startDir: folder(project) }
    await made.take(draft('SessionStart', { source: 'startup' }, { ...place, at: made.asks('').at }))
    for (const [n, text] of [said].flat().entries())
      await made.take(made.asks(text, { ...place, promptId: `${sessions} ${n}` }))
    await made.take(made.ends(place))
  }
  /** What applies in a project now. */
  const rules = async (project = 'one') => {
    const { id } = (await made.ports.workspace.locate(folder(project))).project
    return inForce(await made.lessons(), id)
      .map(({ subject }) => subject)
      .toSorted()
  }
  return { types, rules, lessons: made.lessons }
}

const PNPM = 'Always use pnpm, never npm.'
const NPM = 'From now on use npm, never pnpm.'

test('who changes their mind at every turn has one rule at any time, the newest', async () => {
  const { types, rules } = await person()
  for (const [n, said] of [PNPM, NPM, PNPM, NPM].entries()) {
    await types(said)
    expect(await rules()).toEqual([n % 2 === 0 ? 'pnpm' : 'npm'])
  }
})

test('who goes from one tool to a second and back has the first again, as one lesson', async () => {
  const { types, rules, lessons } = await person()
  for (const said of ['Always use jest, not vitest.', 'Always use vitest, not jest.', 'Always use jest, not vitest.'])
    await types(said)
  expect(await rules()).toEqual(['jest'])
  expect(await lessons()).toHaveLength(2)
})

test('an exception of one project stands beside the rule for all', async () => {
  const { types, rules } = await person()
  await types('Always use tabs, never spaces, in all my projects.')
  await types('In this repo always use spaces, never tabs.', 'two')
  expect([await rules('one'), await rules('two'), await rules('three')]).toEqual([['tabs'], ['spaces'], ['tabs']])
})

test('a rule on a tool gives way to the rule on the one that replaced it', async () => {
  const { types, rules } = await person()
  await types('Always use jest, not mocha.')
  await types('From now on use vitest instead of jest.')
  expect(await rules()).toEqual(['vitest'])
})

test('a rule of several projects holds in each of them, and in no other', async () => {
  const { types, rules } = await person()
  await types(PNPM, 'one')
  await types(PNPM, 'two')
  expect([await rules('one'), await rules('two'), await rules('four')]).toEqual([['pnpm'], ['pnpm'], []])
  await types(PNPM, 'three')
  expect([await rules('three'), await rules('four')]).toEqual([['pnpm'], []])
})

test('what is said only for now neither applies by itself nor ends a rule', async () => {
  const { types, rules } = await person()
  for (let n = 0; n < 3; n++) await types('That is wrong, for now use npm, not pnpm.')
  expect(await rules()).toEqual([])
  await types(PNPM)
  await types('That is wrong, for now use npm, not pnpm.')
  expect(await rules()).toEqual(['pnpm'])
})

test('never mind takes back the rule just stated, and none of an earlier session', async () => {
  const { types, rules } = await person()
  await types([PNPM, 'Never mind.'])
  expect(await rules()).toEqual([])
  await types('Always use tabs, never spaces.')
  await types('Never mind.')
  expect(await rules()).toEqual(['tabs'])
})
