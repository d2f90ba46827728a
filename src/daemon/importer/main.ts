import './pace.ts'
import { Socket } from 'node:net'
import { secretlint } from '../../adapters/secrets/secretlint.ts'
import { pack } from '../../adapters/store/sqlite/packed.ts'
import { openReading } from '../../adapters/store/sqlite/reading.ts'
import { gitWorkspace } from '../../adapters/workspace/git.ts'
import { behaviours } from '../../behaviours/registry.ts'
import { createAbsorber } from '../../engine/absorb.ts'
import { remembered } from '../../engine/remembered.ts'
import type { Clock, Config, Journal, Log } from '../../ports.ts'
import type { TranscriptFile } from '../../sources/transcripts/discover.ts'
import { importEnds } from '../../sources/transcripts/ended.ts'
import { readTranscript } from '../../sources/transcripts/read.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { FromImporter, ToImporter } from './messages.ts'

/** Reads transcripts for a daemon: the same reading and recording as there, but what is to be kept is told to it. */

/** So many commits may be on their way: enough that neither side waits for the other. */
const AHEAD = 4

type Settings = Extract<ToImporter, { kind: 'settings' }>
interface Waiting {
  resolve(): void
  reject(error: Error): void
}

const [database = ''] = process.argv.slice(2)
const waiting: Waiting[] = []
// Node's own stream would stand still while the daemon is busy
const output = new Socket({ fd: 1, readable: false, writable: true })
const say = (message: FromImporter, bytes?: Uint8Array) => writeFrame(output, message, bytes)
let now: Settings | undefined

/** Resolves when the daemon has kept it. */
const keep = (message: FromImporter, bytes?: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    waiting.push({ resolve, reject })
    say(message, bytes)
  })

const settings = (): Settings => now ?? fail('no settings were told')
const config: Config = {
  settings: () => settings().settings,
  enabled: (behaviour) => !settings().off.includes(behaviour),
  limits: () => settings().limits,
}
const clock: Clock = { now: () => Date.now() }
const write = (level: 'info' | 'warn' | 'error') => (message: string, fields?: object) =>
  say({ kind: 'log', level, message, ...(fields && { fields }) })
const log: Log = { info: write('info'), warn: write('warn'), error: write('error') }

let sent: Promise<void>[] = []
let isCalm = false
let offset = 0

/** Does not wait for what was sent last, and fails where something before it was refused. How many were fresh the daemon counts. */
const journal: Journal = {
  async commitAll(commits, mark) {
    const kept = keep({ kind: 'commit', offset }, pack(commits, mark))
    kept.catch(() => {})
    sent.push(kept)
    if (sent.length >= AHEAD) await sent.shift()
    return []
  },
  commit: () => fail('one commit alone'),
  commitPacked: () => fail('packed commits'),
}

const store = await openReading(database)
const ledger = remembered(store.ledger)
const evidence = {
  ...store.evidence,
  project: (project: Parameters<typeof store.evidence.project>[0]) => keep({ kind: 'project', project }),
}
const absorber = createAbsorber(behaviours, {
  ...{ config, clock, log, journal, evidence, ledger },
  ...{ secrets: secretlint, workspace: gitWorkspace() },
})
const hasEnded = importEnds({ evidence, clock })

async function read(file: TranscriptFile): Promise<void> {
  sent = []
  ledger.lookAgain()
  try {
    const cursor = await readTranscript(file, {
      sources: store.sources,
      absorb: (batch) => {
        offset = batch.mark.cursor.offset
        return absorber.absorb(batch)
      },
      hasEnded,
      onProgress: () => {},
      isCalm: () => isCalm,
    })
    await Promise.all(sent)
    say({
      kind: 'read',
      read: cursor ? { sessions: cursor.sessions, skipped: cursor.skipped, errors: cursor.errors } : null,
    })
  } catch (error) {
    say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) })
  }
}

function hear(message: ToImporter): void {
  if ('isCalm' in message) isCalm = message.isCalm
  if (message.kind === 'settings') now = message
  else if (message.kind === 'read') void read(message.file)
  else if (message.kind === 'kept') waiting.shift()?.resolve()
  else waiting.shift()?.reject(new Error(message.why))
}

function fail(what: string): never {
  throw new Error(`the importer was asked for what it cannot do: ${what}`)
}

// The daemon's end is the end of the input
process.stdin.on('end', () => process.exit(0))
output.on('error', () => process.exit(0))
readFrames(process.stdin, (message) => hear(message as ToImporter))
