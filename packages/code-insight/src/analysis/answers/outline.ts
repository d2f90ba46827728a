import type { FileOutline, SymbolLocation } from '../code-answers.ts'
import { isCode, languageOf } from '../known-languages.ts'
import type { CodeView } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { targetOf } from './target.ts'

/** What a file, each file of a folder, or an entity consists of. */
export function outlineOf(target: string, view: CodeView): CodeAnswered {
  const found = targetOf(target, view)
  if (found.kind === 'none') return found.answer
  if (found.kind === 'file') {
    const outline = view.outline(found.file)
    if (outline !== undefined) return { kind: 'outline', files: [{ file: found.file, ...outline }], more: 0 }
    return { kind: 'unknown', target, why: `no outline of ${found.file}: ${whyNotParsed(found.file, view)}` }
  }
  if (found.kind === 'folder') return ofFolder(found.folder, view)
  const files = [...new Set(found.entities.map(({ file }) => file))]
  const names = found.entities.map(({ entity }) => entity.name)
  return { kind: 'outline', files: files.flatMap((file) => part(file, names, view)), more: 0 }
}

/** Why nothing is known of what a file consists of; undefined if something is. */
export function whyNotParsed(file: string, view: CodeView): string | undefined {
  if (view.outline(file) !== undefined) return undefined
  const known = view.file(file)
  if (known?.problem !== undefined) return known.problem
  if (languageOf(file) === undefined) return 'it is not in a supported language'
  return known === undefined ? "it is not among the project's files now" : 'it is not indexed yet'
}

/** Why nothing is known of what a file imports or calls; undefined if something is. */
export function whyNoCalls(file: string, view: CodeView): string | undefined {
  const language = languageOf(file)
  const isText = language?.tier === 'text' && view.outline(file) !== undefined
  return isText ? `imports and calls in ${language.name} are not known` : whyNotParsed(file, view)
}

function ofFolder(folder: string, view: CodeView): CodeAnswered {
  const paths = [...view.files(folder)].map(({ path }) => path).filter(isCode)
  const files = paths.slice(0, MOST_FILES).flatMap((file) => {
    const outline = view.outline(file)
    return outline === undefined ? [] : [{ file, ...outline }]
  })
  return { kind: 'outline', files, more: Math.max(0, paths.length - MOST_FILES) }
}

/** More are no outline anybody reads. */
const MOST_FILES = 200

/** An entity and what is nested in it. */
function part(file: string, names: readonly string[], view: CodeView): readonly FileOutline[] {
  const outline = view.outline(file)
  if (outline === undefined) return []
  const isIn = (name: string) => names.some((each) => name === each || name.startsWith(`${each}.`))
  const kept = outline.entities.map((entity, at) => ({ entity, at })).filter(({ entity }) => isIn(entity.name))
  const places = new Map(kept.map(({ at }, place) => [at, place]))
  const entities = kept.map(({ entity }) => {
    const parent = entity.parent === undefined ? undefined : places.get(entity.parent)
    return { ...entity, parent }
  })
  return [{ file, ...outline, entities, imports: [] }]
}

/** Every symbol with its type and its place; several of one name are a list. */
export function symbolsOf(target: string | undefined, view: CodeView): CodeAnswered {
  const found = target === undefined ? { kind: 'folder' as const, folder: '' } : targetOf(target, view)
  if (found.kind === 'none') return found.answer
  const folder = found.kind === 'folder' ? found.folder : ''
  const only = found.kind === 'file' ? found.file : undefined
  const symbols = new Map<string, SymbolLocation[]>()
  for (const { file, entity } of view.entities(folder)) {
    if (only === undefined ? !isCode(file) : file !== only) continue
    const place = { type: entity.kind, location: `${file}:${entity.line}` }
    const known = symbols.get(entity.name)
    if (known) known.push(place)
    else symbols.set(entity.name, [place])
  }
  const one = ([name, all]: [string, SymbolLocation[]]) => {
    const [first] = all
    return [name, all.length === 1 && first ? first : all] as const
  }
  return { kind: 'index', symbols: Object.fromEntries([...symbols].map(one)) }
}
