import * as z from 'zod'
import { maybeText, text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** An MCP server asks the person for something. */
export const elicitation = hookEvent('Elicitation', {
  fields: z.object({ mcp_server_name: text, message: text, mode: maybeText, url: maybeText }),
  body: ({ mcp_server_name, message, mode, url }) => ({ server: mcp_server_name, message, mode, url }),
  identity: ({ server }) => byMarks(server),
})
