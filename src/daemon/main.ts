import './heap.ts'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { homeOf } from '../config/home.ts'
import { asHindcastError } from '../domain/errors.ts'
import { runDaemon } from './run.ts'

const app = dirname(fileURLToPath(import.meta.url))

try {
  await runDaemon(homeOf(), app)
} catch (thrown) {
  process.stderr.write(`${new Date().toISOString()} hindcast: ${asHindcastError(thrown).message}\n`)
  process.exit(1)
}
