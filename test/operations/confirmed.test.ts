import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../daemon/world.ts'
import { ask, call, live } from './turns.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
})
afterAll(() => world.remove())

/** As the session's own agent calls it. */
async function confirmed(session: string, span: string, more: object = {}) {
  const self = { session, project: '' }
  const answer = await call(world, 'lessons', { action: 'confirm', span, sure: 'high', self, ...more })
  return { isError: answer.status !== 200, text: JSON.stringify(answer) }
}

describe('a rule that the agent confirms', () => {
  const lessonsNow = async () =>
    (await world.api('lessons', {})).lessons as { text: string; state: string; because: string }[]

  test('is in force, in the whole sentence of the person, who is told how to take it back', async () => {
    await live(world, 'ruled', [ask('r1', 'mend the gate. it bugs me when tests sleep, poll instead')])
    const { text, isError } = await confirmed('ruled', 'it bugs me when tests sleep')
    expect([isError, text]).toEqual([false, expect.stringContaining('it bugs me when tests sleep, poll instead')])
    expect(await lessonsNow()).toContainEqual(
      expect.objectContaining({ text: 'it bugs me when tests sleep, poll instead', state: 'active' }),
    )
    const stopped = await world.post(
      '/hook',
      JSON.stringify({ session_id: 'ruled', cwd: world.project, prompt_id: 'r1', hook_event_name: 'Stop' }),
    )
    expect(stopped.body).toMatch(
      /Hindcast learned: “it bugs me when tests sleep, poll instead” \(to undo: `hindcast lessons reject l_\w+`\)/,
    )
  })

  test('is only what the person typed in this session: not the agent’s words, another session’s, or a pasted text', async () => {
    await live(world, 'pasted', [ask('p1', 'Translate this:\n> Always wear gloves in the lab.')])
    for (const [session, span] of [
      ['pasted', 'Always wear gloves in the lab.'],
      ['pasted', 'I made zebra; it works.'],
      ['pasted', 'it bugs me when tests sleep, poll instead'],
    ] as const)
      expect(await confirmed(session, span)).toMatchObject({
        isError: true,
        text: expect.stringContaining('word for word'),
      })
  })

  test('counts at most three times a session, and unsure it is a candidate', async () => {
    const said = ['wheels are blue', 'doors are green', 'roofs are red', 'walls are white'].map(
      (words) => `Our ${words}.`,
    )
    await live(
      world,
      'many',
      said.map((words, n) => ask(`m${n}`, words)),
    )
    const answers = []
    for (const words of said) answers.push(await confirmed('many', words, { sure: 'low' }))
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, true])
    expect((await lessonsNow()).filter(({ text }) => said.includes(text)).map(({ state }) => state)).toEqual(
      said.slice(1).map(() => 'candidate'),
    )
  })

  test('counts at most three times a session also where all calls are made at once', async () => {
    const said = ['pipes are old', 'gates are new', 'floors are wet', 'lamps are dim'].map((words) => `Our ${words}.`)
    await live(
      world,
      'at-once',
      said.map((words, n) => ask(`a${n}`, words)),
    )
    const answers = await Promise.all(said.map((words) => confirmed('at-once', words)))
    expect(answers.filter(({ isError }) => isError)).toHaveLength(1)
  })

  test('does not narrow what is in force everywhere without it', async () => {
    const rule = 'From now on, in all my projects use pnpm instead of npm.'
    await live(world, 'wide', [ask('w1', rule)])
    const wide = expect.objectContaining({ text: rule, state: 'active', scope: 'everywhere' })
    expect(await lessonsNow()).toContainEqual(wide)
    expect((await confirmed('wide', rule, { scope: 'project' })).isError).toBe(false)
    expect(await lessonsNow()).toContainEqual(wide)
  })

  test('said in two earlier sessions it is a candidate, too', async () => {
    await live(world, 'past1', [ask('t1', 'add the form. it bugs me when ladders lean, stand them up')])
    await live(world, 'past2', [ask('t2', 'now the gate. it bugs me when ladders lean, stand them up')])
    const { results } = await world.api('search', { query: 'ladders lean bugs', kind: 'prompt' })
    const ids = (results as { id: string; text: string }[]).map(({ id }) => id)
    const { items } = (await world.api('show', { ids })) as { items: { id: string; project: string; text: string }[] }
    const found = items.filter(({ text }) => text.includes('ladders lean'))
    expect(found).toHaveLength(2)
    for (const { id, project } of found)
      expect(
        await call(world, 'lessons', {
          ...{ action: 'confirm', id, span: 'it bugs me when ladders lean', sure: 'high' },
          self: { session: 'other', project },
        }),
      ).toMatchObject({ lessons: [{ state: 'candidate' }] })
  })

  test('said in an earlier session it is a candidate, whatever the agent thinks of it, and only of the prompt that it names', async () => {
    await live(world, 'past', [ask('q1', 'Our ladders are yellow, and stay so.'), ask('q2', 'Which ladder is next?')])
    const { results } = await world.api('search', { query: 'ladders yellow', kind: 'prompt' })
    const id = (results as { id: string }[])[0]?.id
    const { project } = (await world.api('show', { ids: [id] })).items[0] as { project: string }
    const self = { session: 'other', project }
    const reviewed = (span: string, of: object) =>
      call(world, 'lessons', { action: 'confirm', id, span, sure: 'high', self: { ...self, ...of } })
    expect((await reviewed('Our ladders are yellow', {})).lessons).toMatchObject([{ state: 'candidate' }])
    expect((await reviewed('Which ladder is next?', {})).status).not.toBe(200)
    expect((await reviewed('Our ladders are yellow', { project: 'elsewhere' })).status).not.toBe(200)
  })
})
