import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { embeddedScripts } from '../ecmascript/embedded.ts'

/** The front matter and the scripts of Astro's pages. */
export default embeddedScripts({
  name: cleanLiteral`astro`,
  endings: ['.astro'],
  globals: ['Astro'],
  leading: /^(\s*---[ \t]*\r?\n)([\s\S]*?)\n---[ \t]*(?:\r?\n|$)/,
})
