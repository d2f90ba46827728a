import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { Language } from '../../language.ts'
import { conventions } from '../ecmascript/conventions.ts'
import { lowerModule } from '../ecmascript/lower.ts'
import { manifestNames } from '../ecmascript/resolving/manifests.ts'
import { ecmascriptResolver } from '../ecmascript/resolving/resolver.ts'
import { isTest, semantics } from '../ecmascript/semantics.ts'
import { parsableText } from './parsable-text.ts'

const typescript: Language = {
  name: cleanLiteral`typescript`,
  tier: 'full',
  grammars: { '.ts': 'typescript', '.mts': 'typescript', '.cts': 'typescript', '.tsx': 'tsx' },
  parsableText,
  manifests: manifestNames,
  lower: (root, text) => lowerModule(root, text, false),
  resolver: ecmascriptResolver,
  semantics,
  // There is a word for what is private
  conventions: { ...conventions, privateName: /^#/ },
  folderFile: 'index',
  declares: /\.d\.[cm]?ts$/,
  isTest,
}

/** TypeScript and TSX. */
export default typescript
