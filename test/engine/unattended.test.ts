import { expect, onTestFinished, test } from 'vitest'
import session from '../../src/behaviours/capture/session.ts'
import { on } from '../../src/domain/behaviour.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { call, draft, named, world } from './world.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const
const unsure = named('unsure', on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'ask', reason: 'It is held.' }] }))
const strict = named(
  'strict',
  on('PreToolUse', { ...REPLY, decide: () => [{ kind: 'ask', reason: 'It deletes.', evenUnattended: true }] }),
)

const start = (attended: boolean | undefined, source = 'startup') =>
  draft('SessionStart', { source, client: { pid: 1, attended } }, { startDir: '/tmp' })

/** What the client is sent in answer to a call. */
async function sent({ take }: Engine): Promise<object> {
  const made = call('ls')
  const { answer } = await take(made)
  const { hookSpecificOutput = {} } = claudeCode.encode(made, answer) as { hookSpecificOutput?: object }
  return hookSpecificOutput
}

const asked = {
  permissionDecision: 'ask',
  permissionDecisionReason: 'It is held.\n\n`hindcast behaviours off unsure` switches this off.',
}

test('the person is asked if possible, or if it is unknown whether they can be', async () => {
  const { engine } = await world([session, unsure])
  expect(await sent(engine)).toMatchObject(asked)
  await engine.take(start(true))
  expect(await sent(engine)).toMatchObject(asked)
})

test('if nobody can be asked, the call continues and the model is told of the objection', async () => {
  const { engine } = await world([session, unsure])
  await engine.take(start(false))
  const output = await sent(engine)
  expect(output).not.toHaveProperty('permissionDecision')
  expect(output).toMatchObject({ additionalContext: expect.stringContaining('It is held.') })
  await engine.take(start(undefined, 'compact'))
  expect(await sent(engine)).not.toHaveProperty('permissionDecision')
  await engine.take(start(true, 'resume'))
  expect(await sent(engine)).toMatchObject(asked)
})

test('this is remembered across a restart of the daemon', async () => {
  const { engine, ports } = await world([session, unsure])
  await engine.take(start(false))
  await engine.drain()
  const restarted = createEngine({ behaviours: [session, unsure], ports })
  await restarted.start()
  onTestFinished(() => restarted.close())
  expect(await sent(restarted)).not.toHaveProperty('permissionDecision')
})

test('a question that must refuse the call when unattended stays a question, which the client refuses with the reasons', async () => {
  const { engine } = await world([session, unsure, strict])
  await engine.take(start(false))
  expect(await sent(engine)).toEqual({
    hookEventName: 'PreToolUse',
    permissionDecision: 'ask',
    permissionDecisionReason: expect.stringMatching(
      /^It deletes\.\n\nIt is held\.\n\n(?:`hindcast behaviours off \w+` switches this off\.\n?){2}$/,
    ),
  })
})
