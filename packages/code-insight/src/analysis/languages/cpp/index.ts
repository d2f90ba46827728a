import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { thinLanguage } from '../../thin/language.ts'
import { includeResolver } from '../../thin/resolving.ts'
import { withoutMacros } from '../c/parsable-text.ts'
import { convertible, library, syntax } from '../c/syntax.ts'

const ENDINGS = ['.cc', '.cpp', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl', '.tpp', '.cppm', '.ixx']

/** C++, as far as what is written says it. */
export default thinLanguage({
  name: cleanLiteral`cpp`,
  grammars: Object.fromEntries(ENDINGS.map((ending) => [ending, 'cpp'])),
  parsableText: withoutMacros,
  manifests: [],
  syntax,
  builtins: [],
  byName: { module: 'program', hasImplicitReceiver: true, hasSmartPointers: true, family: 'c', convertible },
  resolver: includeResolver(library),
  isTest: (path) => /(?:^|\/)tests?\/|(?:^|[/_-])tests?\.[a-z+]+$/i.test(path),
})
