import { describe, expect, test } from 'vitest'
import type { Wanted, WantedAct } from '../../../../src/domain/subscriptions.ts'
import { hookEntries, isAsked, isOurHook, matcherOf } from '../../../../src/wire/claude-code/settings/entries.ts'
import { someWanted } from './wanted.ts'

const to = {
  port: 37777,
  token: 'T',
  launcher: '/h/app/1/hindcast-run',
  transport: 'http' as const,
  wanted: someWanted,
}

/** As in the client: a list of names matches whole names, anything else is a pattern. */
function isMatched(matcher: string | undefined, tool: string): boolean {
  if (matcher === undefined) return true
  return /^[\w|]+$/.test(matcher) ? matcher.split('|').includes(tool) : new RegExp(matcher).test(tool)
}

describe("Hindcast's entries", () => {
  test('SessionStart starts the launcher without a shell; an event that cannot stop a call is one request', () => {
    const [start, ...others] = hookEntries(to)
    expect(start).toEqual({
      event: 'SessionStart',
      hook: { type: 'command', command: '/h/app/1/hindcast-run', args: ['hook'], timeout: 10 },
    })
    for (const { event, hook } of others.filter((entry) => entry.event !== 'PreToolUse'))
      expect(hook).toEqual({
        type: 'http',
        url: `http://127.0.0.1:37777/hook${event.endsWith('Compact') ? '?quiet=1' : ''}`,
        headers: { Authorization: 'Bearer T', 'X-Hindcast': '1' },
        timeout: 5,
      })
  })

  test('what could allow a call is answered by the launcher, never by whoever has the port', () => {
    const events = ['PreToolUse', 'PermissionRequest', 'Elicitation', 'ElicitationResult'] as const
    const wanted = events.flatMap((event): Wanted[] => [
      { event, part: 'fast' },
      { event, part: 'slow' },
    ])
    const entries = hookEntries({ ...to, wanted })
    expect(entries).toHaveLength(1 + wanted.length)
    for (const { hook } of entries) expect(hook.type).toBe('command')
  })

  test('with no subscriptions, only the start of a session remains, which starts the daemon', () => {
    expect(hookEntries({ ...to, wanted: [] }).map(({ event }) => event)).toEqual(['SessionStart'])
    const never = ['WorktreeCreate', 'MessageDisplay', 'Told'] as const
    for (const event of never) expect(isAsked({ event, part: 'fast' })).toBe(false)
  })

  test('before a call, only what refuses or rewrites is asked, not what can be shown with the result', () => {
    const before = { event: 'PreToolUse', part: 'fast' } as const
    const matcher = (...wanted: Wanted[]) => hookEntries({ ...to, wanted })[1]?.matcher
    expect(matcher({ ...before, acts: ['read'], answers: ['context', 'note'] })).toBeUndefined()
    expect(matcher({ ...before, acts: ['edit'], answers: ['deny', 'context'] })).toBe('Edit|MultiEdit|NotebookEdit')
    expect(matcher({ ...before, acts: ['read'], answers: ['context'] }, { ...before, acts: ['shell'] })).toBe(
      'Bash|PowerShell',
    )
  })

  test('fast and slow reactions are two entries, and the slow one may take twelve seconds', () => {
    const wanted: Wanted[] = [
      { event: 'PostToolUse', part: 'fast' },
      { event: 'PostToolUse', part: 'slow', acts: ['edit'] },
      { event: 'PostToolUse', part: 'slow', acts: ['write'] },
    ]
    const slow = { event: 'PostToolUse', matcher: 'Edit|MultiEdit|NotebookEdit|Write' }
    const [, fast, http] = hookEntries({ ...to, wanted })
    expect(fast).toMatchObject({ event: 'PostToolUse', hook: { timeout: 5 } })
    expect(fast).not.toHaveProperty('matcher')
    expect(http).toMatchObject({ ...slow, hook: { url: 'http://127.0.0.1:37777/hook?part=slow', timeout: 12 } })
    expect(hookEntries({ ...to, wanted, transport: 'command' })[2]).toEqual({
      ...slow,
      hook: { type: 'command', command: to.launcher, args: ['hook', '--slow'], timeout: 12 },
    })
    const [, , older] = hookEntries({ ...to, wanted, older: true })
    expect(older).toEqual({ ...slow, hook: { type: 'command', command: `'${to.launcher}' hook --slow`, timeout: 12 } })
    expect(isOurHook(older?.hook)).toBe(true)
  })

  test.each<[readonly WantedAct[] | undefined, readonly string[], readonly string[]]>([
    [['shell'], ['Bash'], ['BashOutput', 'Edit', 'mcp__x__Bash']],
    [['edit'], ['Edit', 'MultiEdit', 'NotebookEdit'], ['Write', 'Read', 'mcp__x__Edit']],
    [['search'], ['Grep', 'Glob', 'LS', 'Bash'], ['Read', 'WebSearch']],
    [
      ['edit', 'own'],
      ['Edit', 'mcp__hindcast__search'],
      ['mcp__other__search', 'mcp__x__Edit', 'EditorTool'],
    ],
    [['own'], ['mcp__hindcast__search'], ['mcp__other__search']],
    [['mcp', 'own'], ['mcp__hindcast__search', 'mcp__other__search'], ['Bash']],
    [
      ['agent', 'web'],
      ['Agent', 'Task', 'WebFetch', 'WebSearch'],
      ['TaskCreate', 'Bash'],
    ],
    [['other'], ['TodoWrite', 'Skill', 'TaskCreate', 'ToolOfTomorrow'], ['Bash', 'Edit', 'mcp__x__y']],
    [
      ['other', 'shell'],
      ['TodoWrite', 'Bash'],
      ['Edit', 'mcp__x__y'],
    ],
    [undefined, ['Bash', 'mcp__x__y', 'ToolOfTomorrow'], []],
  ])('calls with one of the acts %j are matched by the names of their tools', (acts, matched, others) => {
    const matcher = matcherOf(acts)
    for (const tool of matched) expect([tool, isMatched(matcher, tool)]).toEqual([tool, true])
    for (const tool of others) expect([tool, isMatched(matcher, tool)]).toEqual([tool, false])
  })

  test('the command transport starts the launcher for every event and holds no token', () => {
    const entries = hookEntries({ ...to, token: 'SECRET', transport: 'command' })
    expect(JSON.stringify(entries)).not.toContain('SECRET')
    expect(entries.at(-1)?.hook).toEqual({ type: 'command', command: to.launcher, args: ['hook'], timeout: 10 })
  })

  test('an empty answer prints nothing where the client adds the output to the instructions of a compaction', () => {
    const entries = hookEntries({ ...to, transport: 'command' })
    const quiet = entries.filter(({ hook }) => hook.type === 'command' && hook.args?.includes('--quiet'))
    expect(quiet.map(({ event }) => event)).toEqual(['PreCompact', 'PostCompact'])
  })

  test('a launcher with another name throws, since its entries could not be found again', () => {
    expect(() => hookEntries({ ...to, launcher: '/h/start' })).toThrow(TypeError)
  })

  test('are recognized in every version, port and path', () => {
    for (const launcher of ['/h/hindcast-run', 'C:\\h\\hindcast-run.cmd'])
      for (const transport of ['http', 'command'] as const)
        for (const { hook } of hookEntries({ ...to, port: 5, token: 'x', launcher, transport }))
          expect(isOurHook(hook)).toBe(true)
    expect(isOurHook({ type: 'http', url: 'http://127.0.0.1:1/hook?part=slow', headers: { 'x-hindcast': '1' } })).toBe(
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
  ])('%j is foreign', (hook) => {
    expect(isOurHook(hook)).toBe(false)
  })
})
