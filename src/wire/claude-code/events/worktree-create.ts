import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** The host asks for a worktree; a hook here replaces its own way, so nothing may be answered. */
export const worktreeCreate = hookEvent('WorktreeCreate', {
  fields: z.object({ name: text }),
  body: ({ name }) => ({ worktree: name }),
  identity: ({ worktree }) => byMarks(worktree),
})
