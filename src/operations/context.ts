import * as z from 'zod'
import { ADMITTED } from '../domain/effects.ts'
import { HindcastError } from '../domain/errors.ts'
import type { Act } from '../domain/tool.ts'
import type { OperationPorts, Rehearsed } from '../ports.ts'
import { sessionOf } from './verb/inputs.ts'
import { operation, type Screen } from './verb/operation.ts'
import { count } from './verb/words.ts'

const input = z.object({
  event: z
    .string()
    .default('SessionStart')
    .describe('the hook event, such as SessionStart, UserPromptSubmit or PreToolUse'),
  source: z.string().optional().describe('for SessionStart: startup, resume, clear or compact'),
  prompt: z.string().optional().describe('for UserPromptSubmit: the prompt').meta({ called: 'text' }),
  tool: z.string().optional().describe('for tool events: the name of the tool').meta({ called: 'name' }),
  input: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('not JSON')
        return z.NEVER
      }
    })
    .optional()
    .describe('for tool events: the input of the tool, as JSON')
    .meta({ called: 'json' }),
  session: z
    .string()
    .optional()
    .describe('what the session with this id (or unique prefix) would get')
    .meta({ called: 'id' }),
  host: z
    .string()
    .optional()
    .describe('what a session in this coding agent would get (default: {client-name})')
    .meta({ flag: 'client', called: 'name' }),
  project: z.string().optional().describe('what a session in dir would get (default: the current folder)'),
  from: z.string().optional().describe('the current folder'),
})

/** Exactly what Hindcast would add to a client's context now, and why. */
export default operation({
  name: 'context',
  group: 'Find',
  summary:
    'Shows exactly what Hindcast would add if a session started now; with --event, what it would add on another hook event.',
  example: 'hindcast context --event UserPromptSubmit --prompt "fix the login test"',
  input,
  reads: true,
  async run({ event, project, from, session, host, ...rest }, ports) {
    const dir = project ?? from
    if (dir === undefined) throw new HindcastError('bad-input', 'context needs --project')
    if (!Object.hasOwn(ADMITTED, event))
      throw new HindcastError('bad-input', `unknown event '${event}'; use one of ${Object.keys(ADMITTED).join(', ')}`)
    if (OF_A_CALL.has(event) && rest.tool === undefined)
      throw new HindcastError('bad-input', `${event} needs --tool, and usually --input`)
    const id = session === undefined ? undefined : await sessionOf(session, ports)
    return ports.rehearsal.rehearse({ host: host ?? (await hostOf(id, ports)), name: event, dir, session: id, ...rest })
  },
  forAgents: {
    says: 'What memory would inject at an event now; for SessionStart, the summary of earlier work in this project.',
    takes: {
      event: 'SessionStart, UserPromptSubmit, PreToolUse, PostToolUse',
      prompt: '',
      tool: '',
      input: 'JSON',
    },
  },
  render: (told, screen) => parts(told, screen).join('\n\n'),
})

/** The client of a session; without one, the client that is connected, if there is just one. */
async function hostOf(session: string | undefined, ports: OperationPorts): Promise<string | undefined> {
  if (session !== undefined)
    return (await ports.evidence.sessions({ id: session, limit: 10 })).find(({ id }) => id === session)?.host
  const connected = new Set((await ports.connections.list()).map(({ host }) => host))
  return connected.size === 1 ? [...connected][0] : undefined
}

/** Events of a tool call. */
const OF_A_CALL: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
])

/** A command as it is typed, any other call as JSON. */
const callSaid = (act: Act): string => (act.kind === 'shell' ? act.command : JSON.stringify(act))

/** What each reader gets, under a heading; the text for the model as it is, and last. */
function parts({ text, tokens, sections, omitted, ...told }: Rehearsed, { bold, dim }: Screen): string[] {
  const said = (heading: string, value: string | undefined) =>
    value ? [`${bold(`${heading}:`)}\n  ${value.replaceAll('\n', '\n  ')}`] : []
  const figures = sections.map(({ behaviour, tokens: n }) => `${behaviour} ${n}`).join(', ')
  const withheld = omitted.find(({ why }) => why.startsWith('withheld'))
  const held = withheld === undefined ? '' : `, some ${withheld.why}`
  const left = omitted.length === 0 ? [] : [dim(`${count(omitted.length, 'record')} left out${held}`)]
  return [
    ...said('Shown to you', told.note),
    ...said('Denies the call', told.deny),
    ...said('Asks you first', told.ask),
    ...said('Changes the call to', told.rewrite && callSaid(told.rewrite)),
    ...said('Blocks', told.block),
    text === ''
      ? `${bold('Added for the model:')} nothing`
      : `${bold('Added for the model')} ${dim(`(${count(tokens, 'token')}: ${figures})`)}${bold(':')}\n${text}`,
    ...left,
  ]
}
