import { describe, expect, onTestFinished, test } from 'vitest'
import type { HookRoute } from '../../src/http/hook.ts'
import { listen, routes } from '../../src/http/server.ts'
import type { OperationPorts } from '../../src/ports.ts'
import { PROTOCOL, VERSION } from '../../src/version.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'

const TOKEN = 'a'.repeat(64)

/** The routes with no verbs on a real socket; hooks are answered by `answer`. */
async function served(answer: HookRoute['take'] = async () => ({}), now = Date.now) {
  const warned: unknown[] = []
  const log = { info: () => {}, warn: (_: string, fields?: object) => void warned.push(fields), error: () => {} }
  const hook = { hosts: [claudeCode], clock: { now }, log, seen: () => {}, take: answer }
  const callerOn = async () => 'unknown' as const
  const operations = async () => []
  const parts = { token: TOKEN, hook, callerOn, operations, ports: async () => ({}) as OperationPorts, viewer: '/none' }
  const { server, port } = await listen(() => routes(parts), 0)
  onTestFinished(() => void server.close().closeAllConnections())
  const call = async (path: string, body?: string, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...more }
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...(body && { method: 'POST', body }) })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  return { call, port, warned }
}

const STOP = JSON.stringify({ hook_event_name: 'Stop', session_id: 's', transcript_path: '/t.jsonl', cwd: '/' })

describe('the routes', () => {
  test('every response, including refusals, states version and protocol', async () => {
    const { call } = await served()
    for (const reply of [
      await call('/health'),
      await call('/health?x=1'),
      await call('/none'),
      await call('/hook', STOP),
    ]) {
      expect(reply.headers.get('x-hindcast-version')).toBe(VERSION)
      expect(reply.headers.get('x-hindcast-protocol')).toBe(String(PROTOCOL))
      expect(reply.headers.get('content-type')).toBe('application/json')
    }
    const refused = await call('/hook', STOP, { authorization: 'Bearer wrong' })
    expect(refused.headers.get('x-hindcast-version')).toBe(VERSION)
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([401, 'unauthorized'])
  })

  test.each(['/none', '/hook', '/api', '/api/', '/api/a/b', '//hook', '/%'])('%s is not an address', async (path) => {
    const { call } = await served()
    expect((await call(path)).status).toBe(404)
  })

  test('an empty answer is {}, or no body at all if quiet is requested', async () => {
    const { call } = await served()
    expect((await call('/hook', STOP)).text).toBe('{}')
    expect(await call('/hook?quiet=1', STOP)).toMatchObject({ status: 200, text: '' })
  })

  test('a prompt or a Stop that is delivered again seconds later is one event; a notification is a second one', async () => {
    let time = 0
    const taken: string[] = []
    const { call } = await served(
      async ({ name }) => {
        taken.push(name)
        return {}
      },
      () => time,
    )
    for (const name of ['UserPromptSubmit', 'Stop', 'Notification']) {
      const told = { prompt: 'go on', message: 'waiting', last_assistant_message: 'Done.' }
      const body = JSON.stringify({ hook_event_name: name, session_id: 's', prompt_id: 'p', cwd: '/', ...told })
      for (let n = 0; n < 3; n++) {
        expect(await call('/hook', body)).toMatchObject({ status: 200, text: '{}' })
        time += 5_000
      }
    }
    expect(taken).toEqual(['UserPromptSubmit', 'Stop', 'Notification', 'Notification', 'Notification'])
  })

  test('each part of an answer is requested separately, by query or header, and is not a repeated delivery', async () => {
    const parts: string[] = []
    const { call } = await served(async (_, part) => {
      parts.push(part)
      return { note: part }
    })
    const said = async (path: string, more = {}) => JSON.parse((await call(path, STOP, more)).text).systemMessage
    const slow = { 'x-hindcast-part': 'slow' }
    expect([await said('/hook'), await said('/hook?part=slow'), await said('/hook?host=claude-code', slow)]).toEqual([
      'fast',
      'slow',
      'slow',
    ])
    expect(parts).toEqual(['fast', 'slow'])
  })

  test('the slow part may take longer than the fast one, which is silent if it is late', async () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const { call, warned } = await served((_, part) => opened.then(() => ({ note: part })))
    const slow = call('/hook?part=slow', STOP)
    expect((await call('/hook', STOP)).text).toBe('{}')
    open()
    expect(JSON.parse((await slow).text).systemMessage).toBe('slow')
    expect(warned).toMatchObject([{ why: expect.stringContaining('could not be answered in time') }])
  })

  test('a client of a newer release is told to replace the daemon', async () => {
    const { call } = await served()
    expect((await call('/hook', STOP, { 'x-hindcast-version': '999.0.0' })).status).toBe(409)
    expect((await call('/hook', STOP, { 'x-hindcast-version': '0.0.1' })).status).toBe(200)
  })

  test('a port in use is skipped for the next one', async () => {
    const { port } = await served()
    const { server, port: next } = await listen(() => (_, response) => void response.end(), port)
    onTestFinished(() => void server.close())
    expect(next).toBeGreaterThan(port)
  })
})
