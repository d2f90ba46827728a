import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { embeddedScripts } from '../ecmascript/embedded.ts'

const RUNES = ['$state', '$derived', '$effect', '$props', '$bindable', '$inspect', '$host']

/** The scripts of Svelte's components. `$cart` is what the store `cart` holds. */
export default embeddedScripts({
  name: cleanLiteral`svelte`,
  endings: ['.svelte'],
  outputs: ['.svelte-kit'],
  globals: RUNES,
  marks: new RegExp(`(?<![\\w$'"\`])\\$(?=[a-z_])(?!(?:${RUNES.join('|').replaceAll('$', '')})\\b)`, 'gi'),
})
