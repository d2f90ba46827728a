import type { FileFacts } from './facts.ts'
import type { Language } from './language.ts'
import type { SyntaxNode } from './syntax.ts'

/** Computes a file's facts from its syntax tree. */
export function analyse(language: Language, root: SyntaxNode, text: string): FileFacts {
  const module = language.lower(root, text)
  return {
    outline: {
      language: language.name,
      lines: text.split('\n').length,
      doc: module.doc,
      entities: [],
      imports: [],
      errors: [],
      isGenerated: false,
    },
    flows: { names: { calls: [], defines: [], extends: [] } },
  }
}
