import { type Document, isMap, parseDocument } from 'yaml'
import { HindcastError } from '../domain/errors.ts'

/** A file's text as YAML, with its comments and order. Throws `bad-config` where it is not YAML. */
export function documentOf(text: string, file: string): Document {
  const document = parseDocument(text)
  const first = document.errors[0]
  if (first)
    throw new HindcastError('bad-config', `${file} is not YAML: ${first.message.split('\n')[0]?.replace(/:$/, '')}`)
  return document
}

/** A document as plain values. Throws `bad-config` where it is not a map, or its aliases would fill the memory. */
export function valuesOf(document: Document, file: string): object {
  const value = plain(document, file)
  if (typeof value === 'object' && !Array.isArray(value)) return value
  throw new HindcastError('bad-config', `${file} is not a map of keys and values`)
}

function plain(document: Document, file: string): object {
  try {
    return document.toJS() ?? {}
  } catch (error) {
    throw new HindcastError('bad-config', `${file} is not YAML: ${(error as Error).message}`)
  }
}

/** Sets a key where it already is, dotted or nested; else nested, unless something that is not a map is in the way. */
export function put(document: Document, key: string, value: unknown): void {
  const path = key.split('.')
  const above = path.length > 1 ? document.getIn(path.slice(0, -1)) : undefined
  const isInTheWay = above !== undefined && !isMap(above)
  if (!isMap(document.contents)) document.contents = document.createNode({}) as typeof document.contents
  document.setIn(document.has(key) || isInTheWay ? [key] : path, value)
}
