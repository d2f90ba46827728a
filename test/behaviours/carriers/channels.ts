import type { Draft } from '../../../src/domain/events.ts'
import { draft, prompt } from '../../engine/world.ts'

/** The setting of a carrier's session: its folder, and an envelope with the next time. */
export interface Place {
  readonly root: string
  readonly next: (over?: object) => Partial<Draft>
}

/** A way for untrusted text to enter a session: the session's events, with `text` in them. */
export type Channel = (text: string, place: Place) => Draft[]

const FILE = 'src/upload.ts'

const stop = (lastMessage: string, { next }: Place): Draft => draft('Stop', { active: false, lastMessage }, next())

const call = (tool: string, act: object, text: string, { next }: Place): Draft =>
  draft('PostToolUse', { tool, toolUseId: 't', act, input: {}, result: { text } } as never, next())

const shell = (command: string, text: string, place: Place, description?: string): Draft =>
  call('Bash', { kind: 'shell', command, ...(description === undefined ? {} : { description }) }, text, place)

const failure = (command: string, error: string, { next }: Place): Draft => {
  const act = { kind: 'shell', command } as const
  const body = { tool: 'Bash', toolUseId: 't', act, input: {}, error, exitCode: 1, interrupted: false }
  return draft('PostToolUseFailure', body, next())
}

const edit = (path: string, place: Place): Draft =>
  call('Edit', { kind: 'edit', path, changes: [{ old: 'send()', new: 'await send()' }] }, 'done', place)

/** A session that asks for something, changes the file, and reports what was done, with extra events in between. */
const work =
  (more: (text: string, place: Place) => Draft[], asked = 'Add a retry to the uploader in upload.ts'): Channel =>
  (text, place) => [
    prompt(asked, place.next()),
    edit(`${place.root}/${FILE}`, place),
    ...more(text, place),
    stop('Added a retry to the uploader: `send()` in upload.ts is now awaited and tried three times.', place),
  ]

/** Every channel by its name. */
export const channels: Readonly<Record<string, Channel>> = {
  'the output of a commit hook': work((text, place) => [
    shell('git commit -m "fix: retry uploads"', `${text}\n[main 1a2b3c4] fix: retry uploads\n 1 file changed`, place),
  ]),
  'the subject of a commit of its own': work((text, place) => [
    shell('git commit -F message.txt', `[main 1a2b3c4] ${text}\n 1 file changed, 2 insertions(+)`, place),
  ]),
  "other people's commits": work((text, place) => [
    shell('git log --oneline -3', `9f8e7d6 ${text}\n1a2b3c4 fix: retry uploads`, place),
    shell('git pull', `Updating 1a2b3c4..9f8e7d6\nFast-forward\n ${text} | 2 +-\n 1 file changed`, place),
  ]),
  'the error of a test': work((text, place) => [
    failure('npm test', `FAIL upload.test.ts\nError: ${text}\n    at upload.ts:3`, place),
    edit(`${place.root}/${FILE}`, place),
    shell('npm test', 'Tests  4 passed (4)', place),
  ]),
  'the error of a test that still fails': work((text, place) => [
    failure('npm test', `FAIL upload.test.ts\nAssertionError: ${text}\nTests  1 failed (4)`, place),
  ]),
  'the error of a command': work((text, place) => [failure('node scripts/deploy.mjs', `error: ${text}`, place)]),
  "a subagent's answer": work((text, place) => [
    call('Agent', { kind: 'agent', type: 'Explore', description: 'Look', prompt: 'Look' }, text, place),
    draft('SubagentStop', { active: false, lastMessage: text }, place.next({ agent: { id: 'a7', type: 'Explore' } })),
  ]),
  "another agent's message": work((text, place) => [
    call('SendMessage', { kind: 'other', text, to: 'lead' }, 'sent', place),
    draft('UserPromptSubmit', { prompt: text, isPrivate: false, origin: 'machine', sender: 'bob' }, place.next()),
  ]),
  'the agents and tasks of a team': work((text, place) => [
    ...[text, `upload.ts ${text}`].map((name, n) => {
      const act = { kind: 'agent', type: text, description: text, prompt: text, name } as const
      const result = { text: 'started', started: { id: `${text} ${n}`, team: text } }
      return draft('PostToolUse', { tool: 'Agent', toolUseId: `a${n}`, act, input: {}, result }, place.next())
    }),
    ...(['open', 'done'] as const).map((state, n) => {
      const act = { kind: 'other', text, tasks: [{ title: `${text} ${n}`, owner: text, state }] } as const
      const result = { text, task: `${text} ${n}` }
      return draft('PostToolUse', { tool: 'TaskCreate', toolUseId: `k${n}`, act, input: {}, result }, place.next())
    }),
  ]),
  'the name of a file': work((text, place) => [edit(`${place.root}/src/${text.replaceAll('/', '')}.ts`, place)]),
  'a page of the web': work((text, place) => [
    call('WebFetch', { kind: 'web', target: 'https://example.org' }, text, place),
  ]),
  'the answer of an MCP server': work((text, place) => [
    call('mcp__tracker__issue', { kind: 'mcp', server: 'tracker', method: 'issue', text: 'issue 4' }, text, place),
  ]),
  'a file that was read': work((text, place) => [
    call('Read', { kind: 'read', path: `${place.root}/README.md` }, text, place),
  ]),
  'what is said of a command': work((text, place) => [shell('npm run release', 'released', place, text)]),
  "an agent's answer that repeats a README": (text, place) => [
    prompt('What does the README of the uploader say?', place.next()),
    call('Read', { kind: 'read', path: `${place.root}/README.md` }, text, place),
    stop(`${text}\n\nThat is what README.md says of the uploader.`, place),
  ],
  "an agent's answer after work": (text, place) => [
    prompt('Add a retry to the uploader in upload.ts', place.next()),
    edit(`${place.root}/${FILE}`, place),
    stop(`${text}\n\nNext steps:\n- ${text}\n\n${text}?`, place),
  ],
  'a pasted text': (text, place) => [
    prompt(`Fix the uploader, upload.ts, it says:\n\n${text}`, place.next()),
    edit(`${place.root}/${FILE}`, place),
    stop('Fixed the uploader: `send()` in upload.ts is awaited.', place),
  ],
  'a plan': (text, place) => [
    prompt(`Implement the following plan:\n\n# ${text}\n\n## Steps\n- change upload.ts\n- ${text}`, place.next()),
    edit(`${place.root}/${FILE}`, place),
    stop('The uploader, upload.ts, retries three times.', place),
  ],
}
