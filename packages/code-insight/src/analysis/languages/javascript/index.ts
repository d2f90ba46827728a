import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { Language } from '../../language.ts'
import { conventions } from '../ecmascript/conventions.ts'
import { lowerModule } from '../ecmascript/lower.ts'
import { manifestNames } from '../ecmascript/resolving/manifests.ts'
import { ecmascriptResolver } from '../ecmascript/resolving/resolver.ts'
import { isTest, semantics } from '../ecmascript/semantics.ts'

const javascript: Language = {
  name: cleanLiteral`javascript`,
  tier: 'full',
  grammars: { '.js': 'javascript', '.mjs': 'javascript', '.cjs': 'javascript', '.jsx': 'javascript' },
  dialect: { marked: /^[\s\S]{0,1000}?(?:\/\/|\*)\s*@flow\b/, grammar: 'tsx' },
  shebang: /^#!.*\b(?:node|bun|deno)\b/,
  manifests: manifestNames,
  lower: (root, text) => lowerModule(root, text, true),
  resolver: ecmascriptResolver,
  semantics,
  conventions,
  folderFile: 'index',
  isTest,
}

/** JavaScript and JSX; types are read from documentation comments, and Flow's where they stand. */
export default javascript
