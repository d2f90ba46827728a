import { post, scratch, startDaemon } from '../daemon/process.ts'
import { meanOf, quantile } from '../retrieval/figures.ts'

/** An edit by a session that is alone in its project: how long its hooks take, in ms. */
interface Build {
  readonly name: string
  readonly edit: (turn: number) => Promise<number>
}

const WARM_UP = 200

/**
 * The cost of an edit alone in a project: this build, which is asked before and after it; the other build, which is asked
 * after it alone; and this one again. Gives rows of the name, p50 / p95, and the mean difference to the other build with
 * its 95 % interval.
 */
export async function alone(own: string, other: string, turns: number): Promise<readonly (readonly string[])[]> {
  const builds = [
    await started('this', own, ['PreToolUse', 'PostToolUse']),
    await started('other', other, ['PostToolUse']),
    await started('again', own, ['PreToolUse', 'PostToolUse']),
  ]
  const times = new Map<string, number[]>(builds.map(({ name }) => [name, []]))
  for (let turn = -WARM_UP; turn < turns; turn++)
    for (const { name, edit } of turn % 2 === 0 ? builds : builds.toReversed()) {
      const ms = await edit(turn)
      if (turn >= 0) times.get(name)?.push(ms)
    }
  const before = times.get('other') ?? []
  return builds.map(({ name }) => {
    const own = times.get(name) ?? []
    const { mean, low, high } = meanOf(own.map((ms, turn) => ms - (before[turn] ?? 0)))
    const both = [0.5, 0.95].map((share) => quantile(own, share).toFixed(2)).join(' / ')
    return [name, both, name === 'other' ? '' : `${mean.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`]
  })
}

async function started(name: string, dist: string, events: readonly string[]): Promise<Build> {
  const folder = scratch()
  const project = scratch()
  const { port, token } = await startDaemon(folder, dist)
  const common = { session_id: 'alone-1', transcript_path: '/nowhere.jsonl', cwd: project, prompt_id: 'p1' }
  await post(port, token, { ...common, hook_event_name: 'SessionStart', source: 'startup' })
  const edit = async (turn: number) => {
    const path = `${project}/f${turn % 200}.txt`
    const input = { file_path: path, old_string: 'a', new_string: 'b' }
    const lines = [' a', '-b', '+c', ' d']
    const response = {
      filePath: path,
      originalFile: 'a\nb\nd\n',
      structuredPatch: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines }],
    }
    const call = { ...common, tool_name: 'Edit', tool_use_id: `toolu_${turn}`, tool_input: input }
    const began = performance.now()
    for (const event of events)
      await post(port, token, {
        ...call,
        hook_event_name: event,
        ...(event === 'PostToolUse' && { tool_response: response }),
      })
    return performance.now() - began
  }
  return { name, edit }
}
