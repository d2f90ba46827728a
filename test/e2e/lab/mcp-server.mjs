// An MCP server over stdio with one tool, `ask`, which asks the person a question by elicitation.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const server = new Server({ name: 'lab', version: '1.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    { name: 'ask', description: 'Asks the person for a colour', inputSchema: { type: 'object', properties: {} } },
  ],
}))
server.setRequestHandler(CallToolRequestSchema, async () => {
  const answer = await server.elicitInput({
    message: 'Which colour?',
    requestedSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
  })
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
})
await server.connect(new StdioServerTransport())
