import { createServer, request, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { parseJson, readBody } from '../../src/http/body.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Sends a body to a real server that reads up to ten bytes of it. */
async function sent(body: Buffer): Promise<string> {
  server = createServer(async (incoming, response) => {
    const read = await readBody(incoming, 10)
    response.end(read ? `read ${read.toString('hex')}` : 'too large')
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', method: 'POST' }, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    })
    call.on('error', reject)
    call.end(body)
  })
}

test('a body up to the limit is read byte for byte', async () => {
  const body = Buffer.from([0, 255, 10, 13, 1, 2, 3, 4, 5, 6])
  expect(await sent(body)).toBe(`read ${body.toString('hex')}`)
})

test('a body over the limit is read to its end, dropped and answered', async () => {
  expect(await sent(Buffer.alloc(11))).toBe('too large')
  expect(await sent(Buffer.alloc(30_000_000))).toBe('too large')
})

test.each([
  ['{"a":1}', { value: { a: 1 } }],
  ['\uFEFF[]', { value: [] }],
  ['null', { value: null }],
  ['', { why: 'the body is empty' }],
  ['{"secret', { why: 'the body is not JSON (8 bytes): SyntaxError' }],
])('%j is read as %j: the reason why it is invalid quotes nothing', (text, parsed) => {
  expect(parseJson(Buffer.from(text))).toEqual(parsed)
})
