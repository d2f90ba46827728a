import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { embeddedScripts } from '../ecmascript/embedded.ts'

/** The scripts of pages. */
export default embeddedScripts({ name: cleanLiteral`html`, endings: ['.html', '.htm'], globals: [] })
