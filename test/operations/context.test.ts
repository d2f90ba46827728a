import { expect, onTestFinished, test } from 'vitest'
import { rehearsalOf } from '../../src/daemon/rehearsal.ts'
import type { AnyReaction } from '../../src/domain/behaviour.ts'
import { ADMITTED, type AnyEffect } from '../../src/domain/effects.ts'
import type { EventName } from '../../src/domain/events.ts'
import { listen, routes } from '../../src/http/server.ts'
import context from '../../src/operations/context.ts'
import { parseInput } from '../../src/operations/verb/operation.ts'
import type { OperationPorts } from '../../src/ports.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { named, world } from '../engine/world.ts'

/** A reply of each kind. */
const REPLIES = {
  context: { kind: 'context', type: 'notice', rank: 1, items: [{ text: 'Mind the gap.', ids: ['o_1'], rank: 1 }] },
  note: { kind: 'note', text: 'A word to the person.', rank: 1 },
  deny: { kind: 'deny', reason: 'Denied for the test.' },
  ask: { kind: 'ask', reason: 'Asked for the test.' },
  rewrite: { kind: 'rewrite', act: { kind: 'shell', command: 'ls -l' }, reason: 'Rewritten for the test.' },
  block: { kind: 'block', reason: 'Blocked for the test.' },
  watch: { kind: 'watch', paths: ['/tmp/a'] },
  refreshSkills: { kind: 'refreshSkills' },
} as const satisfies Record<string, AnyEffect>

const events = Object.keys(ADMITTED) as (keyof typeof ADMITTED)[]

const CALL = { tool: 'Bash', input: JSON.stringify({ command: 'ls' }) }
const PROMPT = 'Make the trains run on time, please'

/** The verb and the hook endpoint over one engine, with a behaviour that replies to every event. */
async function tried(speaking: readonly (readonly [EventName, AnyReaction['decide']])[]) {
  const reactions = speaking.map(
    ([event, decide]): AnyReaction => ({ event, lane: 'reply', onFailure: 'pass', decide }),
  )
  const { engine, ports, folder } = await world(reactions.map((reaction, at) => named(`trial-${at}`, reaction)))
  const { clock, log } = ports
  const hook = { hosts: [claudeCode], clock, log, seen: () => {}, patience: 20, take: takenBy(engine) }
  const given = {
    token: 'a'.repeat(64),
    hook,
    callerOn: async () => 'unknown' as const,
    operations: async () => [],
    ports: async () => ({}) as OperationPorts,
    viewer: '/none',
  }
  const { server, port } = await listen(() => routes(given), 0)
  onTestFinished(() => void server.close().closeAllConnections())
  const rehearsal = rehearsalOf(engine, [claudeCode], clock)
  return {
    folder,
    ask: (input: object) => context.run(parseInput(context, input), { ...alone, rehearsal } as OperationPorts),
    async told(payload: object): Promise<object> {
      const headers = { authorization: `Bearer ${given.token}`, 'content-type': 'application/json' }
      const body = JSON.stringify(payload)
      const reply = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body })
      return (await reply.json()) as object
    },
  }
}

/** No client is connected. */
const alone = { connections: { list: async () => [] } } as unknown as OperationPorts

const takenBy =
  (engine: Awaited<ReturnType<typeof world>>['engine']) => async (draft: Parameters<typeof engine.take>[0]) =>
    (await engine.take(draft)).answer

test.each(events)('at %s it gives what the hook endpoint would answer, for any reply', async (event) => {
  let speaks: AnyEffect = REPLIES.note
  const { folder, ask, told } = await tried([[event, () => [speaks]]])
  const payload = claudeCode.imagine({
    name: event,
    dir: folder,
    prompt: PROMPT,
    tool: 'Bash',
    input: { command: 'ls' },
  })
  for (const kind of ADMITTED[event]) {
    speaks = REPLIES[kind]
    const shown = (await ask({ event, project: folder, prompt: PROMPT, ...CALL })) as { answer: object }
    // Makes each delivery unique: a repeated one is answered from memory
    const answered = await told({ ...payload, delivery: kind })
    expect(answered).not.toEqual({})
    expect(shown.answer).toEqual(answered)
    const said = kind === 'context' ? { text: expect.stringContaining('Mind the gap.') } : { [kind]: expect.anything() }
    expect(shown).toMatchObject({ ...said, tokens: expect.any(Number), omitted: [] })
  }
})

test('an event without answers is rejected with the names of those that have them; a tool event needs its tool', async () => {
  const { folder, ask } = await tried([])
  await expect(ask({ event: 'Lunch', project: folder })).rejects.toThrow(
    /unknown event 'Lunch'; use one of SessionStart, /,
  )
  await expect(ask({ event: 'SessionEnd', project: folder })).rejects.toMatchObject({ code: 'bad-input' })
  await expect(ask({ event: 'PreToolUse', project: folder })).rejects.toThrow('PreToolUse needs --tool')
})

test('a session start is simulated with the given source', async () => {
  const { folder, ask } = await tried([])
  const shown = await ask({ event: 'SessionStart', source: 'compact', project: folder })
  expect(shown).toEqual({ text: '', tokens: 0, sections: [], omitted: [], answer: {} })
})
