import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dist, makeWorld, type World } from '../daemon/world.ts'
import { ask, call, live, say } from './turns.ts'

let world: World
let client: Client
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  client = new Client({ name: 'claude-code', version: '1' })
  const { env, project: cwd } = world
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [join(dist, 'mcp-relay.js')], env, cwd }),
  )
})
afterAll(async () => {
  await client.close()
  await world.remove()
})

/** As the session's own agent calls it: its event comes first. */
async function confirmed(session: string, span: string, more: object = {}) {
  const given = { action: 'confirm', span, sure: 'high', ...more }
  const id = `toolu_${crypto.randomUUID()}`
  await say(world, session, {
    ...{ hook_event_name: 'PreToolUse', tool_name: 'mcp__hindcast__lessons', tool_input: given, tool_use_id: id },
  })
  const answer = await client.callTool({ name: 'lessons', arguments: given, _meta: { 'claudecode/toolUseId': id } })
  return { isError: answer.isError === true, text: (answer.content as [{ text: string }])[0].text }
}

/** The start of a session, with a person at the client or nobody that one knows of. */
const begun = (session: string, attended = 'true') =>
  world.post(
    '/hook',
    JSON.stringify({ session_id: session, cwd: world.project, hook_event_name: 'SessionStart', source: 'startup' }),
    { 'X-Hindcast-Client': `1;cli;${attended};` },
  )

describe('a rule that the agent confirms', () => {
  const lessonsNow = async () =>
    (await world.api('lessons', {})).lessons as { text: string; state: string; because: string }[]

  test('is in force, in the whole sentence of the person, who is told how to take it back', async () => {
    await begun('ruled')
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
    await begun('other')
    await live(world, 'past1', [ask('t1', 'add the form. it bugs me when ladders lean, stand them up')])
    await live(world, 'past2', [ask('t2', 'now the gate. it bugs me when ladders lean, stand them up')])
    const found = await promptsOf('ladders lean bugs', 'ladders lean')
    expect(found).toHaveLength(2)
    for (const id of found)
      expect(await confirmed('other', 'it bugs me when ladders lean', { id })).toMatchObject({
        isError: false,
        text: expect.stringContaining('candidate'),
      })
  })

  test('said in an earlier session it is a candidate, whatever the agent thinks of it, and only of the prompt that it names', async () => {
    await live(world, 'past', [ask('q1', 'Our ladders are yellow, and stay so.'), ask('q2', 'Which ladder is next?')])
    const [id] = await promptsOf('ladders yellow', 'yellow')
    expect((await confirmed('other', 'Our ladders are yellow', { id })).text).toContain('candidate')
    expect((await confirmed('other', 'Which ladder is next?', { id })).isError).toBe(true)
  })

  test('is a candidate at most where nobody can tell that a person is at the client', async () => {
    await live(world, 'unknown', [ask('u1', 'paint the fence. it bugs me when nails show, sink them')])
    expect(await confirmed('unknown', 'it bugs me when nails show')).toMatchObject({
      isError: false,
      text: expect.stringContaining('candidate'),
    })
  })

  test('is heard from no session that has ended, and from nobody who only says which session they are', async () => {
    await begun('over')
    await live(world, 'over', [
      ask('o1', 'mend the roof. it bugs me when slates slip, nail them'),
      { hook_event_name: 'SessionEnd', reason: 'other' },
    ])
    const span = 'it bugs me when slates slip'
    const { sessions } = await world.api('sessions')
    const { project } = sessions.find(({ id }: { id: string }) => id === 'over')
    for (const session of ['over', 'ruled', 'nobody'])
      expect(
        await call(world, 'lessons', { action: 'confirm', span, sure: 'high', self: { session, project } }),
      ).toMatchObject({ status: 400, error: { code: 'bad-input' } })
    expect((await lessonsNow()).filter(({ text }) => text.includes('slates'))).toEqual([])
  })
})

/** The ids of the prompts that a search finds and that hold certain words. */
async function promptsOf(query: string, words: string): Promise<readonly string[]> {
  const { results } = await world.api('search', { query, kind: 'prompt' })
  const ids = (results as { id: string }[]).map(({ id }) => id)
  const { items } = (await world.api('show', { ids })) as { items: { id: string; text: string }[] }
  return items.filter(({ text }) => text.includes(words)).map(({ id }) => id)
}
