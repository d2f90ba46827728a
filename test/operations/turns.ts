import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { makeWorld, until, type World } from '../daemon/world.ts'

/** Gives a function that makes worlds whose daemon runs; all are removed after the file's tests. */
export function startedWorlds(): () => Promise<World> {
  const worlds: World[] = []
  afterAll(() => worlds.forEach((world) => void world.remove()))
  return async () => {
    const world = makeWorld()
    worlds.push(world)
    await world.start()
    return world
  }
}

/** One payload of a session, as the client sends it. */
export const say = (world: World, session: string, more: object) =>
  world.post('/hook', JSON.stringify({ session_id: session, cwd: world.project, ...more }))
/** A prompt from a person. */
export const ask = (n: string, prompt: string) => ({ hook_event_name: 'UserPromptSubmit', prompt_id: n, prompt })
/** The hook payloads of a turn that writes a file; `n` makes its names unique. */
export const turn = (n: string, prompt: string): object[] => [
  ask(n, prompt),
  {
    ...{ hook_event_name: 'PostToolUse', prompt_id: n, tool_name: 'Write', tool_use_id: `w${n}` },
    tool_input: { file_path: `/app/${n}.mjs`, content: `export const ${n} = 1\n` },
    tool_response: { type: 'create', filePath: `/app/${n}.mjs`, content: '', structuredPatch: [] },
  },
  {
    ...{ hook_event_name: 'PostToolUse', prompt_id: n, tool_name: 'Bash', tool_use_id: `b${n}` },
    ...{
      tool_input: { command: `node ${n}.mjs` },
      tool_response: { stdout: `ok ${n}`, stderr: '', interrupted: false },
    },
  },
  { hook_event_name: 'Stop', prompt_id: n, stop_hook_active: false, last_assistant_message: `I made ${n}; it works.` },
]
/** Sends a session's payloads, and waits until all resulting work is done. */
export const live = async (world: World, session: string, payloads: readonly object[]): Promise<void> => {
  for (const payload of payloads) await say(world, session, payload)
  await settled(world)
}
const settled = (world: World) =>
  until('nothing is owed', async () => {
    await sleep(50)
    return (await world.api('status')).queue.pending === 0
  })
/** Calls a verb over HTTP; returns the status too. */
export const call = async (world: World, verb: string, input: object) => {
  const reply = await world.post(`/api/${verb}`, JSON.stringify(input))
  return { status: reply.status, ...JSON.parse(reply.body) }
}
/** The numbers of records. */
export const counts = async (world: World) => (await world.api('status')).counts
/** The results of a search. */
export const found = async (world: World, query: string): Promise<{ id: string; kind: string }[]> =>
  (await world.api('search', { query, limit: 100 })).results
