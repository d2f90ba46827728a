import { once } from 'node:events'
import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import type { Journal } from '../../../ports.ts'
import { archive, hold } from './archive.ts'
import { claims } from './claims.ts'
import { type Database, openDatabase } from './database.ts'
import { storeError } from './errors.ts'
import { evidence } from './evidence.ts'
import { failures } from './failures.ts'
import { health } from './health.ts'
import { history } from './history.ts'
import { jobs } from './jobs.ts'
import { journal } from './journal.ts'
import { ledger } from './ledger.ts'
import { memories } from './memories.ts'
import { migrate } from './migrate.ts'
import { past } from './past.ts'
import type { OnDatabase } from './port.ts'
import { BARE, type Request, type Response, ROLES, type StorePorts, type WorkerSettings } from './protocol.ts'
import { migrations } from './schema.ts'
import { sources } from './sources.ts'
import { folds, grants } from './state.ts'
import { switches } from './switches.ts'
import { turnLog } from './turn-log.ts'
import { upkeep, watchFiles } from './upkeep.ts'
import { vectors } from './vectors.ts'

/** A worker thread: one connection, writer or reader, that answers calls one after another. */
if (parentPort !== null) void serve(parentPort)

type OnDatabasePorts = { readonly [P in keyof StorePorts]: OnDatabase<StorePorts[P]> }

async function serve(port: MessagePort): Promise<void> {
  const ports: OnDatabasePorts = {
    journal,
    evidence,
    ledger,
    memories,
    history,
    jobs,
    failures,
    switches,
    grants,
    claims,
    folds,
    turnLog,
    sources,
    health,
    past,
    archive,
    vectors,
  }
  const [settings] = (await once(port, 'message')) as [WorkerSettings]
  const { file, role } = settings
  const failure = (id: number, error: unknown) => failed(file, id, error)
  try {
    const db = await openDatabase(file, role === 'writer' ? role : 'reader')
    if (role === 'snapshot') hold(db)
    if (role === 'writer') migrate(db, file, migrations, settings.isExpected)
    const probe = role === 'writer' ? watchFiles(file) : () => {}
    const wrote = role === 'writer' ? upkeep(db) : () => {}
    const one = (request: Request) => answer(request, () => run(ports, db, request, { role, probe }), failure)
    const say = (responses: readonly Response[]) => port.postMessage(responses)
    port.on('message', (requests: readonly Request[]) => {
      for (const group of grouped([...requests, ...waitingAt(port, requests.length)])) {
        const responses = together(db, group, probe)
        if (responses !== undefined) say(responses)
        else for (const request of group) say([one(request)])
        wrote()
        if (group.some((each) => 'close' in each)) port.close()
      }
    })
    say([{ id: 0, value: undefined }])
  } catch (error) {
    port.postMessage([failure(0, error)])
  }
}

/** More would delay the answer to the first of them. */
const MOST_AT_ONCE = 32

/** The calls that have arrived while others were answered, beside `known` ones. */
function waitingAt(port: MessagePort, known: number): readonly Request[] {
  const waiting: Request[] = []
  while (known + waiting.length < MOST_AT_ONCE) {
    const next = receiveMessageOnPort(port) as { readonly message: readonly Request[] } | undefined
    if (next === undefined) break
    waiting.push(...next.message)
  }
  return waiting
}

type Call = Extract<Request, { readonly method: string }>

const isCommit = (request: Request): request is Call =>
  'method' in request && request.port === 'journal' && request.method === 'commit'

/** The calls in their order, with commits that follow each other in one group. */
function grouped(requests: readonly Request[]): readonly (readonly Request[])[] {
  const groups: Request[][] = []
  for (const request of requests) {
    const last = groups.at(-1)
    if (last !== undefined && isCommit(request) && last.every(isCommit)) last.push(request)
    else groups.push([request])
  }
  return groups
}

/**
 * Makes several commits in one transaction, which writes far fewer pages. Undefined if the group is no such one, or if
 * one of them fails: then nothing was written, and each has to be made by itself.
 */
function together(db: Database, group: readonly Request[], probe: () => void): readonly Response[] | undefined {
  if (group.length < 2 || !group.every(isCommit)) return undefined
  try {
    probe()
    return db.transaction('write', () =>
      group.map(({ id, args }) => ({ id, value: journal.commit(db, ...(args as Parameters<Journal['commit']>)) })),
    )
  } catch {
    return undefined
  }
}

type Failure = (id: number, error: unknown) => Response

function answer({ id }: Request, work: () => unknown, failure: Failure): Response {
  try {
    return { id, value: work() }
  } catch (error) {
    return failure(id, error)
  }
}

function failed(file: string, id: number, error: unknown): Response {
  const { code, message } = storeError(file, error)
  return { id, error: { code, message } }
}

interface Serving extends Pick<WorkerSettings, 'role'> {
  /** Throws if the files were deleted or replaced. */
  readonly probe: () => void
}

function run(ports: OnDatabasePorts, db: Database, request: Request, { role, probe }: Serving): unknown {
  if ('close' in request) return db.close()
  if (isWrite(request) && request.method !== 'copy') probe()
  const port = ports[request.port as keyof StorePorts] as unknown as Record<string, Method>
  const method = port[request.method] as Method
  if (role === 'snapshot' || BARE.has(`${request.port}.${request.method}`)) return method(db, ...request.args)
  return db.transaction(isWrite(request) ? 'write' : 'read', () => method(db, ...request.args))
}

/** The writer thread stands in for the readers. */
const isWrite = ({ port, method }: Call): boolean =>
  (ROLES[port as keyof StorePorts] as Readonly<Record<string, string>>)[method] === 'writer'

type Method = (db: Database, ...args: readonly unknown[]) => unknown
