import type { Language } from '../../language.ts'
import { lowerModule } from '../ecmascript/lower.ts'
import { manifestNames } from '../ecmascript/resolving/manifests.ts'
import { ecmascriptResolver } from '../ecmascript/resolving/resolver.ts'
import { isTest, semantics } from '../ecmascript/semantics.ts'

const typescript: Language = {
  name: 'typescript',
  grammars: { '.ts': 'typescript', '.mts': 'typescript', '.cts': 'typescript', '.tsx': 'tsx' },
  // A line that begins with type parameters begins a signature; the grammar takes it for arguments of the line before
  separated: (text) => text.replace(/^[ \t](?=[ \t]*<\w)/gm, ';'),
  manifests: manifestNames,
  lower: (root, text) => lowerModule(root, text, false),
  resolver: ecmascriptResolver,
  semantics,
  isTest,
}

/** TypeScript and TSX. */
export default typescript
