import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The syntax tree of a source. */
export function syntaxOf(folder: string, path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.ES2023, true)
}

/** Where a node begins, as people count: from line 1. */
export const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line + 1
