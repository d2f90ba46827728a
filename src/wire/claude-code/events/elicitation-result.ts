import * as z from 'zod'
import { bounded } from '../bounded.ts'
import { anything, text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** What the person answered an MCP server. */
export const elicitationResult = hookEvent('ElicitationResult', {
  fields: z.object({ mcp_server_name: text, action: text, content: anything }),
  body: ({ mcp_server_name, action, content }) => ({ server: mcp_server_name, action, content: bounded(content) }),
  identity: ({ server, action }) => byMarks(server, action),
})
