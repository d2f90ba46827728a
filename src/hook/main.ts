// Folder src/hook/: what a client starts: launcher, command hook, MCP relay

import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerHook } from './hook.ts'

/** The launcher passes on curl's exit code, the host's name, and how many hundredths of a second are left. */
const [, , code = '', host, left] = process.argv
/** curl's exit codes for no listener and for a timeout. */
const UNANSWERED = ['7', '28']

const app = dirname(fileURLToPath(import.meta.url))

void answerHook({
  home: process.env.HINDCAST_HOME || resolve(app, '../..'),
  app,
  host: host || undefined,
  isUnanswered: UNANSWERED.includes(code),
  leftMs: left ? Number(left) * 10 : undefined,
})
