// Folder src/importer/: the process that imports much

import './pace.ts'
import { runImporter } from './run.ts'

const [database = ''] = process.argv.slice(2)
void runImporter(database)
