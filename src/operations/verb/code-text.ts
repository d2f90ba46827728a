import type { CodeAnswer, SnippetCall, SymbolLocation, UnresolvedCall } from '@hindcast/code-insight'
import { amongParsed, calleesLines, callersLines, edgeLine, impactLines, mentionLines } from './code-calls.ts'
import type { contextOf } from './code-context.ts'
import type { CodeInput } from './code-input.ts'
import { cappedLines, entityLine } from './code-lines.ts'
import { diffLines, outlineLines } from './code-outline.ts'
import type { Screen } from './operation.ts'
import { count } from './words.ts'

/** What the verb answers. */
type Output = CodeAnswer | ReturnType<typeof contextOf>

/** An answer in as few words as say it, every place as `path:line`. */
export function codeText(answer: Output, screen: Screen, { limit = LINES }: Pick<CodeInput, 'limit'>): string {
  const lines = answerLines(answer, limit)
  const text = lines.length === 0 ? [(NOTHING[answer.kind] ?? 'Nothing found') + (amongParsed(answer) || '.')] : lines
  return [
    ...text,
    ...mentionLines(answer, limit),
    ...unresolvedLines(answer),
    ...[...tierLines(answer), ...stateLines(answer)].map((line) => screen.dim(line)),
  ].join('\n')
}

const LINES = 40

const NOTHING: Readonly<Record<string, string>> = {
  search: 'No symbol matches',
  signatures: 'The snippet calls nothing that this project defines',
  diff: 'No function or class changed',
  imports: 'It imports nothing',
  importers: 'Nothing imports it',
}

function answerLines(answer: Output, limit: number): readonly string[] {
  switch (answer.kind) {
    case 'outline':
      return outlineLines(answer, limit)
    case 'diff':
      return diffLines(answer, limit)
    case 'search':
      return cappedLines(answer.results.map(entityLine), limit)
    case 'dead':
      return [
        ...(answer.dead.length > 0 ? cappedLines(answer.dead.map(entityLine), limit) : [noDead(answer)]),
        ...perhapsLines(answer),
      ]
    case 'candidates':
      return [
        `'${answer.target}' may be one of these; pass path:line`,
        ...cappedLines(answer.candidates.map(entityLine), limit),
      ]
    case 'callers':
      return callersLines(answer, limit)
    case 'callees':
      return calleesLines(answer, limit)
    case 'graph':
      return cappedLines(answer.edges.map(edgeLine), limit)
    case 'impact':
      return impactLines(answer, limit)
    case 'imports':
    case 'importers':
      return importLines(answer, limit)
    case 'arch':
      return archLines(answer, limit)
    case 'signatures':
      return cappedLines(answer.calls.flatMap(snippetLines), limit)
    case 'index':
      return cappedLines(Object.entries(answer.symbols).flatMap(symbolLines), limit)
    case 'context':
      return [JSON.stringify(answer, null, 2)]
    case 'unknown':
      return [answer.why + amongParsed(answer)]
  }
}

type Of<K extends CodeAnswer['kind']> = Extract<CodeAnswer, { kind: K }>

/** Signatures, with what was called where only its name says what it may be. */
const snippetLines = ({ name, isByName, targets }: SnippetCall): readonly string[] =>
  isByName
    ? [`by its name alone, ${name}:`, ...targets.map((each) => `  ${entityLine(each)}`)]
    : targets.map(entityLine)

const symbolLines = ([name, places]: [string, SymbolLocation | readonly SymbolLocation[]]): readonly string[] =>
  [places].flat().map(({ type, location }) => `${location} ${type} ${name}`)

function importLines(answer: Of<'imports'> | Of<'importers'>, limit: number): readonly string[] {
  if (answer.kind === 'importers')
    return cappedLines(
      answer.importers.map(({ file, line, names, through }) => {
        const from = through === undefined ? '' : ` (through ${through})`
        return `${file}:${line} ${names.join(', ')}${from}`
      }),
      limit,
    )
  const rows = answer.imports.map(({ module, line, names, files, outside, isType, isExport }) => {
    const where = files.length > 0 ? files.join(', ') : `${outside ?? module} (package)`
    const how = [isType && 'type', isExport && 're-export'].filter(Boolean)
    const said = names.length > 0 ? `: ${names.join(', ')}` : ''
    return `  ${line} ${where}${said}${how.length > 0 ? ` (${how.join(', ')})` : ''}`
  })
  return rows.length === 0 ? [] : [`${answer.file} imports, by line:`, ...cappedLines(rows, limit)]
}

function archLines({ folders, cycles }: Of<'arch'>, limit: number): readonly string[] {
  const rows = folders.map(({ folder, layer, files, uses }) => {
    const used = uses.length > MOST_USES ? [...uses.slice(0, MOST_USES), `${uses.length - MOST_USES} more`] : uses
    return `${layer}  ${folder} (${count(files, 'file')})${used.length > 0 ? ` → ${used.join(', ')}` : ''}`
  })
  const circles = cycles.map(
    (files) => `  ${files.slice(0, MOST_USES).join(' ↔ ')}${files.length > MOST_USES ? ' …' : ''}`,
  )
  return [
    'layer  folder → what it uses',
    ...cappedLines(rows, limit),
    ...(circles.length === 0
      ? ['no files import each other in circles']
      : [`${count(circles.length, 'circle')} of imports:`, ...cappedLines(circles, limit)]),
  ]
}

const MOST_USES = 8

/** Nothing is dead where nothing was looked at, as in a package that holds only what was built. */
const noDead = ({ entities }: Of<'dead'>): string =>
  entities > 0 ? 'Nothing found that is certainly unused.' : 'No functions, methods or classes in source to look at.'

/** What is only perhaps unused, a line for each reason. */
function perhapsLines({ perhaps }: Of<'dead'>): readonly string[] {
  return [...new Set(perhaps.map(({ why }) => why))].map((why) => {
    const own = perhaps.filter((each) => each.why === why)
    const places = own.slice(0, MOST_USES).map(({ file, line, name }) => `${file}:${line} ${name}`)
    const more = own.length > MOST_USES ? ` and ${(own.length - MOST_USES).toLocaleString('en')} more` : ''
    return `perhaps unused, but ${why}: ${places.join(', ')}${more}`
  })
}

function unresolvedLines({ unresolved }: { readonly unresolved: readonly UnresolvedCall[] }): readonly string[] {
  if (unresolved.length === 0) return []
  const shown = unresolved.slice(0, MOST_UNRESOLVED)
  const reasons = [...new Set(shown.map(({ why }) => why))].map((why) => {
    const own = shown.filter((each) => each.why === why)
    return `${why}: ${own.map(({ file, line, text }) => `${file}:${line} ${text}`).join('; ')}`
  })
  const more = unresolved.length - shown.length
  return [`unresolved, ${reasons.join('; ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`]
}

const MOST_UNRESOLVED = 5

/** By what less than full analysis parts of the answer were found; nothing if all is full. */
function tierLines(answer: Output): readonly string[] {
  const { kind, tiers } = answer
  const { structural } = tiers
  // Where lines of text are listed, that is said above them
  const text = 'mentions' in answer && answer.mentions !== undefined ? undefined : tiers.text
  const doubt = OF_CALLS.has(kind) ? ', calls by name: some may be missing, or mean another of that name' : ''
  const parts = [
    ...(structural === undefined ? [] : [`structural (${structural.join(', ')}${doubt})`]),
    ...(text === undefined ? [] : [`text (${text.join(', ')})`]),
  ]
  return parts.length === 0 ? [] : [`note: found by ${parts.join('; ')}`]
}

/** Answers that hold calls. */
const OF_CALLS: ReadonlySet<string> = new Set(['callers', 'callees', 'graph', 'impact'])

/** What limits the answer: an index that is not complete, or changes that are still being followed. */
function stateLines(answer: Output): readonly string[] {
  const { kind, index, notes } = answer
  const { complete, files, filesIndexed, pending } = index
  return [
    ...notes.map((note) => `note: ${note}`),
    ...(complete || isOfFile(answer)
      ? []
      : [
          `note: ${filesIndexed.toLocaleString('en')} of ${count(files, 'file')} indexed so far; ask again for the rest`,
        ]),
    ...(pending === 0 || WITHOUT_CALLS.has(kind)
      ? []
      : [`note: calls of ${count(pending, 'file')} are being brought up to date`]),
  ]
}

/** What a file says of itself does not depend on others. */
const isOfFile = (answer: Output): boolean =>
  answer.kind === 'imports' || (answer.kind === 'outline' && answer.files.length === 1)

/** Answers that are complete without calls. */
const WITHOUT_CALLS: ReadonlySet<string> = new Set([
  'outline',
  'search',
  'candidates',
  'imports',
  'signatures',
  'index',
])
