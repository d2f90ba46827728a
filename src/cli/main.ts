#!/usr/bin/env node
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { homeOf } from '../config/home.ts'
import { answerHook } from '../hook/hook.ts'
import { installedApp } from './install.ts'

const dist = dirname(fileURLToPath(import.meta.url))
const [what, ...rest] = process.argv.slice(2)

// What clients start loads nothing that only people need.
if (what === 'hook') await answerHook({ home: homeOf().dir, app: await installedApp(homeOf(), dist) })
else if (what === 'mcp') {
  process.env.HINDCAST_HOME = homeOf().dir
  await import('../hook/mcp-relay.ts')
} else await (await import('./run.ts')).runCommandLine(what === undefined ? [] : [what, ...rest], dist)
