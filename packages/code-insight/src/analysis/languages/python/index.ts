import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { Language } from '../../language.ts'
import { conventions } from './conventions.ts'
import { lowerModule } from './lower.ts'
import { MANIFESTS, resolver } from './resolver.ts'
import { semantics } from './semantics.ts'

const python: Language = {
  name: cleanLiteral`python`,
  tier: 'full',
  grammars: { '.py': 'python', '.pyi': 'python', '.pyw': 'python' },
  shebang: /^#!.*\bpython/,
  manifests: MANIFESTS,
  lower: lowerModule,
  resolver,
  semantics,
  conventions,
  folderFile: '__init__',
  declares: /\.pyi$/,
  isTest: (path) => /(^|\/)(_?tests?\/|conftest\.py$|test_[^/]*\.pyi?$|[^/]*_test\.pyi?$|tests\.py$)/.test(path),
}

export default python
