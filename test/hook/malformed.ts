const session = 'bad-input'
const tool = { session_id: session, hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: 'toolu_1' }
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const megabytes = (n: number): string => 'a'.repeat(n * 1024 * 1024)

/** Bodies that are no event at all: each costs one line in the log. */
export const hopeless: Readonly<Record<string, string | Buffer>> = {
  'nothing at all': '',
  blanks: '   ',
  words: 'hello',
  'half an object': '{"session_id":"s","hook_event_name":"Stop"',
  'two objects': '{}{}',
  'an array': '[]',
  'a number': '5',
  null: 'null',
  'a string': '"x"',
  'an empty object': '{}',
  'a session that is a number': '{"session_id":5,"hook_event_name":"Stop"}',
  'a session that is an object': '{"session_id":{},"hook_event_name":"Stop"}',
  'bytes that are no UTF-8': Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]),
  '100,000 brackets': nested(100_000),
  '100,000 open brackets': '['.repeat(100_000),
}

/** Bodies that are events, however odd: kept as far as they can be read. */
export const odd: Readonly<Record<string, string | Buffer>> = {
  // A shell drops it on the way, so that the rest can be read.
  'a raw NUL': '{"session_id":"a\0b","hook_event_name":"Stop"}',
  'wrong types in every field': JSON.stringify({
    session_id: session,
    hook_event_name: 'PostToolUse',
    cwd: 5,
    transcript_path: {},
    prompt_id: [],
    agent_id: false,
    tool_name: {},
    tool_use_id: 7,
    tool_input: 'x',
    tool_response: [[]],
  }),
  'an event that is a number': JSON.stringify({ session_id: session, hook_event_name: 5 }),
  'an unknown event': JSON.stringify({ session_id: session, hook_event_name: 'SomethingNew', detail: 1 }),
  'the name of an inherited property as event': JSON.stringify({ session_id: session, hook_event_name: 'constructor' }),
  'a key __proto__': `{"__proto__":{"polluted":1},"session_id":"${session}","hook_event_name":"Stop"}`,
  'an escaped NUL everywhere': JSON.stringify({
    ...tool,
    session_id: 'n\0ul',
    cwd: '/tmp/\0x',
    tool_input: { 'a\0': '\0' },
  }),
  'lone surrogates': `{"session_id":"\\ud800","hook_event_name":"UserPromptSubmit","prompt":"\\udfff and \\ud83d"}`,
  'a byte order mark': `\uFEFF${JSON.stringify({ session_id: session, hook_event_name: 'Stop' })}`,
  '100,000 brackets in a field': `${JSON.stringify(tool).slice(0, -1)},"tool_input":{"a":${nested(100_000)}}}`,
  'a string of 6 MB': JSON.stringify({ ...tool, tool_response: { stdout: megabytes(6) } }),
  'a prompt of 2 MB': JSON.stringify({
    session_id: session,
    hook_event_name: 'UserPromptSubmit',
    prompt: megabytes(2),
  }),
  'a session id of 1 MB': JSON.stringify({ session_id: megabytes(1), hook_event_name: 'Stop' }),
  '100,000 keys': JSON.stringify({
    ...tool,
    tool_input: Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key${n}`, n])),
  }),
}

/** More than is read: left to the transcript. */
export const huge = (): string => JSON.stringify({ ...tool, tool_response: { stdout: megabytes(50) } })
