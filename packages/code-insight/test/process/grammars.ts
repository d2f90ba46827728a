import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeGrammars } from '../../../../scripts/grammars.mjs'
import type { Language } from '../../src/analysis/language.ts'
import type { ModuleNode } from '../../src/analysis/tree.ts'
import { openParser, type SourceParser } from '../../src/process/parser.ts'

let folder: Promise<string> | undefined
let parser: Promise<SourceParser> | undefined

/** A folder with the grammars that are shipped. */
export function grammarsFolder(): Promise<string> {
  const make = async (): Promise<string> => {
    const path = mkdtempSync(join(tmpdir(), 'hindcast-grammars-'))
    await writeGrammars(path)
    return path
  }
  folder ??= make()
  return folder
}

/** The parser over these, one for all tests. */
export function realParser(): Promise<SourceParser> {
  parser ??= grammarsFolder().then((path) => openParser(path))
  return parser
}

/** The neutral tree of a file's text, by the grammar for its name. */
export async function lowered(language: Language, text: string, path: string): Promise<ModuleNode> {
  const grammar = language.grammars[path.slice(path.lastIndexOf('.'))]
  if (grammar === undefined) throw new Error(`${language.name} has no grammar for ${path}`)
  const { dialect } = language
  const spoken = dialect?.marked.test(text) ? dialect.grammar : grammar
  return language.lower(await (await realParser()).parse(spoken, text), text)
}
