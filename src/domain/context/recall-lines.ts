import type { ContextItem } from '../effects.ts'
import { baseName, relativePath } from '../paths.ts'
import type { RecallCandidate } from '../retrieval/recall.ts'
import { quote, shownPath } from './quote.ts'
import { when } from './times.ts'
import { failureSaid } from './voice.ts'

/** What stands above what is recalled. */
export const RECALL_HEAD = 'Related work'
/** Where the rest is to be had. */
export const RECALL_FOOT = 'Whole records: `show` with an id (MCP server hindcast; in a shell `hindcast show ID`).'

const TITLE = 140
const LINE = 260
const MAX_FILES = 3

/** `now`: when they are told; `root`: the folder that paths are told from. */
interface Telling {
  readonly now: number
  readonly depth: 'rich' | 'light'
  readonly root?: string | undefined
}

/** Recalled records as lines, best first: id, when, what was done, files, what of it answers; without that where `light`. */
export function recallLines(records: readonly RecallCandidate[], telling: Telling): ContextItem[] {
  return records.map((record, at) => {
    const answer = telling.depth === 'light' ? '' : answerOf(record)
    return {
      text: [headOf(record, telling), answer].filter(Boolean).join('\n'),
      ids: [record.id],
      rank: -at,
      isPersons: record.by === 'user',
    }
  })
}

function headOf({ id, at, kind, type, title, voice, files }: RecallCandidate, { now, root }: Telling): string {
  const named = title.replace(ENDS_IN_FILES, '')
  const what = `${kind === 'observation' ? `${type}: ` : ''}${voice} ${quote(named, TITLE)}`
  const unnamed = files.filter((file) => !named.includes(baseName(file)))
  const shown = unnamed.slice(0, MAX_FILES).map((file) => shownPath(within(file, root)))
  const more = unnamed.length > MAX_FILES ? ` +${unnamed.length - MAX_FILES}` : ''
  return `${id} ${when(at, now)}, ${what}${shown.length > 0 ? ` (${shown.join(', ')}${more})` : ''}`
}

/** A distilled title may end in the file that changed most, and how many others did. */
const ENDS_IN_FILES = / \([^\s()]+\.\w+(?: \+\d+)?\)$/

/** A path as it is told: from the root on where it lies in it, else its name. */
function within(file: string, root: string | undefined): string {
  const path = relativePath(file, root)
  return path.startsWith('/') ? baseName(path) : path
}

/** What of a record answers, with whose word it is: what was observed needs nobody's. */
function answerOf({ line, by }: RecallCandidate): string {
  if (line === '') return ''
  return `  ${by === 'observed' ? failureSaid(line, LINE) : `${by} ${SAID[by]} ${quote(line, LINE)}`}`
}

const SAID = { user: 'said', agent: 'reported' } as const
