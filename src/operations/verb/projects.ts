import { confirming, countedAs, type Lookalike } from '../../domain/settlement.ts'
import type { OperationPorts } from '../../ports.ts'

/** A project as `--json` gives it. */
export interface ProjectDocument {
  readonly id: string
  readonly name: string
  /** The folder that identifies it, and all folders that count as it. */
  readonly root: string
  readonly paths: readonly string[]
  readonly remotes: readonly string[]
  readonly sessions: number
  /** The project that it seems to be, and the command that settles it; null if there is nothing to decide. */
  readonly looksLike: LookalikeDocument | null
}

/** A project that another seems to be, as `--json` gives it, and the command that settles it. */
export interface LookalikeDocument {
  readonly root: string
  readonly command: string
}

/** The same in a document; null if there is nothing to decide. */
export const lookalikeDocument = (alike: Lookalike | undefined): LookalikeDocument | null =>
  alike === undefined ? null : { root: alike.known.root, command: confirming(alike) }

/** The same in words. */
export const lookalikeWords = ({ root, command }: LookalikeDocument): string =>
  `looks like ${root}; if it is, run ${command}`

/** Every project that has records, with the folders that count as it and what is still to be decided. */
export async function projectDocuments(ports: OperationPorts): Promise<readonly ProjectDocument[]> {
  const places = await ports.settlements.places()
  const own = places.filter(({ id }) => countedAs(id, places) === undefined)
  return Promise.all(
    own.map(async ({ id, name, root }) => {
      const among = places.filter((one) => one.id === id || countedAs(one.id, places)?.id === id)
      const [counts, alike] = await Promise.all([ports.evidence.counts(id), ports.workspace.lookalike(id)])
      const paths = [...new Set([root, ...among.map((one) => one.root)])]
      const remotes = [...new Set(among.flatMap(({ remote }) => remote ?? []))]
      const looksLike = lookalikeDocument(alike)
      return { id, name, root, paths, remotes, sessions: counts.sessions, looksLike }
    }),
  )
}
