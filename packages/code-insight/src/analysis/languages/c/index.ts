import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { thinLanguage } from '../../thin/language.ts'
import { includeResolver } from '../../thin/resolving.ts'
import { withoutMacros } from './parsable-text.ts'
import { library, syntax } from './syntax.ts'

/** C, and headers, which may be C++'s. */
export default thinLanguage({
  name: cleanLiteral`c`,
  grammars: { '.c': 'c', '.h': 'c' },
  dialect: { marked: /^[ \t]*(?:class\s+\w+|namespace\b|template\s*<|public:|private:|using\s+\w)/m, grammar: 'cpp' },
  parsableText: withoutMacros,
  manifests: [],
  syntax,
  builtins: [],
  byName: { module: 'program', hasImplicitReceiver: true, hasSmartPointers: true, family: 'c' },
  resolver: includeResolver(library),
  isTest: (path) => /(?:^|\/)tests?\/|(?:^|[/_-])tests?[^/]*\.[ch]$/.test(path),
})
