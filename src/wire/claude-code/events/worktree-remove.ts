import * as z from 'zod'
import { text } from '../fields.ts'
import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'

/** A worktree is taken away. */
export const worktreeRemove = hookEvent('WorktreeRemove', {
  fields: z.object({ worktree_path: text }),
  body: ({ worktree_path }) => ({ path: worktree_path }),
  identity: ({ path }) => byMarks(path),
})
