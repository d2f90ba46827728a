import type { Node } from 'jsonc-parser'
import type { Created, Removed } from '../../host-connection.ts'
import { type SettingsDocument, treeOf } from './document.ts'
import { createdKey, prune, withSplices } from './edit.ts'

/** A text ready for additions: a blank or missing file gets a root. */
export function openedDocument(text: string | undefined, { body, root }: SettingsDocument) {
  const created: Record<string, string | null> = {}
  if (root) return { body, root, created }
  created[createdKey([])] = null
  if (text === undefined) created[createdKey(undefined)] = null
  const filled = text === undefined ? '{}\n' : `${body}{}`
  return { body: filled, root: treeOf(filled) as Node, created }
}

/** Finishes a removal: restores the root, or deletes the file if it did not exist before and nothing is left in it. */
export function removedDocument(bom: string, body: string, created: Created | undefined): Removed {
  const root = treeOf(body)
  const was = created?.[createdKey([])]
  if (root?.children?.length !== 0 || was === undefined) return { ok: true, text: bom + body }
  if (was !== null)
    return {
      ok: true,
      text:
        bom +
        withSplices(
          body,
          prune(root, [[]], () => was),
        ),
    }
  const rest = withSplices(body, [{ from: root.offset, to: root.offset + root.length, by: '' }])
  const gone = created?.[createdKey(undefined)] === null && !/[^ \t\r\n]/.test(rest)
  return { ok: true, text: gone ? undefined : bom + rest }
}
