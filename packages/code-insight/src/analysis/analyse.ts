import type { FileFacts } from './facts.ts'
import { flowsOf } from './flow/flows-of.ts'
import type { Language } from './language.ts'
import { outlineOf } from './outlining.ts'
import { structureOf } from './structural/structure-of.ts'
import type { SyntaxNode } from './syntax.ts'

/** Computes a file's facts from its syntax tree. */
export function analyse(language: Language, root: SyntaxNode, text: string): FileFacts {
  const module = language.lower(root, text)
  const { outline, of } = outlineOf(module, text, language)
  const { byName } = language
  const flows = byName ? structureOf(module, outline.entities, of, text, byName) : flowsOf(module, of, text, language)
  return { outline, flows }
}
