import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { atTerminal } from '../../at-terminal.ts'
import type { World } from './world.ts'

const dist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** How a run of `hindcast` ended. */
export interface Called {
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built program in the project, as this world's person. */
export async function hindcast(world: World, ...words: string[]): Promise<Called> {
  const done = await execa(process.execPath, [join(world.dist ?? dist, 'cli.js'), ...words], {
    cwd: world.project,
    env: world.env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  })
  return { exitCode: done.exitCode, stdout: done.stdout, stderr: done.stderr }
}

/** Runs it with `--json` and returns the document. Throws if it fails. */
export async function hindcastJson<T>(world: World, ...words: string[]): Promise<T> {
  const done = await hindcast(world, ...words, '--json')
  if (done.exitCode !== 0) throw new Error(`hindcast ${words.join(' ')}: exit ${done.exitCode}: ${done.stderr}`)
  return JSON.parse(done.stdout) as T
}

/** Prompts of headless runs teach as much as typed ones from now on; otherwise they teach what a person may approve. */
export async function teachByScript(world: World): Promise<void> {
  await hindcastJson(world, 'config', 'set', 'learn.scripts', 'person')
}

/** Runs a command as a person does, in a terminal. */
export const typed = (world: World, ...words: string[]) =>
  atTerminal([process.execPath, join(world.dist ?? dist, 'cli.js'), ...words], { cwd: world.project, env: world.env })

/** The link of `hindcast open`, which needs a terminal. */
export const linkTo = async (world: World): Promise<string> =>
  (JSON.parse((await typed(world, 'open', '--json')).shown) as { url: string }).url
