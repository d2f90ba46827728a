import { behaviour, on } from '../../src/domain/behaviour.ts'

// What must not compile: the types carry the client's contract. tsc fails where an error that is expected is missing.

const REPLY = { lane: 'reply', onFailure: 'pass' } as const
const LATER = { lane: 'later', onFailure: 'retry' } as const
const RECORD = { lane: 'record', onFailure: 'pass' } as const

/** What does compile, so that the rest fails for the reason given. */
export const sound = behaviour({
  name: 'sound',
  summary: 'Compiles.',
  reactions: [
    on('PreToolUse', {
      ...REPLY,
      needs: (event) => ({ before: { fact: 'session', session: event.session } }),
      decide: (event, { before }) => [{ kind: 'deny', reason: `${event.tool} ${before?.id}` }],
    }),
    on('PostToolUse', {
      ...REPLY,
      part: 'slow',
      acts: ['edit', 'write'],
      answers: ['block'],
      decide: () => [{ kind: 'block', reason: 'one new error' }],
    }),
    on('SessionEnd', { ...LATER, decide: (event) => [{ kind: 'score', event: event.id, significance: 1 }] }),
    on('Stop', { ...RECORD, decide: () => [{ kind: 'exclude', session: 's', promptId: 'p' }] }),
  ],
})

on('SessionEnd', {
  ...REPLY,
  // @ts-expect-error SessionEnd admits no answer
  decide: () => [{ kind: 'deny', reason: 'no' }],
})

on('PostToolUse', {
  ...REPLY,
  // @ts-expect-error what has happened can't be denied
  decide: () => [{ kind: 'deny', reason: 'no' }],
})

on('Stop', {
  ...REPLY,
  // @ts-expect-error decide is synchronous, so that it can do no I/O
  decide: async () => [],
})

on('PreToolUse', {
  ...REPLY,
  needs: () => ({ before: { fact: 'session', session: 's1' } }),
  // @ts-expect-error only `before` was asked for
  decide: (_event, { after }) => (after ? [] : []),
})

on('PreToolUse', {
  ...REPLY,
  // @ts-expect-error there is no such fact
  needs: () => ({ before: { fact: 'sesion', session: 's1' } }),
  decide: () => [],
})

on('PostToolUse', {
  ...LATER,
  // @ts-expect-error the hook has been answered by then
  decide: () => [{ kind: 'note', text: 'too late', rank: 0 }],
})

on('PostToolUse', {
  ...LATER,
  // @ts-expect-error nobody waits who could be denied
  onFailure: 'deny',
  decide: () => [],
})

on('PreToolUse', {
  // @ts-expect-error what is never kept can be owed nothing
  lane: 'later',
  onFailure: 'pass',
  decide: () => [],
})

on('PreToolUse', {
  // @ts-expect-error a call that is about to run is not kept
  lane: 'record',
  onFailure: 'pass',
  decide: () => [],
})

on('UserPromptSubmit', {
  ...REPLY,
  // @ts-expect-error what is kept is kept before the answer, not by a reply
  decide: () => [{ kind: 'exclude', session: 's', promptId: 'p' }],
})

on('UserPromptSubmit', {
  ...RECORD,
  // @ts-expect-error interpretation comes later, not in the record lane
  decide: () => [{ kind: 'handoff', record: undefined }],
})

on('SessionStart', {
  ...REPLY,
  // @ts-expect-error nothing is called at the start of a session
  acts: ['edit'],
  decide: () => [],
})

on('PreToolUse', {
  ...REPLY,
  // @ts-expect-error a call that is about to run waits for no slow part
  part: 'slow',
  decide: () => [],
})

on('PostToolUse', {
  ...LATER,
  // @ts-expect-error only an answer has parts
  part: 'slow',
  decide: () => [],
})

on('PreToolUse', {
  ...REPLY,
  answers: ['context'],
  // @ts-expect-error it declares that it only tells
  decide: () => [{ kind: 'deny', reason: 'no' }],
})

on('Stop', {
  ...REPLY,
  // @ts-expect-error a stop can't be denied
  answers: ['deny'],
  decide: () => [],
})
