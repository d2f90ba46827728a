import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classify } from '../../src/domain/classify.ts'
import type { Event } from '../../src/domain/events.ts'
import { eventRecord } from '../../src/domain/memory/record.ts'
import type { Act } from '../../src/domain/tool.ts'
import { eventOf } from '../../src/engine/later.ts'

const ENVELOPE = {
  ...{ id: 'e_1', identity: 'i', at: 5, session: 's', project: 'p', host: 'h', via: 'hook', promptId: 'p1' },
  agent: { id: 'a1', type: 'Explore' },
}

function rebuilt(own: object): Event {
  const event = { ...ENVELOPE, ...own } as unknown as Omit<Event, 'classification'>
  const record = eventRecord({ ...event, classification: classify(event) } as Event)
  // Through the store: nothing but JSON comes back.
  return eventOf({ ...JSON.parse(JSON.stringify(record)), seq: 1 })
}

const shell: Act = { kind: 'shell', command: 'npm test' }
const called = { tool: 'Bash', toolUseId: 't', act: shell, input: { command: 'npm test' } }

describe('an event rebuilt from its record', () => {
  test('is unchanged, except for the raw input', () => {
    const own = { ...called, name: 'PostToolUse', result: { text: 'ok' }, durationMs: 7 }
    expect(rebuilt(own)).toMatchObject({
      ...ENVELOPE,
      ...own,
      input: undefined,
      classification: { check: 'test', outcome: 'ok' },
    })
  })

  test('says how a call failed', () => {
    const own = { ...called, name: 'PostToolUseFailure', error: 'Exit code 1\nno', exitCode: 1, interrupted: true }
    expect(rebuilt(own)).toMatchObject({ ...own, input: undefined })
  })

  test.each<Act>([
    shell,
    { kind: 'write', path: '/a.ts', text: 'x' },
    { kind: 'read', path: '/a.ts', range: { from: 2, lines: 3 } },
    { kind: 'search', pattern: 'x', over: 'content' },
    { kind: 'mcp', server: 's', method: 'm', text: 'x' },
    { kind: 'web', target: 'https://example.org' },
    { kind: 'other', text: 'x' },
  ])('has its act: $kind', (act) => {
    expect(rebuilt({ ...called, act, name: 'PostToolUse', result: { text: '' } })).toMatchObject({ act })
  })

  test.each([
    { name: 'Stop', active: true, lastMessage: 'Done.' },
    { name: 'SessionStart', source: 'startup', client: { pid: 7 } },
    { name: 'SessionEnd', reason: 'clear' },
    { name: 'PostCompact', trigger: 'auto', summary: 'All of it.' },
    { name: 'Told', ids: ['o_1'] },
    { name: 'FileChanged', path: '/a', change: 'change' },
  ])('has the fields of $name', (own) => {
    expect(rebuilt(own)).toMatchObject(own)
  })

  test('has an empty text instead of the prompt, which is its own record', () => {
    expect(rebuilt({ name: 'UserPromptSubmit', prompt: 'Fix it.', isPrivate: false, origin: 'person' })).toMatchObject({
      prompt: '',
      origin: 'person',
    })
  })

  test('can be made from any record: a malformed body does no harm', () => {
    const body = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Record<string, unknown>>
    fc.assert(
      fc.property(body, fc.constantFrom('PostToolUse', 'Stop', 'Nobody'), fc.boolean(), (strange, name, tool) => {
        const record = {
          ...eventRecord({
            ...ENVELOPE,
            ...called,
            name: 'PreToolUse',
            classification: classify(ENVELOPE as never),
          } as never),
        }
        const event = eventOf({ ...record, seq: 1, name, body: strange, tool: tool ? 'Bash' : undefined })
        expect(event).toMatchObject({ id: 'e_1', session: 's', name })
      }),
    )
  })
})
