import { oneLine } from '@hindcast/text/phrases.ts'
import type { ToolResult } from '../../domain/tool.ts'
import { contentText, IMAGE, isObject, lines } from './fields.ts'
import { lineChanges } from './line-changes.ts'

type Fields = Readonly<Record<string, unknown>>

/** The result of a call, mostly as the model saw it. Accepts both the structured response and plain text. */
export function toolResult(tool: string, response: unknown): ToolResult {
  if (!isObject(response)) return { text: contentText(response) }
  const patch = patchText(response.structuredPatch)
  const changed = lineChanges(response.structuredPatch)
  return {
    text: (Object.hasOwn(texts, tool) ? texts[tool]?.(response) : undefined) ?? patch ?? contentText(response),
    ...(patch ? { patch } : {}),
    ...(changed && { lines: changed }),
    ...(response.userModified === true ? { userModified: true } : {}),
    ...(response.interrupted === true ? { interrupted: true } : {}),
    ...runOf(response),
    ...startedOf(response),
    ...taskOf(tool, response),
  }
}

/** A subagent that the call waited for; one in the background has no totals yet. */
function runOf({ agentId, totalTokens, totalToolUseCount, totalDurationMs }: Fields): Pick<ToolResult, 'run'> {
  if (typeof agentId !== 'string' || typeof totalDurationMs !== 'number') return {}
  const counts = { tokens: totalTokens, calls: totalToolUseCount, durationMs: totalDurationMs }
  return { run: { id: agentId, ...numbersIn(counts) } }
}

/** An agent in the background: a subagent, or a member of the session's team. */
function startedOf({ agentId, status, team_name }: Fields): Pick<ToolResult, 'started'> {
  if (typeof agentId !== 'string' || !(status === 'async_launched' || status === 'teammate_spawned')) return {}
  return { started: { id: agentId, ...(typeof team_name === 'string' && team_name ? { team: team_name } : {}) } }
}

const taskOf = (tool: string, { task }: Fields): Pick<ToolResult, 'task'> =>
  tool === 'TaskCreate' && isObject(task) && typeof task.id === 'string' ? { task: task.id } : {}

const numbersIn = (fields: Fields): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, number] => typeof field[1] === 'number'))

/** A failure's text without the line that contains the exit code. */
export function failureOf(error: string): { error: string; exitCode?: number } {
  const [line, code] = /^Exit code (-?\d{1,10})(?:\r?\n|$)/.exec(error) ?? []
  if (line === undefined) return { error }
  return { error: error.slice(line.length) || error, exitCode: Number(code) }
}

const shell = ({ stdout, stderr, isImage }: Fields): string | undefined =>
  isImage === true ? IMAGE : lines(stderr ? [stdout || undefined, stderr] : [stdout])

const fileListText = ({ content, filenames }: Fields): string | undefined => lines([content]) || lines(filenames)

/** The questions and the person's choices, one per line: `Question → Answer`; a label with what it stood for. */
const answersText = (answers: Fields, questions: readonly Fields[]): string =>
  Object.entries(answers)
    .map(([question, answer]) => {
      const options = questions.filter((each) => each.question === question).flatMap((each) => each.options)
      return [question, meantBy(contentText(answer), options.filter(isObject))].map(oneLine).join(' → ')
    })
    .join('\n')

const meantBy = (answer: string, options: readonly Fields[]): string => {
  const said = options
    .filter(({ label }) => [answer, ...answer.split(', ')].includes(String(label)))
    .map(({ description }) => contentText(description))
  const bare = answer.replace(/\s*\(recommended\)/gi, '')
  return said.some(Boolean) ? `${bare}: ${said.join('; ')}` : bare
}

const agent = ({ content, status, agentId }: Fields): string | undefined =>
  content === undefined ? lines([status, agentId]) : contentText(content)

/** The text of a tool's response; undefined if it has none of the expected fields. */
const texts: Readonly<Record<string, (response: Fields) => string | undefined>> = {
  Bash: shell,
  PowerShell: shell,
  BashOutput: shell,
  TaskOutput: ({ task }) => (isObject(task) ? lines([task.output]) : undefined),
  Read: ({ file }) => (isObject(file) ? fileText(file) : undefined),
  Write: ({ structuredPatch }) => (Array.isArray(structuredPatch) ? (patchText(structuredPatch) ?? '') : undefined),
  NotebookEdit: ({ new_source }) => lines([new_source]),
  Grep: fileListText,
  Glob: fileListText,
  Agent: agent,
  Task: agent,
  // What it says is in the call
  SendMessage: ({ message }) => lines([message]),
  AskUserQuestion: ({ answers, questions }) =>
    isObject(answers) ? answersText(answers, Array.isArray(questions) ? questions.filter(isObject) : []) : undefined,
  WebFetch: ({ result }) => lines([result]),
  WebSearch: ({ results }) => (Array.isArray(results) ? contentText(results) : undefined),
}

function fileText({ content, cells, base64 }: Fields): string | undefined {
  if (typeof base64 === 'string') return '[binary]'
  return typeof content === 'string' ? content : Array.isArray(cells) ? lines(cells.map(cellSource)) : undefined
}

const cellSource = (cell: unknown): unknown =>
  isObject(cell) && Array.isArray(cell.source) ? cell.source.join('') : isObject(cell) ? cell.source : undefined

function patchText(hunks: unknown): string | undefined {
  return Array.isArray(hunks) ? lines(hunks.flatMap((hunk) => (isObject(hunk) ? hunk.lines : undefined))) : undefined
}
