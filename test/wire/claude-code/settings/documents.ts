import fc from 'fast-check'

/** A foreign hook. */
export const foreignHook = fc.oneof(
  fc.record({ type: fc.constant('command'), command: fc.string() }),
  fc.record({
    type: fc.constant('http'),
    url: fc.constantFrom('http://127.0.0.1:37777/hook', 'https://a.example/hook'),
  }),
  fc.constantFrom(
    { type: 'command', command: '/opt/hindcast-run' },
    { type: 'command', command: 'hindcast', args: ['pause'] },
  ),
)

const group = fc.oneof(
  fc.record({ hooks: fc.array(foreignHook, { maxLength: 2 }) }),
  fc.record({ matcher: fc.constantFrom('Bash', '*', ''), hooks: fc.array(foreignHook, { maxLength: 2 }) }),
)
const events = fc.dictionary(
  fc.constantFrom('Stop', 'PreToolUse', 'SessionStart', 'Setup', 'NoSuchEvent'),
  fc.array(group, { maxLength: 3 }),
  { maxKeys: 3 },
)
const anything = fc.dictionary(
  fc.string().filter((key) => key !== 'hooks' && key !== '__proto__'),
  // The parser with which a test reads comments sets a prototype by it
  fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
  { maxKeys: 3 },
)

/** Settings as a value: foreign keys before and after `hooks`, which may be missing or empty. */
export const settings: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(anything, fc.option(events, { nil: undefined }), anything)
  .map(([before, hooks, after]) => ({ ...before, ...(hooks && { hooks }), ...after }))

const spaces = fc.constantFrom('', '', ' ', '\n', '\r\n', '\n  ', '\t', ' \r\n\t ', '\r', '\n\n')

/** A way to print JSON: with any indent, on one line, or with random whitespace. */
const printer: fc.Arbitrary<(value: unknown) => string> = fc.oneof(
  fc
    .tuple(fc.constantFrom('  ', '    ', '\t', ' ', '             '), fc.constantFrom('\n', '\r\n', '\r'))
    .map(([unit, eol]) => (value: unknown) => {
      const lines = JSON.stringify(value, null, '\t').split('\n')
      return lines.map((line) => line.replace(/^\t+/, (tabs) => unit.repeat(tabs.length))).join(eol)
    }),
  fc.constant((value: unknown) => JSON.stringify(value)),
  fc.infiniteStream(spaces).map((stream) => (value: unknown) => strewn(value, () => stream.next().value ?? '')),
)

/** The text of a settings file: with or without BOM, any formatting, any line end. */
export const printed = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('', '\uFEFF'), spaces, printer, value, spaces)
    .map(([bom, lead, print, json, tail]) => bom + lead + print(json) + tail)

function strewn(value: unknown, ws: () => string): string {
  if (Array.isArray(value)) return `[${ws()}${value.map((one) => strewn(one, ws)).join(`${ws()},${ws()}`)}${ws()}]`
  if (typeof value !== 'object' || value === null) return escaped(value, ws)
  const members = Object.entries(value).map(([key, one]) => `${escaped(key, ws)}${ws()}:${ws()}${strewn(one, ws)}`)
  return `{${ws()}${members.join(`${ws()},${ws()}`)}${ws()}}`
}

/** Other spellings of the same values: unnecessary escapes, exponents. */
function escaped(value: unknown, ws: () => string): string {
  const text = JSON.stringify(value)
  if (ws() !== '\t') return text
  if (typeof value === 'number' && Number.isInteger(value) && !text.includes('e')) return `${text}.0e0`
  return text.replace(/[a-z]/g, (letter, at: number, all: string) =>
    typeof value === 'string' && !all.slice(0, at).includes('\\')
      ? `\\u00${letter.charCodeAt(0).toString(16)}`
      : letter,
  )
}
