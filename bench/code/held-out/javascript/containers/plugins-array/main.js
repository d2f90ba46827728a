import { use, runAll } from './host.js'
import * as spelling from './spelling.js'
import { links } from './links.js'

use(spelling)
use(links)
console.log(runAll('teh http://x'))
