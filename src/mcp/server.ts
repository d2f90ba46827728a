import type { Duplex } from 'node:stream'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type CallToolRequest, CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { asHindcastError, HindcastError } from '../domain/errors.ts'
import { type Operation, type Paint, parseInput, type Standpoint } from '../operations/verb/operation.ts'
import type { OperationPorts } from '../ports.ts'
import { VERSION } from '../version.ts'
import type { Host } from '../wire/host.ts'
import { type Caller, callerOf } from './caller.ts'
import type { Calls } from './calls.ts'
import { type Offered, offeredOf, toolOf } from './tool.ts'
import type { Agent } from './upgrade.ts'

const same = (text: string): string => text
const plain: Paint = { bold: same, dim: same, green: same, yellow: same, red: same, cyan: same }

/** What tools are served with. */
export interface Serving {
  readonly operations: readonly Operation[]
  readonly ports: OperationPorts
  readonly calls: Calls
  readonly hosts: readonly Host[]
}

const INSTRUCTIONS =
  'Memory of earlier sessions. `search` it before you redo, re-decide or ask what may have been settled; `timeline` an id for what led to it; `show` ids for whole records; `remember` what later sessions need.'

/** Speaks MCP with one client over an open stream: every verb that is for agents is a tool. */
export async function serveAgent(stream: Duplex, agent: Agent, serving: Serving): Promise<void> {
  const offered = offeredOf(serving.operations)
  const about = { name: 'hindcast', version: VERSION }
  const server = new Server(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  const isHost = () => serving.hosts.some(({ name }) => name === server.getClientVersion()?.name)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map(toolOf) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      const operation = offered.find(({ name }) => name === params.name)
      if (!operation) throw new HindcastError('bad-input', `no tool is named ${params.name.slice(0, 40)}`)
      const { text, document } = await answer(operation, params, agent, serving)
      // A host shows its model the document in the place of the text, and that is several times as long
      return { ...said(text), ...(!isHost() && { structuredContent: document }) }
    } catch (thrown) {
      return { ...said(asHindcastError(thrown).message.slice(0, ERROR_MAX)), isError: true }
    }
  })
  await server.connect(new StdioServerTransport(stream, stream))
}

const ERROR_MAX = 500
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })

async function answer(
  operation: Offered,
  { arguments: given = {}, _meta }: CallToolRequest['params'],
  agent: Agent,
  { ports, calls, hosts }: Serving,
) {
  const call = hosts.map((host) => calls.of(host.mcpCall(_meta))).find(Boolean)
  const caller = await callerOf(call, agent, ports)
  const document = await operation.run(parseInput(operation, inputOf(operation, given, caller)), ports)
  const { render } = operation.forAgents
  const text = render ? render(document, await standpointOf(caller, ports)) : operation.render(document, plain)
  return { text, document: document as Record<string, unknown> }
}

/** What it gave, and what is filled in. Throws `bad-input` for a key that it may not give: left out, it would mislead. */
function inputOf({ name, input, forAgents: { takes, fills } }: Offered, given: object, { self, dir }: Caller): object {
  const strange = Object.keys(given).find((key) => !Object.hasOwn(takes, key))
  const known = Object.keys(takes).join(', ')
  if (strange !== undefined) throw new HindcastError('bad-input', `${name} takes ${known}, not ${strange.slice(0, 40)}`)
  return { ...('from' in input.shape && { from: dir }), ...('self' in input.shape && { self }), ...fills, ...given }
}

async function standpointOf({ project }: Caller, { evidence }: OperationPorts): Promise<Standpoint> {
  const names = new Map((await evidence.projects()).map(({ id, name }) => [id, name]))
  return { project, nameOf: (project) => names.get(project) ?? project }
}
