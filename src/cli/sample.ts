import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from '../config/environment.ts'
import { HindcastError } from '../domain/errors.ts'
import { type Endpoint, startDaemon, stopDaemon } from '../hook/daemon-process.ts'
import { wrappedLines } from '../operations/verb/layout.ts'
import type { Screen } from '../operations/verb/operation.ts'
import { hosts } from '../wire/registry.ts'
import { callDaemon } from './call.ts'

/** What becomes of a session that was recorded for this purpose. */
export interface Sample {
  readonly prompts: readonly string[]
  readonly remembered: readonly { readonly type: string; readonly title: string }[]
  /** What the next session in that project is told. */
  readonly told: string
  readonly tokens: number
}

const START_MS = 10_000 * patience()
const DISTILLED_MS = 3_000 * patience()
/** Where the sample was recorded, as its transcript says. */
const PROJECT = '/home/dev/app'

/**
 * Reads the bundled session into a home of its own, which is gone afterwards: nothing of it gets among the user's records.
 * Null where there is no room for one.
 */
export async function readSample(app: string): Promise<Sample | null> {
  const home = await mkdtemp(join(tmpdir(), 'hindcast-sample-')).catch(() => null)
  if (home === null) return null
  // Nothing of the user's own settings reaches it. Work that was done long ago is told at full starts only
  const { PATH, TMPDIR } = process.env
  const own = { HOME: home, HINDCAST_PORT: '0', HINDCAST_CONTEXT_DEPTH: 'full' }
  const env = { PATH, TMPDIR, ...configDirs(join(home, 'client')), ...own }
  const daemon = await startDaemon(home, app, START_MS, env)
  try {
    if (!daemon) throw new HindcastError('not-started', 'the one for the sample session failed')
    return await readTranscripts(daemon, join(app, 'sample'))
  } finally {
    if (daemon) await stopDaemon(daemon, START_MS)
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Clients' own files, in a folder where there are none. */
const configDirs = (folder: string) =>
  Object.fromEntries(hosts.map(({ name, environment }) => [environment.configDir, join(folder, name)]))

async function readTranscripts(daemon: Endpoint, folder: string): Promise<Sample> {
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  await callDaemon(daemon, 'import', { paths })
  await distilled(daemon)
  const found = async (kind: string) => {
    const asked = { query: 'check fix commit', kind, limit: 5 }
    return (await callDaemon(daemon, 'search', asked)) as { results: { type: string; title: string; at: number }[] }
  }
  const [prompts, observations] = await Promise.all([found('prompt'), found('observation')])
  const context = { event: 'SessionStart', project: PROJECT, from: PROJECT }
  const { text, tokens } = (await callDaemon(daemon, 'context', context)) as { text: string; tokens: number }
  return {
    prompts: prompts.results.toSorted((a, b) => a.at - b.at).map(({ title }) => title),
    remembered: observations.results.map(({ type, title }) => ({ type, title })),
    told: text,
    tokens,
  }
}

async function distilled(daemon: Endpoint): Promise<void> {
  for (const until = Date.now() + DISTILLED_MS; Date.now() < until; await sleep(20)) {
    const { queue } = (await callDaemon(daemon, 'status', {})) as { queue: { pending: number } }
    if (queue.pending === 0) return
  }
}

/** What people call the clients that could be there. */
export const titles = hosts.map(({ title }) => title).join(' or ')

/** The sample in words. */
export function sampleLines({ prompts, remembered, told, tokens }: Sample, screen: Screen): readonly string[] {
  const inside = (label: string, text: string) =>
    wrappedLines(`${' '.repeat(LABEL)}${text}`, screen.columns, LABEL).map((line, n) =>
      n === 0 ? `  ${screen.dim(label)}${line.slice(2 + label.length)}` : line,
    )
  return [
    `${titles} was not found on this machine. Install it, then run hindcast up again.`,
    'This is what Hindcast makes of a sample session, which is not stored with yours:',
    '',
    ...prompts.flatMap((prompt) => inside('prompt', prompt)),
    ...remembered.flatMap(({ type, title }) => inside('observation', `${type}: ${title}`)),
    ...inside('context', `for the next session in that project, ${tokens} tokens:`),
    '',
    ...told
      .split('\n')
      .flatMap((line) => wrappedLines(line, screen.columns - 4, 0))
      .map((line) => `  ${screen.cyan('│')} ${line}`),
  ]
}

/** The columns of its labels. */
const LABEL = 15
