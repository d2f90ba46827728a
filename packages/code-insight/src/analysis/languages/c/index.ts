import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { thinLanguage } from '../../thin/language.ts'
import { includeResolver } from '../../thin/resolving.ts'
import { withoutMacros } from './parsable-text.ts'
import { convertible, library, makers, syntax } from './syntax.ts'

/** What only C++ has. */
const CPP =
  /^[ \t]*(?:class\s+\w|namespace\b|template\s*<|(?:public|private|protected)\s*:|using\s+\w)|#include <\w+>|\w::~?\w|\boperator\b|\)\s*const\b/m

/** C, and headers, which may be C++'s. */
export default thinLanguage({
  name: cleanLiteral`c`,
  grammars: { '.c': 'c', '.h': 'c' },
  dialect: { marked: CPP, grammar: 'cpp' },
  parsableText: withoutMacros,
  manifests: [],
  syntax,
  builtins: [],
  byName: { module: 'program', hasImplicitReceiver: true, hasSmartPointers: true, family: 'c', makers, convertible },
  resolver: includeResolver(library),
  isTest: (path) => /(?:^|\/)tests?\/|(?:^|[/_-])tests?[^/]*\.[ch]$/.test(path),
})
