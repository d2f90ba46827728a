import { behaviours } from '../../../src/behaviours/registry.ts'
import type { Draft } from '../../../src/domain/events.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { draft, type Options, prompt, world } from '../../engine/world.ts'

/** A session as the daemon receives it, with all behaviours over a real store. */
export async function lived(options: Options = {}) {
  const made = await world(behaviours, options)
  let at = Date.now() - 86_400_000
  const over = (more: Partial<Draft>): Partial<Draft> => {
    at += 1000
    return { at, ...more }
  }
  const take = async (...drafts: readonly Draft[]) => {
    for (const each of drafts) await made.engine.take(each)
    await made.engine.drain()
  }
  return {
    ...made,
    take,
    asks: (text: string, more: Partial<Draft> = {}) => prompt(text, over(more)),
    stops: (lastMessage: string, more: Partial<Draft> = {}) =>
      draft('Stop', { active: false, lastMessage }, over(more)),
    refuses: (act: Act, said: string | undefined, more: Partial<Draft> = {}) =>
      draft(
        'PermissionDenied',
        { ...call(act), reason: said || 'refused', ...(said !== undefined && { said }) },
        over(more),
      ),
    does: (act: Act, text = '', more: Partial<Draft> = {}) =>
      draft('PostToolUse', { ...call(act), result: { text } }, over(more)),
    fails: (act: Act, error: string, interrupted = false, more: Partial<Draft> = {}) =>
      draft('PostToolUseFailure', { ...call(act), error, exitCode: 1, interrupted }, over(more)),
    loads: (path: string) =>
      draft('InstructionsLoaded', { path, memory: 'Project', reason: 'session_start' }, over({})),
    ends: (more: Partial<Draft> = {}) => draft('SessionEnd', { reason: 'other' }, over(more)),
    signals: () => made.store.memories.records({ noun: 'signal', limit: 99 }),
    lessons: () => made.store.memories.records({ noun: 'lesson', limit: 99 }),
  }
}

let serial = 0
const call = (act: Act) => ({ tool: TOOLS[act.kind as string] ?? 'Tool', toolUseId: `t${++serial}`, act, input: {} })
const TOOLS: Readonly<Record<string, string>> = { shell: 'Bash', edit: 'Edit', write: 'Write', read: 'Read' }
