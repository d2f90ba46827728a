// Folder src/mcp/: tools, derived from the verbs

import type { Duplex } from 'node:stream'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type CallToolRequest, CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { asHindcastError, HindcastError } from '../domain/errors.ts'
import { visible, visibleIn } from '../domain/quote.ts'
import {
  type ForAgents,
  type Operation,
  parseInput,
  plainScreen,
  renderedText,
  type Standpoint,
} from '../operations/verb/operation.ts'
import type { OperationPorts } from '../ports.ts'
import { VERSION } from '../version.ts'
import type { Host } from '../wire/host.ts'
import type { Announced, Calls } from './calls.ts'
import type { Agent } from './upgrade.ts'

/** What tools are served with. */
export interface Serving {
  readonly operations: readonly Operation[]
  readonly ports: OperationPorts
  readonly calls: Calls
  readonly hosts: readonly Host[]
}

/** All that a client shows its model of the tools, apart from their names, until it loads one. */
const INSTRUCTIONS =
  'Memory of earlier sessions. `search` before you redo work, reopen a decision or ask something that may already be settled; `remember` saves what later sessions need to know. `code` before you read whole files or grep: outlines, callers, impact.'

/** Serves MCP to one client over an open stream: every verb meant for agents is a tool. */
export async function serveAgent(stream: Duplex, agent: Agent, serving: Serving): Promise<void> {
  const offered = offeredOf(serving.operations)
  const about = { name: 'hindcast', version: VERSION }
  const server = new Server(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  const isHost = () => serving.hosts.some(({ name }) => name === server.getClientVersion()?.name)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map(toolOf) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      const operation = offered.find((one) => toolName(one) === params.name)
      if (!operation) throw new HindcastError('bad-input', `unknown tool '${params.name.slice(0, 40)}'`)
      const { text, document } = await answerCall(operation, params, agent, serving)
      // A host shows its model the document instead of the text, and the document is several times as long
      return { ...textContent(text), ...(!isHost() && { structuredContent: document }) }
    } catch (thrown) {
      return { ...textContent(visible(asHindcastError(thrown).message).slice(0, ERROR_MAX)), isError: true }
    }
  })
  await server.connect(new StdioServerTransport(stream, stream))
}

const ERROR_MAX = 500
const textContent = (text: string) => ({ content: [{ type: 'text' as const, text }] })

async function answerCall(
  operation: Offered,
  { arguments: given = {}, _meta }: CallToolRequest['params'],
  agent: Agent,
  { ports, calls, hosts }: Serving,
) {
  const call = hosts.map((host) => calls.of(host.mcpCall(_meta))).find(Boolean)
  const caller = await callerOf(call, agent, ports)
  const input = parseInput(operation, inputOf(operation, given, caller))
  const document = visibleIn(await operation.run(input, ports))
  const { render } = operation.forAgents
  const text = render
    ? render(document, await standpointOf(caller, ports))
    : renderedText(operation, document, plainScreen(ports.clock.now()), input)
  return { text, document: document as Record<string, unknown> }
}

/**
 * The agent's arguments, and those filled in. Throws `bad-input` for an argument it may not give, because ignoring it
 * would be misleading.
 */
function inputOf(offered: Offered, given: object, { self, dir }: Caller): object {
  const { input, forAgents } = offered
  const { takes, fills } = forAgents
  const strange = Object.keys(given).find((key) => !Object.hasOwn(takes, key))
  const known = Object.keys(takes).join(', ')
  if (strange !== undefined)
    throw new HindcastError(
      'bad-input',
      `${toolName(offered)} has no argument '${strange.slice(0, 40)}'; it takes ${known}`,
    )
  return { ...('from' in input.shape && { from: dir }), ...('self' in input.shape && { self }), ...fills, ...given }
}

async function standpointOf({ project }: Caller, { evidence }: OperationPorts): Promise<Standpoint> {
  const names = new Map<string, string>((await evidence.projects()).map(({ id, name }) => [id, name]))
  return { project, nameOf: (project) => visible(names.get(project) ?? project) }
}

/** A verb offered to agents. */
export type Offered = Operation & { readonly forAgents: ForAgents }

/** The verbs meant for agents. */
export const offeredOf = (operations: readonly Operation[]): readonly Offered[] =>
  operations.filter((operation): operation is Offered => operation.forAgents !== undefined)

const toolName = ({ name, forAgents: { called } }: Offered): string => called ?? name

/** A tool's entry in the list, as short as its arguments allow. */
export function toolOf(offered: Offered) {
  const { reads, input, forAgents } = offered
  const { says, takes, fills = {}, only = {} } = forAgents
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const given = Object.entries(takes).map(([key, words]) => {
    const fill = (fills as Readonly<Record<string, unknown>>)[key]
    return [
      key,
      {
        ...plainSchema(schema.properties?.[key]),
        ...(only[key] && { enum: only[key] }),
        ...(fill !== undefined && { default: fill }),
        ...(words && { description: words }),
      },
    ]
  })
  const required = schema.required?.filter((key) => Object.hasOwn(takes, key))
  return {
    name: toolName(offered),
    description: says,
    inputSchema: { type: 'object' as const, properties: Object.fromEntries(given), ...(required && { required }) },
    annotations: { readOnlyHint: reads, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }
}

const KEPT = ['type', 'enum', 'items'] as const

/** The first of several alternatives, without annotations for other programs. */
function plainSchema(schema: unknown): Readonly<Record<string, unknown>> {
  const whole = (schema ?? {}) as Readonly<Record<string, unknown>>
  const [first] = (whole.anyOf ?? []) as readonly Readonly<Record<string, unknown>>[]
  const form = { ...whole, ...first }
  const kept = KEPT.filter((key) => form[key] !== undefined).map((key) => [key, form[key]])
  return Object.fromEntries(kept)
}

/** The caller's session and agent, and the folder that identifies their project. */
export interface Caller {
  readonly self?:
    | {
        readonly session: string
        readonly project: string
        readonly agent?: string | undefined
        readonly promptId?: string | undefined
      }
    | undefined
  readonly project: string
  readonly dir: string
}

/** Found by the event that announced the call; otherwise by the client's process, as its newest session. */
export async function callerOf(call: Announced | undefined, agent: Agent, ports: OperationPorts): Promise<Caller> {
  const { evidence, workspace } = ports
  const session = call?.session ?? (await sessionOfClient(agent.pid, ports))
  if (session === undefined) return { project: (await workspace.locate(agent.dir)).project.id, dir: agent.dir }
  const row = (await evidence.sessions({ id: session, limit: 10 })).find(({ id }) => id === session)
  const project = row?.project ?? (await workspace.locate(call?.cwd ?? agent.dir)).project.id
  const root = (await evidence.projects()).find(({ id }) => id === project)?.root
  return { self: { session, project, agent: call?.agent, promptId: call?.promptId }, project, dir: root || agent.dir }
}

async function sessionOfClient(
  clientPid: number | undefined,
  { evidence }: OperationPorts,
): Promise<string | undefined> {
  if (clientPid === undefined) return undefined
  const open = await evidence.sessions({ clientPid, open: true, limit: 20 })
  return open.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0]?.id
}
