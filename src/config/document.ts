import { type Document, isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { HindcastError } from '../domain/errors.ts'

/** A file's text as YAML, with its comments and order. Throws `bad-config` where it is not YAML. */
export function documentOf(text: string, file: string): Document {
  const document = parseDocument(text)
  const first = document.errors[0]
  if (first)
    throw new HindcastError('bad-config', `${file} is not YAML: ${first.message.split('\n')[0]?.replace(/:$/, '')}`)
  return document
}

/** A document as plain values. Throws `bad-config` if it is not a map, or its aliases would expand without bound. */
export function valuesOf(document: Document, file: string): object {
  const value = plain(document, file)
  if (typeof value === 'object' && !Array.isArray(value)) return value
  throw new HindcastError('bad-config', `${file} holds no settings: expected lines such as port: 4711`)
}

function plain(document: Document, file: string): object {
  try {
    return document.toJS() ?? {}
  } catch (error) {
    throw new HindcastError('bad-config', `${file} is not YAML: ${(error as Error).message}`)
  }
}

/** Sets a key where it already is, dotted or nested; else nested, unless something that is not a map is in the way. */
export function setValue(document: Document, key: string, value: unknown): void {
  const path = key.split('.')
  const above = path.length > 1 ? document.getIn(path.slice(0, -1)) : undefined
  const isInTheWay = above !== undefined && !isMap(above)
  if (!isMap(document.contents)) document.contents = document.createNode({}) as typeof document.contents
  document.setIn(document.has(key) || isInTheWay ? [key] : path, value)
}

/** Removes a key, dotted or nested, and a group that it leaves empty; comment lines above the key stay. */
export function drop(document: Document, key: string): void {
  if (!isMap(document.contents)) return
  dropFrom(document.contents, [key])
  dropFrom(document.contents, key.split('.'))
}

function dropFrom(map: YAMLMap, [name, ...rest]: readonly string[]): void {
  const at = map.items.findIndex(({ key }) => String(key) === name)
  const pair = map.items[at]
  if (pair === undefined) return
  if (rest.length > 0) {
    if (!isMap(pair.value)) return
    dropFrom(pair.value, rest)
    if (pair.value.items.length > 0) return
  }
  map.items.splice(at, 1)
  keepComment(map, pair, map.items[at])
}

/** A comment above a removed key moves to the next one, or to the end of the map. */
function keepComment(map: YAMLMap, { key }: Pair, next: Pair | undefined): void {
  const comment = isScalar(key) ? key.commentBefore : undefined
  if (!comment) return
  const joined = (other: string | null | undefined) => [comment, other].filter(Boolean).join('\n')
  if (isScalar(next?.key)) next.key.commentBefore = joined(next.key.commentBefore)
  else map.comment = joined(map.comment)
}
