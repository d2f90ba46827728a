import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import claudeCode from '../../../src/wire/claude-code/index.ts'
import { hookEvents } from '../../e2e/lab/hook-events.ts'
import { runs } from '../../runs.ts'
import { bodies } from './bodies.ts'
import { draftAs, draftOf, payload, recorded } from './payloads.ts'

const context = { now: 1_000, via: 'hook' } as const

describe('every event of the published types', () => {
  test.each(hookEvents)('%s decodes to its body', (name) => {
    const row = bodies[name]
    expect(draftOf(payload(name, row.fields))).toMatchObject({ ...row.body, name })
  })

  test.each(hookEvents)('%s with every field of the wrong type is still that event', (name) => {
    for (const wrong of [null, 7, true, 'text', [], ['x'], {}, [null, 3, 'x']]) {
      const fields = Object.fromEntries(Object.keys(bodies[name].fields).map((field) => [field, wrong]))
      expect(draftOf(payload(name, fields)).name).toBe(name)
    }
  })

  test.each(hookEvents)('%s with unknown fields decodes as without them', (name) => {
    const { fields } = bodies[name]
    expect(draftOf(payload(name, { ...fields, of_tomorrow: { a: [1] } }))).toEqual(draftOf(payload(name, fields)))
  })

  test.each(recorded.map((value, n) => [`${n} ${value.hook_event_name}`, value] as const))(
    'recorded payload %s decodes',
    (_, value) => {
      expect(draftOf(value)).toMatchObject({
        name: value.hook_event_name,
        session: value.session_id,
        cwd: value.cwd,
        startDir: '/home/dev/app',
        host: 'claude-code',
        via: 'hook',
        at: 1_000,
      })
    },
  )
})

describe('unusable payloads', () => {
  test.each([[null], [[]], ['{}'], [3], [undefined]])('%j is rejected with a reason', (value) => {
    expect(claudeCode.decode(value, context)).toEqual({ reason: 'the payload is not an object' })
  })

  test('a payload without a session is rejected with a reason', () => {
    for (const session_id of [undefined, '', null, 5, ['s']])
      expect(claudeCode.decode({ ...payload('Stop'), session_id }, context).reason).toBe('the payload names no session')
  })

  test.each(['FutureEvent', '__proto__', 'constructor', ''])('an event named %j is stored as Unknown', (name) => {
    const value = payload(name, { extra: { deep: ['x <private>y</private>z'] } })
    expect(draftOf(value)).toMatchObject({ name: 'Unknown', hook: name, payload: { extra: { deep: ['x z'] } } })
  })

  test('an unknown event keeps about 64 K characters and 12 levels, says what was left out, and splits no surrogate pair', () => {
    let deep: unknown = 'core'
    for (let n = 0; n < 50; n++) deep = [deep]
    const fields = { long: 'x'.repeat(70_000), deep, list: Array(90_000).fill('y'), last: 'z', after: { a: 'b' } }
    const draft = draftOf(payload('New', fields))
    const kept = JSON.stringify(draft)
    expect(kept).toContain('"long":"[70000 characters left out]"')
    expect(kept).toContain('[nested too deep]')
    expect(kept).toMatch(/\[\d+ more left out\]/)
    expect(kept).not.toContain('core')
    expect(kept.length).toBeLessThan(200_000)
  })

  test('a small unknown event is stored whole', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (extra) => {
        const { payload: kept } = draftOf(payload('New', { extra })) as { payload?: { extra?: unknown } }
        expect(JSON.stringify(kept?.extra)).toBe(JSON.stringify(extra))
      }),
    )
  })
})

describe('totality', () => {
  const named = fc.tuple(fc.constantFrom(...hookEvents, 'New'), fc.dictionary(fc.string(), fc.jsonValue()))

  test('any JSON value gives a draft or a reason', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          named.map(([name, fields]) => payload(name, fields)),
        ),
        (value) => {
          const { draft, reason } = claudeCode.decode(value, context)
          expect(draft === undefined).toBe(typeof reason === 'string')
        },
      ),
    )
  })

  test('a known payload with fields dropped or retyped keeps its event', () => {
    const known = [...recorded, ...hookEvents.map((name) => payload(name, bodies[name].fields))]
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.infiniteStream(fc.option(fc.jsonValue())), (value, values) => {
        const mutated = mutate(value, () => values.next().value)
        const kept = { ...(mutated as object), session_id: 's', hook_event_name: value.hook_event_name }
        const draft = draftOf(kept)
        expect(draft.name).toBe(value.hook_event_name)
        expect(draft.identity.parts.every((part) => typeof part === 'string')).toBe(true)
      }),
      { numRuns: runs(400) },
    )
  })

  test('any depth of nesting is accepted', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    for (const name of ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'New'])
      expect(draftOf(payload(name, { tool_input: deep, tool_response: deep, prompt: deep, x: deep })).session).toBe(
        's-1',
      )
  })

  test.each([
    ['unclosed private tags', '<private>'],
    ['tags that almost open', '</private <private'],
    ['white space', ' '],
    ['exit codes', 'Exit code 1\n'],
  ])('2 MB of %s are decoded in linear time (quadratic time would never end)', (_, piece) => {
    const text = piece.repeat(2_000_000 / piece.length)
    expect(draftOf(payload('UserPromptSubmit', { prompt: text })).name).toBe('UserPromptSubmit')
    const failed = payload('PostToolUseFailure', { tool_name: 'mcp__a', tool_input: { text }, error: text })
    expect(draftOf(failed).name).toBe('PostToolUseFailure')
  })
})

describe('text', () => {
  test('lone surrogates and NUL become U+FFFD, in every string and key', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\0', '\ud800', '\udc00', 'é', '😀', 'a') }), (text) => {
        const fields = {
          tool_name: 'Bash',
          tool_input: { command: text, [text]: text },
          tool_use_id: 't',
          tool_response: text,
        }
        const draft = draftAs('PostToolUse', fields)
        const all = JSON.stringify(draft)
        expect(all).not.toMatch(/\\ud[89a-f]|\\u0000/i)
        expect(draft.result.text.length).toBe(text.length)
      }),
    )
  })

  test('no string of any event contains a private passage', () => {
    const secret = 'before <private>SECRET</private> after'
    for (const name of hookEvents) {
      const marked = mark(bodies[name].fields, secret)
      const draft = draftOf(payload(name, marked as object))
      const { input, ...rest } = draft as typeof draft & { input?: unknown }
      expect(JSON.stringify(rest)).not.toContain('SECRET')
      const rewritable = name === 'PreToolUse' || name === 'PermissionRequest'
      expect(JSON.stringify(input ?? '').includes('SECRET')).toBe(rewritable)
    }
  })
})

test('a private passage over several lines of a diff or notebook cell is in no string of any event', () => {
  const lines = [' a', '+<private>', '+SECRET', '+</private>', ' b']
  const responses = [
    ['Edit', { filePath: '/a', structuredPatch: [{ oldStart: 1, lines }] }],
    ['Edit', { filePath: '/a', structuredPatch: [{ oldStart: 1, lines: [' SECRET', ' </private>', '+b'] }] }],
    ['Read', { type: 'notebook', file: { cells: [{ source: ['<private>\n', 'SECRET\n', '</private>'] }] } }],
  ] as const
  for (const [tool_name, tool_response] of responses) {
    const call = { tool_name, tool_use_id: 't', tool_input: {}, tool_response }
    expect(JSON.stringify(draftOf(payload('PostToolUse', call)))).not.toContain('SECRET')
    expect(JSON.stringify(draftOf(payload('PostToolBatch', { tool_calls: [call] })))).not.toContain('SECRET')
  }
})

describe('an edit of a file with a private passage', () => {
  const originalFile = ['top', '<private>', 'one', 'SECRET', 'three', '</private>', 'bottom', ''].join('\n')
  const decoded = (oldString: string, newString: string, hunks: readonly object[], more = {}) => {
    const tool_input = { file_path: '/a', old_string: oldString, new_string: newString, ...more }
    const tool_response = { filePath: '/a', oldString, newString, originalFile, structuredPatch: hunks, ...more }
    const call = { tool_name: 'Edit', tool_use_id: 't', tool_input, tool_response }
    return JSON.stringify(draftOf(payload('PostToolUse', call)))
  }

  test('is stored without its texts where it lies inside the passage, though neither of them has its tags', () => {
    const hunk = { oldStart: 3, oldLines: 3, newStart: 3, lines: [' one', '-SECRET', '+SECRET 2', ' three'] }
    expect(decoded('SECRET', 'SECRET 2', [hunk])).not.toContain('SECRET')
    expect(decoded('top', 'SECRET', [])).toContain('SECRET')
  })

  test('is stored without its texts where only one of the places that it changes lies inside', () => {
    const stored = decoded('o', '0', [], { replace_all: true, replaceAll: true })
    expect(stored).toContain('"changes":[{"old":"","new":""}]')
    expect(decoded('o', '0', [])).toContain('"changes":[{"old":"o","new":"0"}]')
  })

  test('keeps the hunks that show nothing of the passage', () => {
    const [inside, outside] = [
      { oldStart: 4, lines: ['-SECRET'] },
      { oldStart: 7, lines: ['-bottom', '+OPEN'] },
    ]
    const stored = decoded('bottom', 'OPEN', [inside, outside])
    expect(stored).not.toContain('SECRET')
    expect(stored).toContain('+OPEN')
  })
})

describe('the envelope', () => {
  test('agent_id identifies a subagent, agent_type alone does not', () => {
    expect(draftAs('Stop', { agent_type: 'reviewer' }).agent).toBeUndefined()
    expect(draftAs('Stop', { agent_id: 'a', agent_type: 'reviewer' }).agent).toEqual({ id: 'a', type: 'reviewer' })
    expect(draftAs('Stop', { agent_id: 'a' }).agent).toEqual({ id: 'a', type: '' })
  })

  test('a session begins where the transcript says, otherwise in its first cwd; a compaction begins none', () => {
    const elsewhere = { cwd: '/tmp/elsewhere' }
    expect(draftAs('Stop', elsewhere).startDir).toBeUndefined()
    expect(draftAs('SessionStart', { ...elsewhere, source: 'startup' }).startDir).toBe('/tmp/elsewhere')
    expect(draftAs('SessionStart', { ...elsewhere, source: 'compact' }).startDir).toBeUndefined()
    expect(draftAs('SessionStart', { source: 'compact' }).startDir).toBe('/home/dev/app')
  })
})

/** `value` with fields dropped, replaced or left, as `next` decides. */
function mutate(value: unknown, next: () => unknown): unknown {
  const change = next()
  if (typeof value !== 'object' || value === null) return change === null ? value : change
  if (Array.isArray(value)) return value.map((item) => mutate(item, next))
  const entries = Object.entries(value).filter(() => next() === null)
  return Object.fromEntries(entries.map(([key, item]) => [key, mutate(item, next)]))
}

/** `value` with every string replaced. */
function mark(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => mark(item, text))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mark(item, text)]))
}
