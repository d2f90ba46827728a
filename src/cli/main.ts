#!/usr/bin/env node
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { homeOf } from '../config/home.ts'
import { asHindcastError } from '../domain/errors.ts'
import { answerHook } from '../hook/hook.ts'
import { operations } from '../operations/registry.ts'
import { type Operation, parseInput } from '../operations/verb/operation.ts'
import { callDaemon, ensureDaemon, runningDaemon } from './call.ts'
import { installedApp } from './install.ts'
import { offlinePorts } from './offline.ts'
import { paintFor } from './paint.ts'
import { buildProgram } from './program.ts'
import { upCommand } from './up.ts'

const dist = dirname(fileURLToPath(import.meta.url))
const home = homeOf()

// `| head` closes the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const STARTED_BY_CLIENTS = `
What clients start:
  hook             answers one event: JSON on stdin, JSON on stdout
  mcp              the MCP server, on stdio`

await main(process.argv.slice(2))

async function main(words: string[]): Promise<void> {
  if (words[0] === 'hook') return answerHook({ home: home.dir, app: await installedApp(home, dist) })
  if (words[0] === 'mcp') return void (await import('../hook/mcp-relay.ts'))
  const program = buildProgram(operations, runVerb)
  program.addCommand(upCommand(home, dist))
  program.addHelpText('after', STARTED_BY_CLIENTS)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (thrown) {
    if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : 2
    else fail(thrown)
  }
}

/** A verb is run by the daemon; without one, here if it can do without, else the daemon is started. */
async function runVerb(
  operation: Operation,
  given: Record<string, unknown>,
  { json, follow }: { json: boolean; follow: boolean },
): Promise<void> {
  const input = parseInput(operation, given)
  const daemon = await runningDaemon(home)
  const output =
    !daemon && operation.whenDown
      ? await operation.whenDown(input, offlinePorts(home))
      : await callDaemon(daemon ?? (await ensureDaemon(home, await installedApp(home, dist))), operation.name, given)
  const text = json ? JSON.stringify(output, null, 2) : operation.render(output, paintFor(process.stdout))
  process.stdout.write(`${text}\n`)
  if (follow && operation.follow)
    for await (const line of operation.follow(offlinePorts(home))) process.stdout.write(`${line}\n`)
}

function fail(thrown: unknown): void {
  const error = asHindcastError(thrown)
  process.stderr.write(`${paintFor(process.stderr).red('hindcast:')} ${error.message}\n`)
  process.exitCode = error.code === 'bad-input' ? 2 : 1
}
