import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addedToCalls } from './client/calls.ts'
import { coldDaemon } from './client/cold.ts'
import { firstCaptured, installed } from './client/install.ts'
import { type Row, rowsAsTable, say } from './client/rows.ts'
import { addedToStarts } from './client/starts.ts'

/**
 * What Hindcast costs in the real Claude Code, offline, with the scripted model (run `npm run build` first): a tool call
 * (Pre and Post), a session start, a cold daemon, and the time from the packed file to the first recorded event. Each arm
 * has a home of its own, and the arms take turns. Bounds are 95 % intervals from resampling the rounds.
 * `--against DIR`: the dist of another build, as one more arm of `calls` and `cold`.
 * A hook before and after each call cost 7.4 ms a call [5.6, 9.1] more than one that does nothing, one after it -.3 [-3.5, 2.6]
 * (9 rounds of 200); with the launcher starting the daemon, a cold answer fell from 457 ms to 254 to 281 (9 each).
 *   npm run bench -- client [calls|starts|cold|install …] [--calls 200] [--rounds 9] [--against DIR]
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    calls: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '9' },
    against: { type: 'string' },
    installed: { type: 'string' },
  },
})
const [calls, rounds] = [Number(values.calls), Number(values.rounds)]
const against = values.against && resolve(values.against)
const asked = positionals.length > 0 ? positionals : ['calls', 'starts', 'cold', 'install']

// Only installing needs a package registry; everything else runs without a network
if (values.installed === undefined) process.exitCode = await isolated()
else await measure(JSON.parse(values.installed) as { folder: string; seconds: number })

async function isolated(): Promise<number> {
  const install = asked.includes('install') ? await installed() : { folder: '', seconds: 0, remove: () => undefined }
  const { remove, ...rest } = install
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1), '--installed', JSON.stringify(rest)]
  const { status } = spawnSync(resolve('scripts/in-netns'), words, { stdio: 'inherit' })
  remove()
  return status ?? 1
}

async function measure(install: { folder: string; seconds: number }): Promise<void> {
  const parts: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
    calls: () => addedToCalls(calls, rounds, against),
    starts: () => addedToStarts(rounds),
    cold: () => coldDaemon(rounds, against),
    install: () => firstCaptured(install),
  }
  const rows: Row[] = []
  for (const name of asked) {
    const part = parts[name]
    if (part === undefined) throw new Error(`${name} is no part: ${Object.keys(parts).join(', ')}`)
    const began = performance.now()
    rows.push(...(await part()))
    say(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`)
  }
  process.stdout.write(`\n${rowsAsTable(rows)}\n`)
}
