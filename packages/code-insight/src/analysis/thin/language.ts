import type { CallsByName, ImportResolver, Language } from '../language.ts'
import { namesOnly } from '../semantics.ts'
import { thinLowering } from './lower.ts'
import { type Reshaping, reshapeTree } from './reshape.ts'
import type { ThinSyntax } from './syntax.ts'

/** A thin language: outlines, imports, and calls by their names. What nothing uses is not judged in it. */
export interface ThinLanguage
  extends Pick<
    Language,
    'name' | 'grammars' | 'dialect' | 'shebang' | 'manifests' | 'isTest' | 'isMarkup' | 'parsableText'
  > {
  readonly syntax: ThinSyntax
  /** Turns the grammar's tree into one that `syntax` speaks of, where they differ. */
  readonly reshape?: Reshaping | undefined
  /** Free names that belong to the language. */
  readonly builtins: readonly string[]
  readonly byName: CallsByName
  resolver(project: Parameters<Language['resolver']>[0]): ImportResolver
}

/** A language of what its grammar's types of nodes mean. */
export function thinLanguage({ syntax, reshape = {}, builtins, ...parts }: ThinLanguage): Language {
  const lower = thinLowering(syntax)
  return {
    ...parts,
    tier: 'structural',
    lower: (root, text) => lower(Object.keys(reshape).length > 0 ? reshapeTree(root, reshape, text) : root, text),
    semantics: namesOnly(builtins),
  }
}
