import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entity } from '../../packages/code-insight/src/analysis/outline.ts'
import { lastName } from '../../packages/code-insight/src/analysis/outline.ts'
import type { Reading } from './reading.ts'
import { sourcesOf } from './sources.ts'

/** A line that has a word, as `grep -n` finds it. */
export interface Hit {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** A program as who has only its files reads it: with `grep -n`, and the functions around what that found. */
export class SearchedFiles {
  readonly #lines = new Map<string, readonly string[]>()
  readonly #functions = new Map<string, readonly Entity[]>()

  /** Reads all files of a folder; where functions begin and end, the outlines say. */
  static async of(folder: string, one: Reading): Promise<SearchedFiles> {
    const found = new SearchedFiles()
    for (const file of sourcesOf(folder)) {
      const answer = await one.ask(folder, { kind: 'outline', target: file })
      const entities = answer.kind === 'outline' ? answer.files.flatMap((each) => each.entities) : []
      found.#functions.set(
        file,
        entities.filter(({ kind }) => kind === 'function' || kind === 'method'),
      )
      found.#lines.set(file, readFileSync(join(folder, file), 'utf8').split('\n'))
    }
    return found
  }

  /** The lines of all files, or of one, that a pattern fits. */
  grep(pattern: RegExp, only?: string): readonly Hit[] {
    const files = only === undefined ? [...this.#lines] : [[only, this.#lines.get(only) ?? []] as const]
    return files.flatMap(([file, lines]) =>
      lines.flatMap((text, at) => (pattern.test(text) ? [{ file, line: at + 1, text }] : [])),
    )
  }

  /** How many functions have a name as the last part of theirs. */
  definitions(name: string): number {
    return [...this.#functions.values()].flat().filter((each) => lastName(each.name) === name).length
  }

  /** The text of the innermost functions around lines, each once. Lines that define a function need no reading. */
  around(places: readonly Pick<Hit, 'file' | 'line'>[]): string {
    const read = new Map<string, string>()
    for (const { file, line } of places) {
      const own = (this.#functions.get(file) ?? []).filter((each) => each.startLine <= line && line <= each.endLine)
      const inner = own.reduce<Entity | undefined>(
        (best, each) => (best && best.startLine > each.startLine ? best : each),
        undefined,
      )
      if (inner === undefined || inner.line === line) continue
      const lines = (this.#lines.get(file) ?? []).slice(inner.startLine - 1, inner.endLine)
      read.set(`${file}:${inner.startLine}`, lines.map((text, at) => `${inner.startLine + at}:${text}\n`).join(''))
    }
    return [...read.values()].join('')
  }

  /** Whole files, each once. */
  whole(files: readonly string[]): string {
    return [...new Set(files)].map((file) => (this.#lines.get(file) ?? []).join('\n')).join('\n')
  }
}
