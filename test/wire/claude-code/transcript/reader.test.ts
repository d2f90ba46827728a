import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endTranscript, isResting, nextValue } from '../../../../src/wire/claude-code/transcript/reader.ts'
import { splitValues } from '../../../../src/wire/claude-code/transcript/split.ts'
import { beforeFirstLine, type ReaderState } from '../../../../src/wire/claude-code/transcript/state.ts'
import type { TranscriptEvent } from '../../../../src/wire/host-transcripts.ts'
import { runs } from '../../../runs.ts'
import { filesOf, readWhole, recording, sessions } from './reading.ts'

const everything = sessions.flatMap((name) => filesOf(name).map(({ text }) => text))
const lines = everything.flatMap((text) => text.trim().split('\n'))

describe('reading on after a restart', () => {
  test('a file read in two parts, cut at any byte, gives the same events as the whole', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everything), fc.nat(), fc.nat(), (text, one, two) => {
        const bytes = Buffer.from(text)
        const cuts = [one % bytes.length, two % bytes.length].sort((a, b) => a - b)
        expect(inParts(bytes, cuts)).toEqual(readWhole(text).told)
      }),
      { numRuns: runs(30) },
    )
  })

  test('reading again from a saved state gives the same events with the same ids', () => {
    const text = recording('terminal.jsonl').trim().split('\n')
    const whole = readWhole(text.join('\n')).told
    let state = beforeFirstLine()
    let told = 0
    for (const [at, line] of text.entries()) {
      if (isResting(state)) expect(rest(state, text.slice(at)), `line ${at + 1}`).toEqual(whole.slice(told))
      const step = nextValue(state, JSON.parse(line))
      state = step.state
      told += step.told.length
    }
  })

  test('a state that may be stored contains no text from the transcript', () => {
    const words = /Make the app|secret|echo|looked|around|hello|Wait|Tests ran|keep the names|Short/
    let rested = 0
    for (const text of everything) {
      let state = beforeFirstLine()
      for (const line of text.trim().split('\n')) {
        state = nextValue(state, JSON.parse(line)).state
        if (isResting(state)) {
          rested++
          expect(JSON.stringify(state)).not.toMatch(words)
          expect(JSON.stringify(state).length).toBeLessThan(4_000)
        }
      }
    }
    expect(rested).toBeGreaterThan(100)
  })
})

describe('any value', () => {
  const mutation = fc.tuple(fc.constantFrom(...lines), fc.nat(), fc.jsonValue()).map(([line, at, value]) => {
    const fields = JSON.parse(line)
    const names = Object.keys(fields)
    return { ...fields, [names[at % names.length] ?? '']: value }
  })
  const odd = fc.record(
    {
      type: fc.constantFrom('user', 'assistant', 'system', 'attachment', 'queue-operation', 'cost-state', '__proto__'),
      uuid: fc.constantFrom('__proto__', 'constructor', '1'),
      promptId: fc.constantFrom('__proto__', 'toString', '2'),
      agentId: fc.constantFrom('__proto__', 'valueOf', '3'),
      isSidechain: fc.boolean(),
      operation: fc.constantFrom('enqueue', 'remove', 'dequeue', 'popAll'),
      message: fc.jsonValue(),
      attachment: fc.jsonValue(),
      content: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )

  test('is read without an error, and the state stays JSON', () => {
    const values = fc.array(fc.oneof(fc.jsonValue(), mutation, odd), { maxLength: 30 })
    fc.assert(
      fc.property(values, fc.boolean(), (list, repeated) => {
        let state = beforeFirstLine()
        for (const value of JSON.parse(JSON.stringify(list))) {
          const step = nextValue(state, value, repeated)
          expect(JSON.parse(JSON.stringify(step.state))).toEqual(step.state)
          if (repeated) expect(step.told).toEqual([])
          state = step.state
        }
        endTranscript(state)
        expect(({} as Record<string, unknown>).tool).toBeUndefined()
      }),
    )
  })

  test('does not modify the previous state', () => {
    let state = beforeFirstLine()
    for (const line of recording('terminal.jsonl').trim().split('\n')) {
      const before = JSON.stringify(state)
      const step = nextValue(state, JSON.parse(line))
      expect(JSON.stringify(state)).toBe(before)
      state = step.state
    }
  })
})

/** Reads bytes in parts: the state passes through JSON between them, and a line may be torn. */
function inParts(bytes: Buffer, cuts: readonly number[]): TranscriptEvent[] {
  const told: TranscriptEvent[] = []
  let state = beforeFirstLine()
  let rest = Buffer.alloc(0)
  for (const [from, to] of [0, ...cuts].map((from, at) => [from, cuts[at] ?? bytes.length] as const)) {
    const read = Buffer.concat([rest, bytes.subarray(from, to)])
    const end = read.lastIndexOf('\n') + 1
    for (const line of read.subarray(0, end).toString('utf8').split('\n')) {
      for (const value of splitValues(line).values) {
        const step = nextValue(state, value)
        state = step.state
        told.push(...step.told)
      }
    }
    rest = read.subarray(end)
    state = JSON.parse(JSON.stringify(state)) as ReaderState
  }
  return [...told, ...endTranscript(state).told]
}

function rest(from: ReaderState, text: readonly string[]): TranscriptEvent[] {
  let state = JSON.parse(JSON.stringify(from)) as ReaderState
  const told = text.flatMap((line) => {
    const step = nextValue(state, JSON.parse(line))
    state = step.state
    return step.told
  })
  return [...told, ...endTranscript(state).told]
}
