import type { Worker } from 'node:worker_threads'
import { boot } from './boot.ts'
import { StoreError } from './errors.ts'
import type { Request, Response, WorkerSettings } from './protocol.ts'

/** A worker thread, as seen from the main thread. */
export interface WorkerThread {
  /** Calls waiting for an answer. */
  readonly pending: number
  call(port: string, method: string, args: readonly unknown[]): Promise<unknown>
  /** Starts it and waits until it is open; throws if it cannot be opened. */
  ready(): Promise<void>
  /** Stops it if no call is waiting; the next call restarts it. */
  rest(): Promise<void>
  /** Stops it once the calls before this one are answered; the next call restarts it. */
  restart(): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * If the thread dies, waiting calls are rejected and the next call restarts it. `booted`: an already running worker.
 */
export function thread(url: URL, settings: WorkerSettings, booted?: Worker): WorkerThread {
  let current = booted && connect(settings, booted)
  let resting: Promise<unknown> = Promise.resolve()
  let closed = false
  const alive = () => {
    if (closed) throw new StoreError('closed', `${settings.file} is closed`)
    if (current === undefined || current.dead) current = connect(settings, boot(url))
    return current
  }
  const stop = async () => {
    if (current === undefined || current.dead) return
    resting = Promise.all([resting, end(current)])
    current = undefined
    await resting
  }
  return {
    get pending() {
      return current?.waiting.size ?? 0
    },
    call: async (port, method, args) => {
      const connection = alive()
      await connection.opened
      return connection.send((id) => ({ id, port, method, args }))
    },
    async ready() {
      await alive().opened
    },
    async rest() {
      if (current?.waiting.size === 0) await stop()
    },
    restart: stop,
    async close() {
      if (closed) return
      closed = true
      await resting
      if (current === undefined || current.dead) return
      await end(current)
    },
  }
}

async function end(connection: Connection): Promise<void> {
  await connection.opened.catch(() => {})
  await connection.send((id) => ({ id, close: true })).catch(() => {})
  await connection.exited
}

interface Connection {
  readonly waiting: ReadonlyMap<number, Waiting>
  readonly dead: boolean
  readonly opened: Promise<unknown>
  readonly exited: Promise<void>
  send(make: (id: number) => Request): Promise<unknown>
}

function connect(settings: WorkerSettings, worker: Worker): Connection {
  worker.ref()
  worker.postMessage(settings)
  const waiting = new Map<number, Waiting>()
  let next = 1
  let why: StoreError | undefined
  const opened = waitFor(waiting, 0)
  opened.catch(() => void worker.terminate())
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const die = (reason: string) => {
    why ??= new StoreError(
      'worker-died',
      `${settings.file}: the store's ${settings.role} thread died: ${reason}. Try again.`,
    )
    for (const call of waiting.values()) call.reject(why)
    waiting.clear()
  }
  worker.on('message', (responses: readonly Response[]) => {
    for (const response of responses) settle(waiting, response)
  })
  worker.on('error', (error) => die(error.message))
  worker.on('exit', (code) => die(`exit ${code}`))
  const post = postingTogether(worker, (id, error) => {
    waiting.get(id)?.reject(error)
    waiting.delete(id)
  })
  return {
    waiting,
    get dead() {
      return why !== undefined
    },
    opened,
    exited,
    async send(make) {
      if (why !== undefined) throw why
      const id = next++
      post(make(id))
      return waitFor(waiting, id)
    },
  }
}

/** Posts the calls of one moment as one message: waking the thread costs more than most calls. `refuse`: it cannot be sent. */
function postingTogether(worker: Worker, refuse: (id: number, error: Error) => void): (request: Request) => void {
  let calls: Request[] = []
  // Bytes are transferred rather than copied
  const bytesOf = (call: Request) => ('args' in call ? call.args.filter((each) => each instanceof ArrayBuffer) : [])
  const post = (some: readonly Request[]) => worker.postMessage(some, some.flatMap(bytesOf))
  const postEach = (some: readonly Request[]) => {
    for (const call of some)
      try {
        post([call])
      } catch (error) {
        refuse(call.id, error as Error)
      }
  }
  return (call) => {
    if (calls.push(call) > 1) return
    queueMicrotask(() => {
      const some = calls
      calls = []
      try {
        post(some)
      } catch {
        postEach(some)
      }
    })
  }
}

const waitFor = (waiting: Map<number, Waiting>, id: number) =>
  new Promise<unknown>((resolve, reject) => void waiting.set(id, { resolve, reject }))

function settle(waiting: Map<number, Waiting>, response: Response): void {
  const call = waiting.get(response.id)
  waiting.delete(response.id)
  if ('error' in response) call?.reject(new StoreError(response.error.code, response.error.message))
  else call?.resolve(response.value)
}
