import type { ChangedEntity, CodeAnswer, Entity, FileOutline } from '@hindcast/code-insight'
import { cappedLines, cutSignature, entityLine } from './code-lines.ts'
import { count } from './words.ts'

type Of<K extends CodeAnswer['kind']> = Extract<CodeAnswer, { kind: K }>

/** An outline: of one file all of it, of several only signatures, without what is nested. */
export function outlineLines({ files, more }: Of<'outline'>, limit: number): readonly string[] {
  const [only, ...others] = files
  if (only === undefined) return []
  if (others.length === 0) return [...outlineHead(only), ...cappedLines(entitiesOf(only, true), limit * OF_ONE_FILE)]
  const lines = files.flatMap((file) => [file.file, ...entitiesOf(file, false)])
  return [
    ...cappedLines(lines, limit * OF_ONE_FILE),
    ...(more === 0 ? [] : [`and ${count(more, 'more file', 'more files')}`]),
  ]
}

/** Who asks for the outline of a file wants it whole. */
const OF_ONE_FILE = 10

function outlineHead({ file, language, lines, doc, imports, errors }: FileOutline): readonly string[] {
  const modules = [...new Set(imports.map(({ module }) => module))]
  return [
    `${file} (${language}, ${count(lines, 'line')})${doc === undefined ? '' : ` — ${doc}`}`,
    ...(modules.length === 0 ? [] : [`imports ${modules.join(', ')}`]),
    ...errors.slice(0, MOST_ERRORS).map(({ from, to }) => `syntax error in lines ${from}-${to}`),
  ]
}

const MOST_ERRORS = 3

function entitiesOf({ entities }: FileOutline, nested: boolean): readonly string[] {
  const depths = new Map<number, number>()
  return entities.flatMap((entity, at) => {
    const depth = entity.parent === undefined ? 1 : (depths.get(entity.parent) ?? 0) + 1
    depths.set(at, depth)
    const isShown = nested ? !isDetail(entity, entities) : depth === 1 && entity.kind !== 'variable'
    return isShown ? ['  '.repeat(depth) + entityOf(entity, nested)] : []
  })
}

/** A variable within a function. */
const isDetail = ({ kind, parent }: Entity, all: readonly Entity[]): boolean => {
  const around = parent === undefined ? undefined : all[parent]?.kind
  return kind === 'variable' && (around === 'function' || around === 'method')
}

function entityOf({ startLine, endLine, kind, name, signature, doc }: Entity, withDoc: boolean): string {
  const span = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`
  return `${span} ${cutSignature(signature || `${kind} ${name}`)}${doc === undefined || !withDoc ? '' : ` — ${doc}`}`
}

/** Changes, each with how many depend on it and the first of them. */
export function diffLines({ changes, otherFiles }: Of<'diff'>, limit: number): readonly string[] {
  const others = otherFiles.slice(0, MOST_OTHERS).join(', ')
  const more = otherFiles.length > MOST_OTHERS ? ` and ${otherFiles.length - MOST_OTHERS} more` : ''
  return [
    ...cappedLines(changes.flatMap(changeLines), limit * 2),
    ...(otherFiles.length === 0 ? [] : [`other changed files: ${others}${more}`]),
  ]
}

const MOST_OTHERS = 10

function changeLines(change: ChangedEntity): readonly string[] {
  const { movedFrom, before, dependents } = change
  const [shown, more] = [dependents.slice(0, MOST_DEPENDENTS), dependents.length - MOST_DEPENDENTS]
  const places = shown.map(({ file, line, name }) => `${file}:${line} ${name}`).join(', ')
  return [
    `${change.change} ${entityLine(change)}`,
    ...(before === undefined ? [] : [`  was ${cutSignature(before)}`]),
    ...(movedFrom === undefined ? [] : [`  was at ${movedFrom.file}:${movedFrom.line} ${movedFrom.name}`]),
    ...(shown.length === 0 ? [] : [`  used by ${places}${more > 0 ? ` and ${more} more` : ''}`]),
  ]
}

const MOST_DEPENDENTS = 5
