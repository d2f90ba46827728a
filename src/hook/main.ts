import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerHook } from './hook.ts'

/** curl's exit codes for no listener and for a timeout; the launcher passes on the code and the host's name. */
const UNANSWERED = ['7', '28']

const app = dirname(fileURLToPath(import.meta.url))

void answerHook({
  home: process.env.HINDCAST_HOME || resolve(app, '../..'),
  app,
  host: process.argv[3] || undefined,
  isUnanswered: UNANSWERED.includes(process.argv[2] ?? ''),
})
