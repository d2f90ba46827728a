import { cutPrivateDeep } from '@hindcast/redaction/tags.ts'
import type { Answer } from '../../../src/domain/answer.ts'
import type { Draft } from '../../../src/domain/events.ts'
import type { Act } from '../../../src/domain/tool.ts'
import type { Answerable, DecodeContext, Decoded, Host, Imagined } from '../../../src/wire/host.ts'
import type { Created, HostConnection, HostMachine } from '../../../src/wire/host-connection.ts'
import type { HostTranscripts, TranscriptContext, TranscriptState } from '../../../src/wire/host-transcripts.ts'

type Fields = Readonly<Record<string, unknown>>

const NAME = 'otter'
const HOME = 'OTTER_HOME'

/** An invented agent with its own event names, fields, settings and transcripts, which proves that a host is one folder. */
export const otter: Host = {
  name: NAME,
  title: 'Otter',
  decode,
  encode,
  imagine,
  mcpCall: (meta) => textIn(fieldsOf(meta), 'otterStroke'),
  session: ({ id, dir, word }) => {
    const said = (kind: string, n: number, more: object) => ({ kind, swim: id, key: `${id}-${n}`, pond: dir, ...more })
    return [
      said('dive', 1, { why: 'startup' }),
      said('whistle', 2, { tune: `Teach the lamp about the ${word}` }),
      said('crack', 3, { shell: 'lamp.mjs', was: '', is: `export const lamp = '${word}'\n` }),
      said('float', 4, { chirp: `The lamp knows the ${word} now.` }),
      said('leave', 5, { why: 'other' }),
    ]
  },
  environment: {
    name: NAME,
    configDir: HOME,
    pid: 'OTTER_PID',
    entrypoint: 'OTTER_ENTRY',
    attended: 'OTTER_ATTENDED',
    proxies: ['OTTER_WEIR'],
    direct: [],
    projectDir: 'OTTER_POND',
    agent: 'OTTER',
    startEvent: 'dive',
    noteField: 'splash',
  },
  files: {
    folder: '.otter',
    own: /\/\.otter\/(?:holt|burrow)\//,
    memory: /\/\.otter\/holt\//,
    instructions: /(?:^|\/)POND\.txt$/,
    instructionPaths: ['POND.txt'],
  },
  connection: connection(),
  transcripts: transcripts(),
}

/** The name of each of its events, and how its fields are decoded. */
const events: Readonly<Record<string, { readonly name: Draft['name']; body(fields: Fields): object }>> = {
  dive: { name: 'SessionStart', body: (fields) => ({ source: textIn(fields, 'why') ?? 'startup' }) },
  whistle: {
    name: 'UserPromptSubmit',
    body: (fields) => ({ prompt: textIn(fields, 'tune') ?? '', isPrivate: false, origin: 'person' }),
  },
  crack: {
    name: 'PostToolUse',
    body: (fields) => ({
      tool: 'crack',
      toolUseId: textIn(fields, 'key') ?? '',
      act: actOf(fields),
      input: {},
      result: { text: 'cracked' },
    }),
  },
  float: { name: 'Stop', body: (fields) => ({ active: false, lastMessage: textIn(fields, 'chirp') }) },
  leave: { name: 'SessionEnd', body: (fields) => ({ reason: textIn(fields, 'why') ?? 'other' }) },
}

const actOf = (fields: Fields): Act => ({
  kind: 'edit',
  path: textIn(fields, 'shell') ?? '',
  changes: [{ old: textIn(fields, 'was') ?? '', new: textIn(fields, 'is') ?? '' }],
})

/** Every event has a unique key, which the transcript repeats. */
function decode(payload: unknown, { now, via }: DecodeContext): Decoded {
  const fields = fieldsOf(cutPrivateDeep(payload))
  const session = textIn(fields, 'swim')
  if (session === undefined) return { reason: 'the payload names no swim' }
  const kind = textIn(fields, 'kind') ?? ''
  const known = Object.hasOwn(events, kind) ? events[kind] : undefined
  const key = textIn(fields, 'key') ?? `${session} ${kind}`
  const cwd = textIn(fields, 'pond')
  const envelope = {
    session,
    at: now,
    host: NAME,
    via,
    cwd,
    startDir: cwd,
    identity: { parts: [NAME, key], ordinal: false },
  }
  const body = known?.body(fields) ?? { hook: kind, payload: {} }
  // Name and body come from the same row, but the compiler cannot see that through a union
  return { draft: { ...envelope, ...body, name: known?.name ?? 'Unknown' } as unknown as Draft }
}

function encode(_event: Answerable, { context, note, deny, watch }: Answer): object {
  return {
    ...(watch && { peek: watch }),
    ...(context && { murmur: context }),
    ...(note && { splash: note }),
    ...(deny && { halt: deny }),
  }
}

function imagine({ name, session = 'rehearsal', dir, prompt, source }: Imagined): object {
  const [kind] = Object.entries(events).find(([, row]) => row.name === name) ?? [name]
  return { kind, swim: session, pond: dir, ...(prompt && { tune: prompt }), ...(source && { why: source }) }
}

const folderOf = ({ env, userHome }: HostMachine): string => env[HOME] || `${userHome}/.otter`

/** Its settings are lines of text; Hindcast's are between two marks at the end. */
function connection(): HostConnection {
  const OURS = /\n?# hindcast begins\n[\s\S]*?# hindcast ends\n/
  const count = (text: string) => [...(OURS.exec(text)?.[0] ?? '').matchAll(/^tell /gm)].length
  return {
    asks: ({ event }) => Object.values(events).some(({ name }) => name === event),
    client: {
      program: 'otter-that-nobody-has',
      besides: [],
      fullSince: '0.0.0',
      olderNote: 'it is told nothing',
      debugHooks: 'ask the otter',
    },
    files: (at, { scope, projectDir }) => [
      {
        path: scope === 'project' && projectDir ? `${projectDir}/.otter.conf` : `${folderOf(at)}/otter.conf`,
        role: 'hooks',
        put(text, { port, token, transport, launcher }) {
          const to =
            transport === 'http'
              ? `http://127.0.0.1:${port}/hook?host=${NAME} ${token}`
              : `${launcher} hook --host=${NAME}`
          const ours = [
            '# hindcast begins',
            ...Object.keys(events).map((kind) => `tell ${kind} ${to}`),
            '# hindcast ends',
          ]
          const created: Created = text === undefined ? { '': null } : {}
          const lead = text === undefined || text.startsWith('# hindcast begins') ? '' : '\n'
          return { ok: true, text: `${text?.replace(OURS, '') ?? ''}${lead}${ours.join('\n')}\n`, created }
        },
        take(text, created) {
          const left = text.replace(OURS, '')
          return { ok: true, text: left === '' && created?.[''] === null ? undefined : left }
        },
        count,
      },
    ],
    merged: (at) => [{ path: `${folderOf(at)}/otter.conf`, managed: false }],
    silencers: () => [],
    neighbours: () => [],
    homeIn: () => undefined,
  }
}

/** A line is `time|swim|key|kind|JSON of the rest`. */
function transcripts(): HostTranscripts {
  const LINE = /^([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|(.*)$/
  const valuesIn = (line: string): Fields | undefined => {
    const [, time = '', swim, key, kind, rest = ''] = LINE.exec(line) ?? []
    try {
      return swim === undefined ? undefined : { time, swim, key, kind, ...fieldsOf(JSON.parse(rest)) }
    } catch {
      return undefined
    }
  }
  return {
    folder: (at) => `${folderOf(at)}/swims`,
    extension: '.swim',
    head(text) {
      const first = valuesIn(text.split('\n', 1)[0] ?? '')
      return { session: textIn(first, 'swim'), began: textIn(first, 'time'), dir: textIn(first, 'pond'), forked: false }
    },
    tail(text) {
      const last = text.split('\n').findLast((line) => valuesIn(line) !== undefined)
      const at = Date.parse(textIn(valuesIn(last ?? ''), 'time') ?? '')
      return { activeAt: Number.isNaN(at) ? undefined : at, embedded: false, hooks: [] }
    },
    repeatedIn: () => [],
    ownerOf(path, { session }) {
      const parts = path.split('/')
      return { session: session ?? (parts.at(-1) ?? '').replace(/\.swim$/, ''), folder: parts.slice(0, -1).join('/') }
    },
    agentType: () => '',
    subagentsOf: (path) => path.replace(/\.swim$/, ''),
    split(line) {
      const value = valuesIn(line)
      if (value) return { values: [value] }
      return line.trim() === '' ? { values: [] } : { values: [], rest: line, error: 'no line of a swim' }
    },
    lineOf(value) {
      const fields = fieldsOf(value)
      const uuid = textIn(fields, 'key')
      return uuid === undefined ? undefined : { uuid, session: textIn(fields, 'swim') ?? '' }
    },
    begin: (_context: TranscriptContext): TranscriptState => ({ session: '', at: 0 }),
    next(before, value, repeated = false) {
      const fields = fieldsOf(value)
      const at = Date.parse(textIn(fields, 'time') ?? '')
      const { draft } = decode(value, { now: Number.isNaN(at) ? before.at : at, via: 'transcript' })
      const kind = textIn(fields, 'kind') ?? ''
      if (!draft) return { state: before, told: [], kind, ignored: 'no swim' }
      const told = repeated ? [] : [{ draft, ordinal: undefined, line: { uuid: textIn(fields, 'key') } }]
      return { state: { session: before.session || draft.session, at: draft.at }, told, kind }
    },
    end: (state) => ({ state, told: [] }),
    kindSaid: (kind) => (Object.hasOwn(events, kind) ? '' : undefined),
    isResting: () => true,
    momentsBefore: () => [],
  }
}

/** A payload of its session, as it is in its transcript. */
export function lineOf({ kind, swim, key, ...rest }: Fields, at: number): string {
  return `${new Date(at).toISOString()}|${swim}|${key}|${kind}|${JSON.stringify(rest)}\n`
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

function textIn(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
