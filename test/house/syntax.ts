import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const parsed = new Map<string, ts.SourceFile>()

/** The syntax tree of a source, parsed once for all checks that run in one worker. */
export function syntaxOf(folder: string, path: string): ts.SourceFile {
  const file = join(folder, path)
  const known = parsed.get(file)
  if (known) return known
  const tree = ts.createSourceFile(path, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true)
  parsed.set(file, tree)
  return tree
}

/** Where a node begins, as people count: from line 1. */
export const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line + 1
