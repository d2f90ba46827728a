import * as z from 'zod'
import type { Act } from '../../domain/tool.ts'
import { flag, isObject, maybeText, number, objects, text } from './fields.ts'

/** What a tool's call does; whoever has no row, or an input that is no object, is told by its input's text. */
export function actOf(tool: string, input: unknown): Act {
  if (!isObject(input)) return other(input)
  const [, server, method] = /^mcp__(.+?)__(.+)$/s.exec(tool) ?? []
  if (server !== undefined && method !== undefined) return { kind: 'mcp', server, method, text: JSON.stringify(input) }
  return (Object.hasOwn(acts, tool) && acts[tool]?.(input)) || other(input)
}

const other = (input: unknown): Act => ({
  kind: 'other',
  text: typeof input === 'string' ? input : (JSON.stringify(input) ?? ''),
})

const act =
  <S extends z.ZodType>(fields: S, make: (input: z.output<S>) => Act) =>
  (input: unknown): Act =>
    make(fields.parse(input))

const replacement = z.object({ old_string: text, new_string: text })

const shell = act(
  z.object({ command: text, description: maybeText, run_in_background: flag }),
  ({ command, description, run_in_background }) => ({
    kind: 'shell',
    command,
    ...(description ? { description } : {}),
    ...(run_in_background ? { background: true } : {}),
  }),
)

const agent = act(
  z.object({ subagent_type: text, description: text, prompt: text }),
  ({ subagent_type, description, prompt }) => ({ kind: 'agent', type: subagent_type, description, prompt }),
)

const background = act(z.object({ bash_id: text, shell_id: text, task_id: text }), (input) => ({
  kind: 'other',
  text: input.task_id || input.shell_id || input.bash_id,
}))

/** Each tool's input as an act: of this version's tools and of those that older transcripts show. */
const acts: Readonly<Record<string, (input: unknown) => Act>> = {
  Bash: shell,
  PowerShell: shell,
  BashOutput: background,
  TaskOutput: background,
  KillShell: background,
  KillBash: background,
  TaskStop: background,
  Read: act(z.object({ file_path: text, offset: number, limit: number }), ({ file_path, offset, limit }) => ({
    kind: 'read',
    path: file_path,
    ...(offset === undefined && limit === undefined
      ? {}
      : { range: { from: offset ?? 1, ...(limit ? { lines: limit } : {}) } }),
  })),
  Edit: act(replacement.extend({ file_path: text }), ({ file_path, old_string, new_string }) => ({
    kind: 'edit',
    path: file_path,
    changes: [{ old: old_string, new: new_string }],
  })),
  MultiEdit: act(z.object({ file_path: text, edits: objects }), ({ file_path, edits }) => ({
    kind: 'edit',
    path: file_path,
    changes: edits.map((edit) => {
      const { old_string, new_string } = replacement.parse(edit)
      return { old: old_string, new: new_string }
    }),
  })),
  Write: act(z.object({ file_path: text, content: text }), ({ file_path, content }) => ({
    kind: 'write',
    path: file_path,
    text: content,
  })),
  NotebookEdit: act(z.object({ notebook_path: text, new_source: text }), ({ notebook_path, new_source }) => ({
    kind: 'edit',
    path: notebook_path,
    changes: [{ old: '', new: new_source }],
  })),
  Grep: act(z.object({ pattern: text, path: maybeText }), ({ pattern, path }) => ({
    kind: 'search',
    pattern,
    ...(path ? { path } : {}),
    over: 'content',
  })),
  Glob: act(z.object({ pattern: text, path: maybeText }), ({ pattern, path }) => ({
    kind: 'search',
    pattern,
    ...(path ? { path } : {}),
    over: 'names',
  })),
  LS: act(z.object({ path: maybeText }), ({ path }) => ({
    kind: 'search',
    pattern: '*',
    ...(path ? { path } : {}),
    over: 'names',
  })),
  Agent: agent,
  Task: agent,
  WebFetch: act(z.object({ url: text }), ({ url }) => ({ kind: 'web', target: url })),
  WebSearch: act(z.object({ query: text }), ({ query }) => ({ kind: 'web', target: query })),
  TodoWrite: act(z.object({ todos: objects }), ({ todos }) => ({
    kind: 'other',
    text: todos.map(({ status, content }) => `${status}: ${content}`).join('\n'),
  })),
  Skill: act(z.object({ skill: text, command: text, args: text }), ({ skill, command, args }) => ({
    kind: 'other',
    text: `${skill || command} ${args}`.trim(),
  })),
}
