import { describe, expect, test } from 'vitest'
import { hookEntries, isOurs } from '../../../../src/wire/claude-code/settings/entries.ts'

const to = { port: 37777, token: 'T', launcher: '/h/app/1/hindcast-run', transport: 'http' as const }

describe('our entries', () => {
  test('SessionStart starts the launcher without a shell; every other event is one request of half a second', () => {
    const [start, ...others] = hookEntries(to)
    expect(start).toEqual({
      event: 'SessionStart',
      hook: { type: 'command', command: '/h/app/1/hindcast-run', args: ['hook'], timeout: 5 },
    })
    for (const { event, hook } of others)
      expect(hook).toEqual({
        type: 'http',
        url: `http://127.0.0.1:37777/hook${event.endsWith('Compact') ? '?quiet=1' : ''}`,
        headers: { Authorization: 'Bearer T', 'X-Hindcast': '1' },
        timeout: 0.5,
      })
  })

  test('every event once, and none that is skipped, repeats another, replaces work of the client, or comes with each streamed message', () => {
    const events = hookEntries(to).map(({ event }) => event)
    expect(new Set(events).size).toBe(events.length)
    expect(events).toHaveLength(25)
    for (const event of [
      'PermissionRequest',
      'PreModelSwitch',
      'Elicitation',
      'ElicitationResult',
      'PostToolBatch',
      'Setup',
      'WorktreeCreate',
      'MessageDisplay',
    ])
      expect(events).not.toContain(event)
  })

  test.each([{ ...to }, { ...to, transport: 'command' as const }, { ...to, older: true }])(
    'before a call only our own tools are asked about, so that no other call waits twice',
    (given) => {
      const matched = hookEntries(given).filter(({ matcher }) => matcher !== undefined)
      expect(matched).toMatchObject([{ event: 'PreToolUse', matcher: 'mcp__hindcast__.*' }])
    },
  )

  test('the command transport starts the launcher for every event and holds no token', () => {
    const entries = hookEntries({ ...to, token: 'SECRET', transport: 'command' })
    expect(JSON.stringify(entries)).not.toContain('SECRET')
    expect(entries.at(-1)?.hook).toEqual({ type: 'command', command: to.launcher, args: ['hook'], timeout: 5 })
  })

  test('where the client repeats an answer into the instructions of a compaction, nothing is said by nothing', () => {
    const entries = hookEntries({ ...to, transport: 'command' })
    const quiet = entries.filter(({ hook }) => hook.type === 'command' && hook.args?.includes('--quiet'))
    expect(quiet.map(({ event }) => event)).toEqual(['PreCompact', 'PostCompact'])
  })

  test('a launcher of another name is a mistake of the caller, for its entries could not be found again', () => {
    expect(() => hookEntries({ ...to, launcher: '/h/start' })).toThrow(TypeError)
  })

  test('are known again in every version, port and place', () => {
    for (const launcher of ['/h/hindcast-run', 'C:\\h\\hindcast-run.cmd'])
      for (const transport of ['http', 'command'] as const)
        for (const { hook } of hookEntries({ ...to, port: 5, token: 'x', launcher, transport }))
          expect(isOurs(hook)).toBe(true)
    expect(isOurs({ type: 'http', url: 'http://127.0.0.1:1/hook?part=slow', headers: { 'x-hindcast': '1' } })).toBe(
      true,
    )
  })

  test.each([
    { type: 'http', url: 'http://127.0.0.1:37777/hook' },
    { type: 'http', url: 'http://127.0.0.1:37777/hook', headers: { 'X-Hindcast': '2' } },
    { type: 'http', url: 'https://example.com/hook', headers: { 'X-Hindcast': '1' } },
    { type: 'command', command: 'hindcast pause' },
    { type: 'command', command: '/usr/bin/hindcast', args: ['pause'] },
    { type: 'command', command: '/home/me/hindcast-run' },
    { type: 'command', command: '/h/hindcast-run', args: ['mcp'] },
    { type: 'prompt', prompt: 'hindcast-run' },
    null,
    'hindcast-run',
  ])('%j is somebody else’s', (hook) => {
    expect(isOurs(hook)).toBe(false)
  })
})
