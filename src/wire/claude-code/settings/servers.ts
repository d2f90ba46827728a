import { getNodePath, type Node } from 'jsonc-parser'
import type { Added, Created, Refusal, Removed } from '../../host-connection.ts'
import { cutCommented, readCommented } from './commented.ts'
import { memberOf, membersOf, readDocument, refusalAt, type SettingsDocument, treeOf } from './document.ts'
import { createdKey, cutNodes, graft, jsonAt, nodeAt, prune, withSplices } from './edit.ts'
import { isLauncher } from './entries.ts'
import { openedDocument, removedDocument } from './outcome.ts'

/** The name of Hindcast's MCP server in the client's files. */
export const SERVER_NAME = 'hindcast'

/** An MCP server in the format of the client's `.claude.json`. */
export interface Server {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * Sets the server at user scope or for one project. The client rewrites the file at every run, so the position does not
 * matter.
 */
export function addServer(
  text: string | undefined,
  name: string,
  server: Server,
  { projectDir }: { readonly projectDir?: string | undefined } = {},
): Added | Refusal {
  const path = [...containerOf(projectDir), name]
  const document = readPath(text ?? '', path)
  if (!document.ok) return document
  const { body, root, created } = openedDocument(text, document)
  const there = nodeAt(root, path)
  if (there && !isOurServer(jsonAt(body, there)))
    return refusalAt(document.body, there.offset, `the MCP server "${name}" is not ours`, 'give it another name')
  const same = there && JSON.stringify(jsonAt(body, there)) === JSON.stringify(server)
  const done = same ? body : withSplices(body, [graft(body, root, path, server, created)])
  return { ok: true, text: document.bom + done, created }
}

/** Removes the server, and the containers that `created` lists, if nothing else is in them. */
export function removeServer(
  text: string,
  name: string,
  created: Created | undefined,
  { projectDir }: { readonly projectDir?: string | undefined } = {},
): Removed | Refusal {
  const path = [...containerOf(projectDir), name]
  const document = readPath(text, path)
  if (!document.ok) return withoutCommented(text, path, created) ?? document
  const found = nodeAt(document.root, path)
  const server = found && isOurServer(jsonAt(document.body, found)) ? found : undefined
  const above = path.map((_, n) => path.slice(0, n)).filter((one) => one.length > 0)
  const body = above.reduceRight(
    (soFar, container) => {
      const root = treeOf(soFar)
      return root
        ? withSplices(
            soFar,
            prune(root, [container], (one) => created?.[createdKey(one)]),
          )
        : soFar
    },
    withSplices(document.body, server ? cutNodes([server]) : []),
  )
  return removedDocument(document.bom, body, created)
}

/** The same for a file with comments, all of which stay; undefined if it cannot be read in that way either. */
function withoutCommented(text: string, path: readonly string[], created: Created | undefined): Removed | undefined {
  const document = readCommented(text)
  if (document === undefined) return undefined
  const { bom, body, root } = document
  const there = nodeAt(root, path)
  if (there === undefined || !isOurServer(jsonAt(body, there))) return { ok: true, text }
  const wasThere = (container: Node) => created?.[createdKey(getNodePath(container).map(String))] !== null
  return { ok: true, text: bom + cutCommented(body, [there], wasThere) }
}

/** Whether Hindcast's server is configured there. */
export function hasServer(text: string, name: string, projectDir?: string): boolean {
  const document = readDocument(text)
  const there = document.ok ? nodeAt(document.root, [...containerOf(projectDir), name]) : undefined
  return document.ok && there !== undefined && isOurServer(jsonAt(document.body, there))
}

/** Distinguishes Hindcast's relay, whatever its version and path, from a person's own server with the same name. */
function isOurServer(server: unknown): boolean {
  const { command, args } = (server ?? {}) as Record<string, unknown>
  return typeof command === 'string' && isLauncher(command) && Array.isArray(args) && args[0] === 'mcp'
}

const containerOf = (projectDir: string | undefined): readonly string[] =>
  projectDir === undefined ? ['mcpServers'] : ['projects', projectDir, 'mcpServers']

function readPath(text: string, path: readonly string[]): SettingsDocument | Refusal {
  const document = readDocument(text)
  if (!document.ok) return document
  let node = document.root
  for (const [n, key] of path.entries()) {
    if (node && node.type !== 'object')
      return refusalAt(document.body, node.offset, `"${path[n - 1]}" is not an object`, 'make it an object: {}')
    const twice = membersOf(node, key)[1]
    if (twice) return refusalAt(document.body, twice.offset, `it has the key "${key}" twice`, 'remove one of the two')
    node = memberOf(node, key)
  }
  return document
}
