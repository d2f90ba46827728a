import { expect, test } from 'vitest'
import type { Draft } from '../../../src/domain/events.ts'
import { edit, shell } from '../../domain/samples.ts'
import type { Options } from '../../engine/world.ts'
import { lived } from './layers.ts'

const CHANGE = edit('/home/dev/app/a.ts', 'a', 'b')

/** What follows in every session: an edit, the tests, then the documentation. */
async function usual(sessions: number, options: Options = {}) {
  const made = await lived(options)
  for (let n = 0; n < sessions; n++) {
    const over = { session: `s${n}`, promptId: `p${n}` }
    await made.take(
      made.asks('Go on with the parser', over),
      made.does(CHANGE, '', over),
      made.does(shell('npm test'), 'Tests  3 passed (3)', over),
      made.does(shell('npm run docs'), '', over),
      made.stops('Done.', over),
    )
  }
  // The last session's steps count from the next turn's end on
  const over = { session: 'later', promptId: 'later' }
  await made.take(made.asks('And now?', over), made.stops('Nothing.', over))
  const told = async (draft: Draft) => JSON.stringify((await made.engine.take(draft)).answer)
  return { ...made, told }
}

const here = { session: 'new', promptId: 'new' }
const LINE = /Usual next step: run `npm run docs` \(done 5 times after these two, l_[0-9a-f]+\)/

test('what followed two steps five times is told when they are done again, once a session', async () => {
  const { take, asks, does, told, lessons, engine } = await usual(5)
  expect(await lessons()).toMatchObject([
    { type: 'routine', state: 'active', subject: 'npm run docs', support: 5, sessions: 5, confidence: 0.75 },
  ])
  await take(asks('Go on', here), does(CHANGE, '', here))
  expect(await told(does(shell('npm test'), 'Tests  3 passed (3)', here))).toMatch(LINE)
  await engine.drain()
  await take(does(CHANGE, '', here))
  expect(await told(does(shell('npm test'), 'Tests  3 passed (3)', here))).not.toMatch(LINE)
})

test('it is told once to calls that end together', async () => {
  const { take, asks, does, engine } = await usual(5)
  await take(asks('Go on', here), does(CHANGE, '', here))
  const passed = 'Tests  3 passed (3)'
  const both = [does(shell('npm test'), passed, here), does(shell('npm test'), passed, here)]
  const answers = await Promise.all(both.map((each) => engine.take(each)))
  expect(answers.filter(({ answer }) => LINE.test(JSON.stringify(answer)))).toHaveLength(1)
})

test('it is not told after other steps, to a subagent, or after a failure', async () => {
  const { take, asks, does, fails, told } = await usual(5)
  await take(asks('Go on', here))
  expect(await told(does(shell('npm test'), 'Tests  3 passed (3)', here))).not.toMatch(LINE)
  await take(does(CHANGE, '', here))
  expect(await told(fails(shell('npm test'), 'Tests  1 failed (3)', false, here))).not.toMatch(LINE)
  const agent = { ...here, agent: { id: 'a1', type: 'Explore' } }
  expect(await told(does(shell('npm test'), 'Tests  3 passed (3)', agent))).not.toMatch(LINE)
})

test('four times are not enough, and nothing is counted while learning is off', async () => {
  expect(await (await usual(4)).lessons()).toEqual([])
  const off = await usual(5, {
    over: ({ config }) => ({
      config: {
        ...config,
        settings: (project) => {
          const all = config.settings(project)
          return { ...all, learn: { ...all.learn, enabled: false } }
        },
      },
    }),
  })
  expect(await off.lessons()).toEqual([])
})

test('a rejected routine is never told again', async () => {
  const { take, asks, does, told, lessons, engine } = await usual(5)
  const [routine] = await lessons()
  if (routine === undefined) return expect.unreachable()
  await engine.keep('lesson', { ...routine, state: 'rejected', decidedBy: 'person' })
  await take(asks('Go on', here), does(CHANGE, '', here))
  expect(await told(does(shell('npm test'), 'Tests  3 passed (3)', here))).not.toMatch(LINE)
})

test('requests that follow each other are a routine, too', async () => {
  const made = await lived()
  for (let n = 0; n < 6; n++) {
    for (const [m, text] of ['run the tests', 'commit', 'push'].entries()) {
      const over = { session: `s${n}`, promptId: `p${n} ${m}` }
      await made.take(made.asks(text, over), made.stops('Done.', over))
    }
  }
  expect(await made.lessons()).toMatchObject([
    { type: 'routine', subject: '“push”', object: '“run the tests”\n“commit”' },
  ])
  await made.take(made.asks('Run the tests, please', here), made.stops('They pass.', here))
  const { answer } = await made.engine.take(made.asks('Commit', { ...here, promptId: 'new 2' }))
  expect(JSON.stringify(answer)).toContain(
    'The user may ask for this next: “push” (asked 6 times after these two requests',
  )
})

test('what a forgotten session did counts no more', async () => {
  const { take, asks, stops, lessons, store } = await usual(5)
  await store.ledger.forget({ session: 's0' }, Date.now())
  expect(await lessons()).toEqual([])
  const over = { session: 'last', promptId: 'last' }
  await take(asks('What next?', over), stops('Nothing.', over))
  expect(await lessons()).toEqual([])
})
