import { describe, expect, test } from 'vitest'
import type { Draft } from '../../../../src/domain/events.ts'
import claudeCode from '../../../../src/wire/claude-code/index.ts'
import { filesOf, idOf, readWhole, recording, sessions } from './reading.ts'

type Fields = Record<string, unknown>

/** The events from the hooks of a session, by id; `ordinal` counts as the store does. */
function lived(name: string): Map<string, Draft> {
  const counts = new Map<string, number>()
  const drafts = new Map<string, Draft>()
  for (const line of recording(`${name}.hooks.jsonl`).trim().split('\n')) {
    const { draft } = claudeCode.decode(JSON.parse(line), { now: 0, via: 'hook' })
    if (!draft) throw new Error(line)
    const key = JSON.stringify(draft.identity.parts)
    const ordinal = draft.identity.ordinal ? (counts.get(key) ?? 0) : undefined
    counts.set(key, (ordinal ?? 0) + 1)
    drafts.set(idOf({ draft, ordinal }), draft)
  }
  return drafts
}

/** The events from the transcripts of a session, by id. */
function imported(name: string): Map<string, Draft> {
  const known = name === 'fork' ? readWhole(recording('work.jsonl')).uuids : undefined
  const told = filesOf(name).flatMap(({ text, context }) => readWhole(text, context, known).told)
  const drafts = new Map(told.map((one) => [idOf(one), one.draft]))
  expect(drafts.size).toBe(told.length)
  return drafts
}

const named = (drafts: Map<string, Draft>, ids: Iterable<string>): string[] =>
  [...ids].map((id) => label(drafts.get(id) as Draft & Fields)).sort()

const label = ({ name, ...draft }: Draft & Fields): string =>
  [name, draft.tool ?? draft.reason ?? draft.hook ?? (draft.agent as Fields | undefined)?.type]
    .filter((part) => part !== undefined)
    .join(' ')

/** The events that only one side can know. All others come from both, with the same ids. */
const alone: Readonly<Record<(typeof sessions)[number], { hooks: string[]; transcript: string[] }>> = {
  // The transcript also has calls that were refused or failed before any hook ran
  work: {
    hooks: ['SessionEnd other', 'SessionEnd other', 'SessionEnd other'],
    transcript: [
      'PermissionDenied Bash',
      'PostToolUseFailure Bash',
      'PostToolUseFailure Edit',
      'PostToolUseFailure Nope',
    ],
  },
  fork: { hooks: ['SessionEnd other'], transcript: [] },
  resumed: {
    hooks: ['SessionEnd other', 'SessionEnd prompt_input_exit', 'SessionEnd prompt_input_exit'],
    transcript: [],
  },
  // The agent that summarizes writes no transcript; no hook reports rejections, Escape and shell commands
  terminal: {
    hooks: ['PermissionRequest Bash', 'PermissionRequest Bash', 'SessionEnd clear', 'SubagentStop '],
    transcript: [
      'PermissionDenied Bash',
      'PermissionDenied Bash',
      'PostToolUseFailure Bash',
      'PostToolUseFailure Bash',
      'Unknown ShellMode',
      'Unknown ShellMode',
    ],
  },
  cleared: { hooks: [], transcript: [] },
  'api-error': { hooks: ['SessionEnd other'], transcript: [] },
  refused: { hooks: ['PermissionRequest Bash', 'SessionEnd other'], transcript: ['PermissionDenied Bash'] },
  'auto-mode': { hooks: ['SessionEnd other'], transcript: [] },
  // The transcript has what tasks and idle members say only in calls and notices
  team: {
    hooks: [
      ...['TaskCompleted bob', 'TaskCompleted eve', 'TaskCreated', 'TaskCreated'],
      ...['TeammateIdle bob', 'TeammateIdle bob', 'TeammateIdle eve', 'TeammateIdle eve'],
    ],
    transcript: [],
  },
}

describe.each(sessions)('a session recorded by hooks and read from its transcript: %s', (name) => {
  const [live, read] = [lived(name), imported(name)]

  test('has the same events with the same ids, except those that only one side can know', () => {
    const only = (one: Map<string, Draft>, other: Map<string, Draft>) =>
      named(
        one,
        [...one.keys()].filter((id) => !other.has(id)),
      )
    expect(only(live, read)).toEqual(alone[name].hooks)
    expect(only(read, live)).toEqual(alone[name].transcript)
  })

  test('agrees on each of them', () => {
    for (const [id, draft] of live) if (read.has(id)) expect(common(read.get(id)), id).toEqual(common(draft))
  })

  test('begins in the same folder', () => {
    for (const [id, { startDir }] of live) if (read.has(id)) expect(read.get(id)?.startDir).toBe(startDir)
  })
})

/**
 * Removes what necessarily differs: time and source, what only hooks receive (durations, client, model at the start, the
 * whole text of a file), who asked (hooks cannot identify a script), and the wording of refusals and summaries.
 */
function common(draft: Draft | undefined): Fields {
  const { at, via, durationMs, client, model, origin, transcript, startDir, ...rest } = { ...draft } as Draft & Fields
  if (rest.name === 'PermissionDenied') return { ...rest, reason: '' }
  // In the transcript, the client adds to the message; a member's result may be written after the next prompt has begun
  if (rest.name === 'PostToolUse' && (rest.tool === 'SendMessage' || rest.tool === 'TaskUpdate'))
    return { ...rest, input: '', promptId: '' }
  if (rest.name === 'PostToolUse' && rest.result.file)
    return { ...rest, result: { ...rest.result, file: { hash: rest.result.file.hash } } }
  return rest.name === 'PostCompact'
    ? { ...rest, summary: String(rest.summary).replace(/<analysis>.*|<\/?summary>|\n/g, '') }
    : rest
}

test('the transcript identifies a prompt from a script', () => {
  const origins = [...imported('work').values()].flatMap((draft) =>
    draft.name === 'UserPromptSubmit' ? [draft.origin] : [],
  )
  expect(origins).toEqual(['script', 'machine', 'machine', 'script', 'script'])
})
