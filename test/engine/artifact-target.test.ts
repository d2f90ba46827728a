import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Lesson } from '../../src/domain/nouns/lesson.ts'
import { FILE, lessonFiles, TABS, UV } from './lesson-files.ts'

/** Two projects with rules, in the folder of a third, which has instructions. */
async function nested() {
  const made = await lessonFiles({ learn: { sessions: 1 } })
  const work = join(made.top, 'work')
  writeFileSync(join(work, FILE), '# Team\n')
  await made.say('z', { polarity: 'do', subject: 'ripgrep', object: 'grep' }, { folder: work })
  const ofThird = made.file(FILE, work)
  const approve = async (lesson: Lesson | undefined, target: string) => {
    const same = (await made.lessons()).filter(({ subject }) => subject === lesson?.subject)
    const projects = await made.store.evidence.projects()
    for (const each of same) {
      const owner = projects.find(({ id }) => id === each.project)
      const decided: Lesson = { ...each, target, decidedBy: 'person', at: made.ports.clock.now() }
      if (owner) await made.keeper.keep('lesson', decided, owner)
    }
    await made.settled()
  }
  return { ...made, work, ofThird, approve, team: () => made.file(FILE, work) }
}

test('a rule of two projects is written to the file of each; about a wider one the person is asked once, with the three answers', async () => {
  const { say, stop, other, file, team, ofThird, work } = await nested()
  await say('a')
  await stop('a')
  await say('b', UV, { folder: other })
  expect(team()).toBe(ofThird)
  for (const own of [file(), file(FILE, other)]) expect(own).toContain('uv instead of pip')
  const { note } = await stop('b')
  expect(note).toContain('“Use uv instead of pip”, a rule of several projects')
  for (const to of [join(work, FILE), 'project', 'global'])
    expect(note).toMatch(new RegExp(`approve l_\\w+ --to ${to}\``))
  expect(await stop('b')).toEqual({})
})

test.each([
  ['project', [true, true, false, false]],
  ['global', [false, false, false, true]],
] as const)('the answer %s holds for this rule and for the next one of the same projects', async (target, expected) => {
  const { say, stop, other, home, file, team, lessons, approve } = await nested()
  const places = (words: string) =>
    [file(), file(FILE, other), team(), file(FILE, home)].map((text) => text?.includes(words) ?? false)
  await say('a')
  await say('b', UV, { folder: other })
  await approve(
    (await lessons()).find(({ subject }) => subject === 'uv'),
    target,
  )
  expect(places('uv instead of pip')).toEqual(expected)
  await stop('b')
  await say('c', TABS)
  await say('d', TABS, { folder: other })
  expect(places('tabs instead of spaces')).toEqual(expected)
  expect((await stop('d')).note).not.toContain('--to')
})

test('a path is an answer, too', async () => {
  const { say, other, top, lessons, approve } = await nested()
  await say('a')
  await say('b', UV, { folder: other })
  const path = join(top, 'work', 'BOTH.md')
  await approve(
    (await lessons()).find(({ subject }) => subject === 'uv'),
    path,
  )
  expect(readFileSync(path, 'utf8').match(/#### uv instead of pip/g)).toHaveLength(1)
})
