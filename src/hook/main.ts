import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerHook } from './hook.ts'

const app = dirname(fileURLToPath(import.meta.url))

await answerHook({ home: process.env.HINDCAST_HOME || resolve(app, '../..'), app })
