import { expect, test } from 'vitest'
import { behaviours } from '../../../src/behaviours/registry.ts'
import type { Draft } from '../../../src/domain/events.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Settings } from '../../../src/domain/settings.ts'
import { aLesson, aSignal } from '../../domain/learning/taught.ts'
import { call, draft, prompt, result, scratch, world } from '../../engine/world.ts'

/** A world that was taught these rules, in the project of its sessions. */
async function taught(...lessons: Partial<Lesson>[]) {
  let isOn = true
  let context: Settings['subagents']['context'] = 'rules'
  const it = await world(behaviours, {
    over: ({ config }) => ({
      config: {
        ...config,
        settings: (project) => {
          const settings = config.settings(project)
          return { ...settings, learn: { ...settings.learn, enabled: isOn }, subagents: { context } }
        },
      },
    }),
  })
  const switchLearning = (on: boolean) => {
    isOn = on
  }
  const setSubagents = (set: typeof context) => {
    context = set
  }
  await it.engine.take(draft('SessionStart', { source: 'startup' }))
  await it.engine.drain()
  const [session] = await it.store.evidence.sessions({ limit: 1 })
  const { project = '' } = session ?? {}
  const learn = (lesson: Partial<Lesson>) => it.engine.keep('lesson', aLesson({ project, ...lesson }))
  for (const lesson of lessons) await learn(lesson)
  const known = async (id = 'l_1') =>
    (await it.store.memories.records({ noun: 'lesson', limit: 10 })).find((each) => each.id === id)
  const answer = async (event: Draft) => (await it.engine.take(event)).answer
  const asksBefore = () =>
    it.engine.wanted().filter(({ event, answers }) => event === 'PreToolUse' && answers?.includes('rewrite'))
  return { ...it, project, learn, known, answer, asksBefore, switchLearning, setSubagents }
}

const UV = { subject: 'uv', object: 'pip', text: 'Use uv, not pip' }

test('a call is wanted before it runs from the first lesson that forbids one until the last is rejected', async () => {
  const { learn, answer, asksBefore } = await taught()
  expect(asksBefore()).toEqual([])
  expect(await answer(call('pip install x'))).toEqual({})
  await learn({ id: 'l_2', text: 'Use tabs, not spaces', subject: 'tabs', object: 'spaces' })
  expect(asksBefore()).toEqual([])
  await learn(UV)
  expect(asksBefore()).toMatchObject([{ acts: ['shell'] }])
  await learn({ ...UV, state: 'rejected' })
  expect(asksBefore()).toEqual([])
  expect(await answer(call('pip install x'))).toEqual({})
})

test('forgetting a lesson ends what it does at once', async () => {
  const { store, answer, asksBefore } = await taught(UV)
  expect((await answer(call('pip install x'))).rewrite).toBeDefined()
  await store.ledger.forget({ ids: ['l_1'] }, Date.now())
  expect(asksBefore()).toEqual([])
  expect(await answer(call('pip install x'))).toEqual({})
})

test('while nothing is learned, no call is wanted before it runs', async () => {
  const { switchLearning, answer, asksBefore } = await taught(UV)
  expect(asksBefore()).toMatchObject([{ acts: ['shell'] }])
  switchLearning(false)
  expect(asksBefore()).toEqual([])
  expect(await answer(call('pip install x'))).toEqual({})
  switchLearning(true)
  expect(asksBefore()).toMatchObject([{ acts: ['shell'] }])
})

test('a call in a project without such a lesson is answered at once, without being looked at', async () => {
  const { engine } = await taught(UV)
  const elsewhere = { session: 's2', cwd: scratch(), startDir: scratch() }
  await engine.take(draft('SessionStart', { source: 'startup' }, elsewhere))
  expect((await engine.take(call('pip install x'))).eventId).toBeDefined()
  expect((await engine.take(call('pip install x', elsewhere))).eventId).toBeUndefined()
})

test('a call is rewritten, and both the person and the model are told', async () => {
  const { answer } = await taught(UV)
  const { rewrite, note, context, ask } = await answer(call('cd api && pip install x'))
  expect(rewrite).toMatchObject({ kind: 'shell', command: 'cd api && uv pip install x' })
  expect(note).toBe(
    'Hindcast changed “cd api && pip install x” to “cd api && uv pip install x”, because you said “Use uv, not pip” (to stop this: `hindcast lessons reject l_1`)',
  )
  expect(context).toMatch(/l_1 .*, user said “Use uv, not pip”; so the call ran as “cd api && uv pip install x”/)
  expect(ask).toBeUndefined()
})

test('a command with a private passage is not rewritten', async () => {
  const { answer } = await taught(UV)
  const input = { command: 'pip install x <private>secret</private>' }
  const { rewrite, ask } = await answer(call('pip install x ', { input } as Partial<Draft>))
  expect(rewrite).toBeUndefined()
  expect(ask).toBeDefined()
})

test('where the right command is unknown, the person is asked until a call has run anyway', async () => {
  const { engine, answer } = await taught(UV)
  const { ask, rewrite } = await answer(call('pip download x'))
  expect(rewrite).toBeUndefined()
  expect(ask).toMatch(/^“pip download x” breaks a rule of the user, last said .*: “Use uv, not pip” \(to stop this/)
  await engine.take(result('pip download x', 'ok'))
  await engine.drain()
  expect(await answer(call('pip download x'))).toEqual({})
  expect((await answer(call('pip download x', { session: 's2' }))).ask).toBeDefined()
})

test('where nobody can be asked, the model is told', async () => {
  const { engine, answer } = await taught(UV)
  await engine.take(draft('SessionStart', { source: 'startup', client: { attended: false } }, { session: 's2' }))
  const { ask, context } = await answer(call('pip download x', { session: 's2' }))
  expect(ask).toBeUndefined()
  expect(context).toContain('Use uv, not pip')
})

test('a rule about a call that only reads interrupts nobody', async () => {
  const { answer } = await taught({ subject: 'rg', object: 'grep', text: 'Use rg, not grep' })
  const { ask, context } = await answer(call('grep -r x .'))
  expect(ask).toBeUndefined()
  expect(context).toContain('Use rg, not grep')
})

test('calls that follow and break a lesson are counted, and the first break in a session is a signal', async () => {
  const { engine, store, known } = await taught(UV)
  const calls = ['uv pip install x', 'uv run pytest', 'pip install y', 'pip install z', 'ls']
  for (const [n, command] of calls.entries()) {
    await engine.take(result(command, 'ok', { toolUseId: `t${n}` } as Partial<Draft>))
    await engine.drain()
  }
  expect(await known()).toMatchObject({ followed: 2, violated: 2, support: 3, confidence: 0.95 })
  const signals = await store.memories.records({ noun: 'signal', limit: 10 })
  expect(signals).toMatchObject([{ type: 'violation', quote: 'pip install y', confidence: 0.7 }])
})

test('a call that failed counts as followed or broken, too', async () => {
  const { engine, store, known } = await taught(UV)
  for (const command of ['uv pip install nope', 'pip install nope']) {
    const { name: _, ...made } = result(command, '')
    await engine.take(draft('PostToolUseFailure', { ...FAILED, act: { kind: 'shell', command } }, made))
    await engine.drain()
  }
  expect(await known()).toMatchObject({ followed: 1, violated: 1 })
  const signals = await store.memories.records({ noun: 'signal', limit: 10 })
  expect(signals).toMatchObject([{ type: 'violation', quote: 'pip install nope' }])
  expect((await engine.take(call('pip download x'))).answer.ask).toBeUndefined()
})

const FAILED = { tool: 'Bash', toolUseId: 't1', input: {}, error: 'no such package', exitCode: 1, interrupted: false }

test('calls made at once are all counted', async () => {
  const { engine, known } = await taught(UV)
  await Promise.all([...'abcdef'].map((name) => engine.take(result(`uv pip install ${name}`, 'ok'))))
  await engine.drain()
  expect(await known()).toMatchObject({ followed: 6 })
})

test('a prompt is told once what the user wants of its subject, unless the session knows it', async () => {
  const many = Array.from({ length: 6 }, (_, n) => ({ id: `l_x${n}`, text: `Rule ${n}`, subject: `rule${n}` }))
  const { answer, learn, engine } = await taught(...many)
  await learn({ ...UV, at: Date.now() - 1000 })
  expect((await answer(prompt('What is a closure?'))).context).toBeUndefined()
  expect((await answer(prompt('Install requests with pip'))).context).toContain('Use uv, not pip')
  // That it was told is stored after the answer
  await engine.drain()
  expect((await answer(prompt('Now update pip'))).context).toBeUndefined()
})

test('what a session showed becomes a lesson when it ends', async () => {
  const { engine, store, project } = await taught()
  const drift = aSignal({ project, type: 'drift', confidence: 0.85, session: 's0' })
  await engine.keep('signal', drift)
  await engine.keep('signal', { ...drift, id: 'g_2', session: 's1' })
  await engine.take(draft('SessionEnd', { reason: 'other' }, { at: Date.now() + 1000 }))
  await engine.drain()
  const lessons = await store.memories.records({ noun: 'lesson', limit: 10 })
  expect(lessons).toMatchObject([{ state: 'active', subject: 'uv', sessions: 2 }])
})

test('a call that ran against a rule because the answer was late or never asked for is told to the person', async () => {
  const { engine, answer } = await taught({ ...UV, at: 0 })
  const late = { withinMs: 60_000, sent: Promise.resolve(false) }
  const over = (toolUseId: string) => ({ toolUseId, durationMs: 0 }) as Partial<Draft>
  await engine.take(call('pip install x', over('late')), late)
  await engine.drain()
  expect((await answer(result('pip install x', '', over('late')))).note).toMatch(
    /^“pip install x” ran against your rule \(Hindcast was not ready before it ran\): “Use uv, not pip”/,
  )
  expect((await answer(result('pip install x', '', over('unseen')))).note).toMatch(/Hindcast was not asked/)
  await engine.take(call('pip install x', over('asked')))
  await engine.drain()
  expect((await answer(result('uv pip install x', '', over('asked')))).note).toBeUndefined()
})

test('a subagent is told the rules about calls and about what was asked last, not the others; all or none as set', async () => {
  const { answer, engine, setSubagents } = await taught(
    UV,
    { id: 'l_2', text: 'Keep money in whole cents', subject: 'money in whole cents', object: undefined },
    { id: 'l_3', text: 'Answer in German', subject: 'answers in German', object: undefined },
  )
  await engine.take(prompt('Round the money amounts of the invoice to cents'))
  const start = draft('SubagentStart', {}, { agent: { id: 'a1', type: 'Explore' } })
  const { context } = await answer(start)
  expect(context).toMatch(/l_1 .*Use uv, not pip/)
  expect(context).toMatch(/l_2 .*Keep money in whole cents/)
  expect(context).not.toContain('German')
  setSubagents('full')
  expect((await answer(start)).context).toContain('German')
  await engine.drain()
  // The session itself has not heard it by that
  expect((await answer(prompt('Why are the answers in German so long?'))).context).toContain('l_3')
  setSubagents('none')
  expect(await answer(start)).toEqual({})
})
