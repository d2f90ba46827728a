import fc from 'fast-check'
import { applyEdits, modify } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { hookEntries } from '../../../../src/wire/claude-code/settings/entries.ts'
import { addEntries, countEntries, removeEntries } from '../../../../src/wire/claude-code/settings/hooks.ts'
import { runs } from '../../../runs.ts'
import { foreignHook, printed, settings } from './documents.ts'
import { someWanted } from './wanted.ts'

const to = {
  port: 37777,
  token: 'T0ken',
  launcher: '/home/a b/.hindcast/app/1/hindcast-run',
  transport: 'http' as const,
  wanted: someWanted,
}
const entries = hookEntries(to)
const moved = hookEntries({ ...to, port: 40001, token: 'other', launcher: '/elsewhere/hindcast-run' })
const asCommands = hookEntries({ ...to, transport: 'command' })

const texts = fc.oneof(
  { weight: 8, arbitrary: printed(settings) },
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '\uFEFF',
    '{}',
    '{ }',
    '{\r\n}',
    '{"hooks":{}}',
    '{"hooks":{"Stop":[]}}',
    '{"hooks": {\n}, "a":1}',
  ),
)

const added = (text: string | undefined, wanted = entries) => {
  const done = addEntries(text, wanted)
  if (!done.ok) throw new Error(`refused: ${done.why} in ${JSON.stringify(text)}`)
  return done
}
const removed = (text: string, created?: ReturnType<typeof added>['created']) => {
  const done = removeEntries(text, created)
  if (!done.ok) throw new Error(`refused: ${done.why} in ${JSON.stringify(text)}`)
  return done.text
}
const parse = (text: string) => JSON.parse(text.replace(/^\uFEFF/, ''))

describe('adding and removing', () => {
  test('restores every byte, whatever the file', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const done = added(text)
        expect(countEntries(done.text)).toBe(entries.length)
        expect(removed(done.text, done.created)).toBe(text)
      }),
      { numRuns: runs(80) },
    )
  })

  test('restores every byte even after an upgrade that changed matcher, port, token, path and transport', () => {
    const unmatched = entries.map(({ event, hook }) => ({ event, hook }))
    fc.assert(
      fc.property(texts, (text) => {
        const first = added(text, unmatched)
        const second = added(first.text, moved)
        const third = added(second.text, asCommands)
        expect(countEntries(third.text)).toBe(entries.length)
        expect(removed(third.text, { ...first.created, ...second.created, ...third.created })).toBe(text)
      }),
    )
  })

  test('a missing file is missing again', () => {
    const done = added(undefined)
    expect(done.text).toMatch(/^\{\n {2}"hooks": \{\n {4}"SessionStart": \[\n[\s\S]*\n\}\n$/)
    expect(removed(done.text, done.created)).toBeUndefined()
  })

  test('without a record, removes our hooks and the containers they leave empty', () => {
    fc.assert(
      fc.property(printed(settings), (text) => {
        const rest = removed(added(text).text) ?? ''
        expect(countEntries(rest)).toBe(0)
        expect(withoutEmpty(parse(rest))).toEqual(withoutEmpty(parse(text)))
      }),
    )
  })

  test('a file without our hooks is returned as it is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(removed(text)).toBe(text)
      }),
    )
  })
})

describe('adding', () => {
  test("appends our groups after the user's, and changes nothing else", () => {
    fc.assert(
      fc.property(printed(settings), (text) => {
        const before = parse(text)
        const after = parse(added(text).text)
        expect({ ...after, hooks: undefined }).toEqual({ ...before, hooks: undefined })
        for (const [event, groups] of Object.entries<unknown[]>(before.hooks ?? {}))
          expect(after.hooks[event].slice(0, groups.length)).toEqual(groups)
        for (const { event, matcher, hook } of entries)
          expect(after.hooks[event].at(-1)).toEqual({ ...(matcher && { matcher }), hooks: [hook] })
      }),
    )
  })

  test('is safe to run twice', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = added(text)
        expect(added(once.text)).toEqual({ ok: true, text: once.text, created: {} })
      }),
    )
  })

  test('replaces a changed port in place, so that a third run changes nothing', () => {
    const once = added('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}').text
    const twice = added(once, moved).text
    expect(twice).toBe(
      once
        .replaceAll(':37777/', ':40001/')
        .replaceAll('T0ken', 'other')
        .replaceAll(to.launcher, '/elsewhere/hindcast-run'),
    )
    expect(added(twice, moved).text).toBe(twice)
  })

  test('removes an entry that is no longer wanted', () => {
    const fewer = entries.filter(({ event }) => event !== 'Stop')
    expect(parse(added(added('{}').text, fewer).text).hooks.Stop).toEqual([])
  })

  test('allows a second entry for the same event, with a matcher', () => {
    const slow = {
      event: 'Stop',
      hook: { type: 'http', url: 'http://127.0.0.1:37777/hook?part=slow', headers: { 'X-Hindcast': '1' }, timeout: 12 },
    } as const
    const edits = { ...slow, event: 'PostToolUse', matcher: 'Edit|Write' }
    const done = added('{"a":1}', [...entries, slow, edits])
    expect(parse(done.text).hooks.PostToolUse[1].matcher).toBe('Edit|Write')
    expect(added(done.text, [...entries, slow, edits]).text).toBe(done.text)
    expect(removed(done.text, done.created)).toBe('{"a":1}')
  })

  test.each([
    ['two spaces', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "hooks": {\n    "SessionStart": [\n      {\n'],
    ['tabs and CRLF', '{\r\n\t"a": 1\r\n}', '{\r\n\t"a": 1,\r\n\t"hooks": {\r\n\t\t"SessionStart": [\r\n'],
    ['one line', '{"a":1}', '{"a":1,"hooks":{"SessionStart":[{"hooks":[{"type":"command"'],
    [
      'one line with spaces',
      '{"a": 1, "b": []}',
      '{"a": 1, "b": [], "hooks": {"SessionStart": [{"hooks": [{"type": "command"',
    ],
    [
      'an indented root',
      '  {\n    "a": 1\n  }',
      '  {\n    "a": 1,\n    "hooks": {\n      "SessionStart": [\n        {\n',
    ],
  ])('follows %s', (_, text, start) => {
    expect(added(text).text.slice(0, start.length)).toBe(start)
  })
})

describe("the user's changes in between", () => {
  const change = (text: string, path: (string | number)[], value: unknown, isArrayInsertion = false) => {
    const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
    const body = text.slice(bom.length)
    return bom + applyEdits(body, modify(body, path, value, { isArrayInsertion }))
  }

  test('are kept: a new key, a new value, a new event', () => {
    fc.assert(
      fc.property(printed(settings), fc.jsonValue(), fc.array(foreignHook, { minLength: 1 }), (text, value, hooks) => {
        const edit = (soFar: string) => change(change(soFar, ['new key'], value), ['hooks', 'Mine'], [{ hooks }])
        const done = added(text)
        expect(parse(removed(edit(done.text), done.created) ?? '')).toEqual(parse(edit(text)))
      }),
    )
  })

  test('are kept: groups before and after ours, and a hook inside our group', () => {
    fc.assert(
      fc.property(printed(settings), foreignHook, (text, hook) => {
        const done = added(text)
        const n = parse(done.text).hooks.Stop.length - 1
        const inside = change(done.text, ['hooks', 'Stop', n, 'hooks', 0], hook, true)
        const first = change(inside, ['hooks', 'Stop', 0], { matcher: 'first', hooks: [hook] }, true)
        const last = change(first, ['hooks', 'Stop', n + 2], { matcher: 'last', hooks: [hook] }, true)
        const his = [...(parse(text).hooks?.Stop ?? []), { hooks: [hook] }]
        const wanted = [{ matcher: 'first', hooks: [hook] }, ...his, { matcher: 'last', hooks: [hook] }]
        expect(added(last).text).toBe(last)
        expect(parse(removed(last, done.created) ?? '').hooks.Stop).toEqual(wanted)
      }),
    )
  })

  test('do not prevent removal, even if the user removed or moved some of ours and reformatted the file', () => {
    fc.assert(
      fc.property(printed(settings), (text) => {
        const done = added(text)
        const value = parse(done.text)
        const { Stop, ...others } = value.hooks
        const shuffled = { hooks: { ...others, SessionEnd: [...others.SessionEnd, ...Stop].reverse() }, ...value }
        const rest = removed(JSON.stringify({ ...value, hooks: shuffled.hooks }, null, 3), done.created) ?? '{}'
        expect(countEntries(rest)).toBe(0)
      }),
    )
  })
})

describe('refused, with the line', () => {
  test.each([
    ['{\n  // mine\n  "a": 1\n}', 2, 'comment'],
    ['{\r\n"a": 1 /* x */\r\n}', 2, 'comment'],
    ['{\n  "a": 1,\n}', 3, 'trailing comma'],
    ['{"a": [1,\n]}', 2, 'trailing comma'],
    ['{\n"a": tru\n}', 2, 'not valid JSON'],
    ['{"a": 1', 1, 'not valid JSON'],
    ['{"a": "\n"}', 1, 'not valid JSON'],
    ['\n[]', 2, 'root is not an object'],
    ['"hooks"', 1, 'root is not an object'],
    ['{\n"hooks": []}', 2, 'not an object'],
    ['{"hooks": null}', 1, 'not an object'],
    ['{"hooks": {\n\n"Stop": {}}}', 3, 'hooks.Stop'],
    ['{"hooks": {},\n"\\u0068ooks": {}}', 2, 'twice'],
    ['{"hooks": {"Stop": [],\n"Stop": []}}', 2, 'twice'],
    [`{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 1, 'nested too deeply'],
  ])('%#: %.60j', (text, line, why) => {
    // From a file with comments, entries are removed, but none are added to one
    const isCommented = /comment|trailing comma/.test(why)
    for (const done of [addEntries(text, entries), ...(isCommented ? [] : [removeEntries(text)])]) {
      expect(done).toMatchObject({ ok: false, line, why: expect.stringContaining(why) })
      expect(done.ok ? '' : done.remedy).not.toBe('')
    }
  })

  test('refuses everything that JSON.parse does', () => {
    fc.assert(
      fc.property(
        printed(settings),
        fc.nat(),
        fc.constantFrom(',', '//', '}', '"', "'", '\u00A0', '1'),
        (text, at, by) => {
          const place = at % (text.length + 1)
          const spoilt = text.slice(0, place) + by + text.slice(place)
          const body = spoilt.replace(/^\uFEFF/, '')
          const sound = (() => {
            try {
              JSON.parse(body)
              return true
            } catch {
              return false
            }
          })()
          if (!sound) expect(addEntries(spoilt, entries).ok).toBe(false)
        },
      ),
    )
  })
})

/** Settings without the empty lists and objects that a removal without a record may also remove. */
function withoutEmpty({ hooks = {}, ...rest }: Record<string, Record<string, unknown[]>>) {
  return { ...rest, hooks: Object.fromEntries(Object.entries(hooks).filter(([, groups]) => groups.length > 0)) }
}
