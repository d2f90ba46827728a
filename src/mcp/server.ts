import type { Duplex } from 'node:stream'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { asHindcastError, HindcastError } from '../domain/errors.ts'
import { type Operation, type Paint, parseInput } from '../operations/verb/operation.ts'
import type { OperationPorts } from '../ports.ts'
import { VERSION } from '../version.ts'

const same = (text: string): string => text
const plain: Paint = { bold: same, dim: same, green: same, yellow: same, red: same, cyan: same }

/** Speaks MCP with one client over an open stream: every verb that is for agents is a tool. `dir` is the client's folder. */
export async function serveAgent(
  stream: Duplex,
  operations: readonly Operation[],
  ports: OperationPorts,
  dir: string,
): Promise<void> {
  const offered = operations.filter(({ forAgents }) => forAgents)
  const server = new Server({ name: 'hindcast', version: VERSION }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map(toolOf) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      const operation = offered.find(({ name }) => name === params.name)
      if (!operation) throw new HindcastError('bad-input', `no tool is named ${params.name}`)
      const { shape } = operation.input
      // What comes this way is the agent's word, whatever it claims
      const word = 'by' in shape ? { by: 'agent' } : {}
      const given = { ...('from' in shape && { from: dir }), ...params.arguments, ...word }
      return said(operation.render(await operation.run(parseInput(operation, given), ports), plain))
    } catch (thrown) {
      return { ...said(asHindcastError(thrown).message), isError: true }
    }
  })
  await server.connect(new StdioServerTransport(stream, stream))
}

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** Filled in, or of no use to an agent. */
const UNSHOWN: ReadonlySet<string> = new Set(['from', 'by', 'allProjects'])

function toolOf({ name, summary, input, reads }: Operation) {
  const shown = z.object(Object.fromEntries(Object.entries(input.shape).filter(([key]) => !UNSHOWN.has(key))))
  const inputSchema = z.toJSONSchema(shown, { io: 'input', unrepresentable: 'any' }) as { type: 'object' }
  return { name, description: summary, inputSchema, annotations: { readOnlyHint: reads } }
}
