import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { thread, type WorkerThread } from '../../../../src/adapters/store/sqlite/thread.ts'
import { scratch } from './fresh.ts'

/** A real worker that speaks the protocol, and exits when told to. */
const MORTAL = `
import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', (calls) => {
  for (const { id, method, close } of Array.isArray(calls) ? calls : []) {
    if (method === 'exit') process.exit(3)
    if (method === 'throw') setImmediate(() => { throw new Error('out of luck') })
    else if (method !== 'silent') parentPort.postMessage([{ id, value: threadId }])
    if (close) parentPort.close()
  }
})
parentPort.postMessage([{ id: 0, value: undefined }])
`

function started(text: string): WorkerThread {
  const file = join(scratch(), 'worker.mjs')
  writeFileSync(file, text)
  const one = thread(pathToFileURL(file), { file: 'x.db', role: 'writer' })
  onTestFinished(() => one.close())
  return one
}

describe('a worker thread', () => {
  test.each(['exit', 'throw'])(
    'that dies (%s) rejects waiting calls, and the next call starts a new one',
    async (end) => {
      const one = started(MORTAL)
      const first = await one.call('jobs', 'who', [])
      const silent = one.call('jobs', 'silent', [])
      const last = one.call('jobs', end, [])
      await expect(silent).rejects.toMatchObject({
        code: 'worker-died',
        message: expect.stringContaining("the store's writer thread"),
      })
      await expect(last).rejects.toMatchObject({ code: 'worker-died' })
      expect(one.pending).toBe(0)
      expect(await one.call('jobs', 'who', [])).not.toBe(first)
    },
  )

  test('that cannot start rejects each call, and can still be closed', async () => {
    const one = started('throw new Error("no such thing")')
    await expect(one.ready()).rejects.toMatchObject({
      code: 'worker-died',
      message: expect.stringContaining('no such'),
    })
    await expect(one.call('jobs', 'who', [])).rejects.toMatchObject({ code: 'worker-died' })
    await one.close()
  })

  test('stops when idle and restarts with the next call; a busy one keeps running', async () => {
    const one = started(MORTAL)
    const first = await one.call('jobs', 'who', [])
    const asked = one.call('jobs', 'who', [])
    await Promise.resolve()
    await one.rest()
    expect(await asked).toBe(first)
    await one.rest()
    expect(await one.call('jobs', 'who', [])).not.toBe(first)
  })

  test('refuses arguments that cannot be cloned, and drops the call', async () => {
    const one = started(MORTAL)
    await expect(one.call('jobs', 'who', [() => 1])).rejects.toThrow(/could not be cloned/)
    expect(one.pending).toBe(0)
  })

  test('still makes the other calls of the same moment', async () => {
    const one = started(MORTAL)
    const calls = [one.call('jobs', 'who', []), one.call('jobs', 'who', [() => 1]), one.call('jobs', 'who', [])]
    const [first, refused, last] = await Promise.allSettled(calls)
    expect(refused?.status).toBe('rejected')
    expect(last).toEqual(first)
  })
})
