import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { embeddedScripts } from '../ecmascript/embedded.ts'

/** The scripts of Svelte's components. */
export default embeddedScripts({
  name: cleanLiteral`svelte`,
  endings: ['.svelte'],
  outputs: ['.svelte-kit'],
  globals: ['$state', '$derived', '$effect', '$props', '$bindable', '$inspect', '$host'],
})
