import type { CallsByName, ImportResolver, Language } from '../language.ts'
import { namesOnly } from '../semantics.ts'
import { thinLowering } from './lower.ts'
import type { ThinSyntax } from './syntax.ts'

/** A thin language: outlines, imports, and calls by their names. What nothing uses is not judged in it. */
export interface ThinLanguage
  extends Pick<Language, 'name' | 'grammars' | 'shebang' | 'manifests' | 'isTest' | 'isMarkup'> {
  readonly syntax: ThinSyntax
  /** Free names that belong to the language. */
  readonly builtins: readonly string[]
  readonly byName: CallsByName
  resolver(project: Parameters<Language['resolver']>[0]): ImportResolver
}

/** A language of what its grammar's types of nodes mean. */
export function thinLanguage({ syntax, builtins, ...parts }: ThinLanguage): Language {
  return { ...parts, tier: 'structural', lower: thinLowering(syntax), semantics: namesOnly(builtins) }
}
