import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A teammate has nothing to do. */
export const teammateIdle = hookEvent('TeammateIdle', {
  fields: z.object({ teammate_name: text, team_name: text }),
  body: ({ teammate_name, team_name }) => ({ teammate: teammate_name, team: team_name }),
  identity: ({ teammate }) => byMarks(teammate),
})
