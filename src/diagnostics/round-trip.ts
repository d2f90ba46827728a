import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantity } from '@hindcast/text/phrases.ts'
import { patience } from '../config/environment.ts'
import type { Rehearsed } from '../ports.ts'
import { type Host, hostNamed } from '../wire/host.ts'
import { apart, type Finding, ill, type Look, well } from './finding.ts'
import type { Case, Running } from './parts.ts'

const NAME = 'round trip'
/** For one answer of the daemon, on a machine with nothing else to do. */
const ANSWER_MS = 3_000 * patience()
/** For a memory to be made. */
const MADE_MS = 4_000 * patience()
/** How many times as long everything takes now: as many as run, or wait, for each processor. */
const slowness = (): number => Math.max(1, Math.round((loadavg()[0] ?? 1) / availableParallelism()))
const LOOK_MS = 50

/** The end-to-end test: a small session is sent to the hook endpoint, its observation is found, and all of it is deleted. */
export const roundTripLook = (at: Case): Look => ({ name: NAME, look: async () => [await roundTrip(at)] })

async function roundTrip(at: Case): Promise<Finding> {
  const { running, settings, clock, absent } = at
  if (!running) return apart(NAME, absent.why, absent.remedy)
  if (!(await settings()).enabled)
    return apart(NAME, 'not tested: enabled is false', 'run hindcast config set enabled true')
  const pauses = await running.ports.ledger.paused(clock.now())
  if (pauses.some(({ session, project }) => !session && !project))
    return apart(NAME, 'not tested: everything is paused', 'run hindcast resume')
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-doctor-')).then(
    (made) => realpath(made),
    () => undefined,
  )
  if (dir === undefined)
    return ill(
      NAME,
      `cannot write to ${tmpdir()}`,
      'create that folder or set TMPDIR to another, then run hindcast restart',
    )
  try {
    const hosts = await hostsOf(at)
    const findings: Finding[] = []
    for (const host of hosts) findings.push(await travel(running, host, dir, hosts.length > 1 ? `${host.title}: ` : ''))
    return findings.find(({ ok }) => ok !== true) ?? well(NAME, findings.map(({ detail }) => detail).join('; '))
  } finally {
    await forget(running, dir)
    await rm(dir, { recursive: true, force: true })
  }
}

/** The clients that are connected; where none is, the default one. */
async function hostsOf({ hosts, connections, environment }: Case): Promise<readonly Host[]> {
  const connected = new Set((await connections(environment).list()).map(({ host }) => host))
  const found = hosts.filter(({ name }) => connected.has(name))
  return found.length > 0 ? found : hosts.filter((host) => host === hostNamed(hosts))
}

/** A word that stands nowhere else. */
const newWord = (): string => `lantern${randomBytes(6).toString('hex')}`

/** `of`: what the finding says first. */
async function travel(running: Running, host: Host, dir: string, of: string): Promise<Finding> {
  const began = performance.now()
  const word = newWord()
  const payloads = host.session({ id: `doctor-${randomUUID()}`, dir, word })
  for (const payload of payloads) await postTo(running, `/hook?host=${encodeURIComponent(host.name)}`, payload)
  const hit = await remembered(running, { query: word, project: dir, limit: 50 })
  if (hit === undefined) {
    const why = `${of}sent ${quantity(payloads.length, 'event')}, but no observation was made within ${(MADE_MS * slowness()) / 1_000} s`
    return ill(NAME, why, 'for the reason, run hindcast behaviours and hindcast logs')
  }
  const ms = performance.now() - began
  const asked = { host: host.name, event: 'SessionStart', project: dir }
  const { text, omitted } = (await postTo(running, '/api/context', asked)) as Pick<Rehearsed, 'text' | 'omitted'>
  // A record that is withheld to measure use would have been told
  const isTold = text.includes(word) || omitted.some(({ why }) => why.startsWith('withheld'))
  const came = `${of}a test session of ${quantity(payloads.length, 'event')} was recorded and found in ${(ms / 1_000).toFixed(1)} s`
  if (isTold) return well(NAME, `${came}, shown to a second test session, then deleted`)
  const isOff = running.ports.behaviours.list().some(({ name, on }) => name === 'session-index' && !on)
  if (isOff)
    return apart(
      NAME,
      `${came}; not shown to a second test session, because session-index is off`,
      'run hindcast behaviours on session-index',
    )
  return ill(
    NAME,
    `${came}, but not shown to a second test session`,
    'for the reason, run hindcast context and hindcast config list',
  )
}

interface Hit {
  readonly id: string
  readonly kind: string
}

/** What was made of the session, once it is there. */
async function remembered(running: Running, query: object): Promise<Hit | undefined> {
  const until = performance.now() + MADE_MS * slowness()
  while (performance.now() < until) {
    const { results } = (await postTo(running, '/api/search', query)) as { results: readonly Hit[] }
    const made = results.find(({ kind }) => kind === 'observation')
    if (made) return made
    await sleep(LOOK_MS)
  }
  return undefined
}

async function postTo({ ports }: Running, path: string, body: object): Promise<unknown> {
  const { port, token } = ports.daemon()
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS * slowness()),
  })
  if (reply.status === 200) return reply.json()
  throw new Error(`${path} answered ${reply.status}`)
}

/** Repeats until nothing more is written: a job may still be running. Leaves no tombstone: the session cannot come back. */
async function forget({ ports, settled }: Running, dir: string): Promise<void> {
  const { project } = await ports.workspace.locate(dir)
  await Promise.race([settled(), sleep(ANSWER_MS * slowness())])
  for (let quiet = 0; quiet < 2; ) {
    await ports.ledger.forget({ project: project.id, unmarked: true }, 0)
    await sleep(LOOK_MS)
    const { sessions, prompts, events, observations, summaries } = await ports.evidence.counts(project.id)
    quiet = sessions + prompts + events + observations + summaries === 0 ? quiet + 1 : 0
  }
}
