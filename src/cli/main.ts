#!/usr/bin/env node
// Folder src/cli/: the command line; `up`, install, uninstall; why no daemon could be reached or started

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { homeOf } from '../config/home.ts'
import { load } from '../daemon/compiled.ts'
import { answerHook } from '../hook/hook.ts'
import { installedApp } from './install.ts'

const dist = dirname(fileURLToPath(import.meta.url))
const [what, ...rest] = process.argv.slice(2)
const isHelp = rest.length === 1 && (rest[0] === '--help' || rest[0] === '-h')

// What clients start loads nothing that only people need.
async function main(): Promise<void> {
  if (what === 'hook' && !isHelp) {
    const host = rest.find((word) => word.startsWith('--host='))?.slice('--host='.length)
    return answerHook({ home: homeOf().dir, app: await installedApp(homeOf(), dist), host })
  }
  if (what === 'mcp' && !isHelp) {
    process.env.HINDCAST_HOME = homeOf().dir
    return void (await import('../hook/mcp-relay.ts'))
  }
  // `| head` closes the pipe early: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const { runCommandLine } = load(join(dist, 'cli-run.js'), homeOf().cache, 'exit') as typeof import('./run.ts')
  await runCommandLine(what === undefined ? [] : [what, ...rest], dist)
}

void main()
