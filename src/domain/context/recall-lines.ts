import { baseName, relativePath } from '@hindcast/text/paths.ts'
import type { ContextItem } from '../effects.ts'
import { failureSaid } from '../memory/title-voice.ts'
import { quote, shownPath } from '../quote.ts'
import type { RecalledRecord } from '../retrieval/recall.ts'
import { isScratch } from '../scratch.ts'
import { when } from './times.ts'

/** The heading above recalled records. */
export const RECALL_HEAD = 'Related work'
/** Tells the agent where to find the rest. */
export const RECALL_FOOT = 'Whole records: `show` with an id (MCP server hindcast; in a shell `hindcast show ID`).'

const TITLE = 140
const LINE = 260
const MAX_FILES = 3

/** How to show the records: `now` is the time they are shown at, and paths are relative to `root`. */
interface Telling {
  readonly now: number
  readonly depth: 'rich' | 'light'
  readonly root?: string | undefined
}

/** Recalled records as lines, best first: id, time, what was done, files and, unless `light`, the line that answers. */
export function recallLines(records: readonly RecalledRecord[], telling: Telling): ContextItem[] {
  return records.map((record, at) => {
    const answer = telling.depth === 'light' ? '' : answerOf(record)
    return {
      text: [recordHead(record, telling), answer].filter(Boolean).join('\n'),
      ids: [record.id],
      rank: -at,
      isPersons: record.by === 'user',
      because: record.key,
    }
  })
}

function recordHead({ id, at, kind, type, title, voice, files, key }: RecalledRecord, { now, root }: Telling): string {
  const named = title.replace(ENDS_IN_FILES, '')
  const what = `${kind === 'observation' ? `${type}: ` : ''}${voice} ${quote(named, TITLE)}`
  const unnamed = files.filter((file) => !named.includes(baseName(file)) && !isScratch(file, root))
  const shown = unnamed.slice(0, MAX_FILES).map((file) => shownPath(pathInProject(file, root)))
  const more = unnamed.length > MAX_FILES ? ` +${unnamed.length - MAX_FILES}` : ''
  return `${id} ${when(at, now)}, ${what}${shown.length > 0 ? ` (${shown.join(', ')}${more})` : ''}${key === '' ? '' : `, ${key}`}`
}

/** A distilled title may end with the file that changed most and the number of other files. */
const ENDS_IN_FILES = / \([^\s()]+\.\w+(?: \+\d+)?\)$/

/** A path as it is shown: relative to the root if it lies inside it, otherwise only its name. */
function pathInProject(file: string, root: string | undefined): string {
  const path = relativePath(file, root)
  return path.startsWith('/') ? baseName(path) : path
}

/** The line of a record that answers, and who said it; what was observed has no speaker. */
function answerOf({ line, by }: RecalledRecord): string {
  if (line === '') return ''
  return `  ${by === 'observed' ? failureSaid(line, LINE) : `${by} ${SAID[by]} ${quote(line, LINE)}`}`
}

const SAID = { user: 'said', agent: 'reported' } as const
