import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hookTokenOf } from '../../src/http/guard.ts'
import { bash } from '../daemon/payloads.ts'
import { dist, isRunning, makeWorld, until, type World } from '../daemon/world.ts'

const FLOOD = 2_000

/** Opens connections that send nothing, or one byte of a header after another, and prints when all have been made. */
const FLOODER = `
  const { connect } = require('node:net')
  const [port, all] = process.argv.slice(1).map(Number)
  let made = 0
  const open = (n) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (++made === all) console.log('made')
      if (n % 2) setInterval(() => socket.write('x'), 200)
    })
    socket.on('error', () => {})
    socket.on('close', () => socket.destroy())
  }
  for (let n = 0; n < all; n++) open(n)
  setInterval(() => {}, 1_000)
`

async function flood(port: number): Promise<void> {
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const flooder = spawn(process.execPath, ['-e', FLOODER, String(port), String(FLOOD)], { cwd: '/', ...uid })
  onTestFinished(() => void flooder.kill('SIGKILL'))
  await new Promise((resolve) => flooder.stdout.once('data', resolve))
}

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
})
afterAll(() => world.remove())

/** Posts hooks over one connection, as a client does; returns the status, and the port that it came from. */
function poster({ port, token }: { port: number; token: string }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const headers = { authorization: `Bearer ${hookTokenOf(token)}`, 'content-type': 'application/json' }
  return (n: number) =>
    new Promise<[number | undefined, number | undefined]>((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path: '/hook', method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.once('end', () => resolve([response.statusCode, from]))
      })
      let from: number | undefined
      call.once('socket', (socket) => {
        from = socket.localPort
        socket.once('connect', () => {
          from = socket.localPort
        })
      })
      call.once('error', reject)
      call.end(bash(n))
    })
}

test.skipIf(process.platform !== 'linux')(
  `${FLOOD} idle and slow connections of another user neither stay open nor delay a client, old or new, and nobody takes the daemon for dead`,
  async () => {
    const relay = world.open(join(dist, 'hindcast-run'), ['mcp'])
    onTestFinished(() => void relay.kill())
    const { pid, port } = world.endpoint()
    const post = poster(world.endpoint())
    const [, own] = await post(0)
    await flood(port)
    for (let n = 1; n <= 20; n++) {
      expect(await post(n)).toEqual([200, own])
      expect(await world.post('/hook', bash(100 + n))).toMatchObject({ status: 200 })
      await sleep(100)
    }
    expect(readdirSync(`/proc/${pid}/fd`).length).toBeLessThan(200)
    expect([isRunning(pid), world.endpoint().pid]).toEqual([true, pid])
    expect((await world.api('status')).counts.events).toBe(41)
  },
)

test('a connection that never sends a request is closed within seconds', async () => {
  const socket = connect(world.endpoint().port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let isClosed = false
  socket.once('close', () => {
    isClosed = true
  })
  socket.resume()
  const began = performance.now()
  await until('it is closed', () => isClosed)
  // Node's own limit is a minute
  expect(performance.now() - began).toBeLessThan(50_000)
})

test.each([
  ['requests', 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(20_000)],
  [
    'parts of a request',
    `POST /hook HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(100_000)}`,
  ],
])('a connection without a token that sends %s by the thousand gets a few answers, and is closed', async (_, sent) => {
  const socket = connect(world.endpoint().port, '127.0.0.1', () => socket.write(sent))
  onTestFinished(() => void socket.destroy())
  let [received, isClosed] = ['', false]
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    isClosed = true
  })
  await until('it is closed', () => isClosed)
  expect(received.match(/^HTTP/gm)?.length ?? 0).toBeLessThanOrEqual(4)
})
