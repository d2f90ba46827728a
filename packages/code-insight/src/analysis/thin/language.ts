import type { CallsByName, ImportResolver, Language } from '../language.ts'
import { thinLowering } from './lower.ts'
import type { ThinSyntax } from './syntax.ts'

/** A thin language: outlines, imports, and calls by their names. What nothing uses is not judged in it. */
export interface ThinLanguage
  extends Pick<Language, 'name' | 'grammars' | 'dialect' | 'parsableText' | 'shebang' | 'manifests' | 'isTest'> {
  readonly syntax: ThinSyntax
  /** Free names that belong to the language. */
  readonly builtins: readonly string[]
  readonly byName: CallsByName
  resolver(project: Parameters<Language['resolver']>[0]): ImportResolver
}

/** A language of what its grammar's types of nodes mean. */
export function thinLanguage({ syntax, builtins, ...parts }: ThinLanguage): Language {
  return {
    ...parts,
    lower: thinLowering(syntax),
    semantics: {
      constructor: '',
      explicitSelf: false,
      classMember: '',
      callsClasses: false,
      implicit: {},
      models: [],
      commonMethods: new Set(),
      closedModules: new Set(),
      globals: new Set(builtins),
      scoping: 'block',
      exportsAll: true,
      transparentTypes: new Set(),
      classTypes: new Set(),
    },
  }
}
