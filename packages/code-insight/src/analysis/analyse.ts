import type { FileFacts } from './facts.ts'
import { flowsOf } from './flow/flows-of.ts'
import type { Language } from './language.ts'
import { type Entity, lastName } from './outline.ts'
import { outlineOf } from './outlining.ts'
import type { SyntaxNode } from './syntax.ts'

/** Computes a file's facts from its syntax tree. */
export function analyse(language: Language, root: SyntaxNode, text: string): FileFacts {
  const module = language.lower(root, text)
  const { outline, of } = outlineOf(module, text, language)
  const flows = flowsOf(module, of, text, language)
  if (language.byName === undefined) return { outline, flows }
  // Where names alone lead to what is called, types are among that
  return { outline, flows: { ...flows, names: { ...flows.names, defines: definedIn(outline.entities) } } }
}

const definedIn = (entities: readonly Entity[]): readonly string[] => [
  ...new Set(entities.filter(({ kind }) => kind !== 'variable' && kind !== 'field').map(({ name }) => lastName(name))),
]
