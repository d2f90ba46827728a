import { describe, expect, it } from 'vitest'
import order from '../../../src/behaviours/recall/order.ts'
import type { PromptOrigin } from '../../../src/domain/events.ts'
import { eventOf } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind } from '../reacting.ts'

const prompt = (text: string, origin: PromptOrigin = 'person') =>
  eventOf('UserPromptSubmit', { prompt: text, isPrivate: false, origin })
const answered = (text: string, facts: object = {}, origin?: PromptOrigin) =>
  effectsOf(order, prompt(text, origin), 'reply', { answer: { text: 'So be it.', can: true }, ...facts })
const kinds = (effects: readonly { kind: string }[]) => effects.map(({ kind }) => kind)

describe('a command', () => {
  it('is answered instead of by a model, and its changes are made afterwards', () => {
    expect(answered('/hindcast status')).toEqual([{ kind: 'block', reason: 'So be it.' }])
    for (const words of ['pause', 'pause all 2h', 'resume', 'forget heron yes'])
      expect(kinds(answered(`/hindcast ${words}`)), words).toEqual(['block', 'order'])
  })

  it('that cannot be carried out is only answered', () => {
    const facts = { answer: { text: 'Hindcast: "x" is no time', can: false } }
    expect(kinds(answered('/hindcast pause for x', facts))).toEqual(['block'])
  })

  it('to forget changes nothing without a yes, and never from a script', () => {
    expect(kinds(answered('/hindcast forget heron'))).toEqual(['block'])
    expect(kinds(answered('/hindcast forget heron yes', {}, 'script'))).toEqual(['block'])
    for (const session of [{ attended: false }, { entrypoint: 'sdk-cli' }])
      expect(kinds(answered('/hindcast forget heron yes', { session }))).toEqual(['block'])
  })

  it('to remember is stored with its author, citing its own event', () => {
    const [{ record: one } = { record: undefined }] = ofKind(answered('/hindcast remember Be kind'), 'observation')
    expect(one).toMatchObject({ narrative: 'Be kind', rememberedBy: 'user', evidence: [expect.stringMatching(/^e/)] })
    const script = ofKind(answered('/hindcast remember Be kind', {}, 'script'), 'observation')
    expect(script[0]?.record.rememberedBy).toBe('agent')
  })
})

it('is not looked for in other prompts, machine text or transcripts', () => {
  expect(needsOf(order, prompt('What is the status?'), 'reply')).toBeUndefined()
  expect(needsOf(order, prompt('/hindcast status', 'machine'), 'reply')).toBeUndefined()
  expect(needsOf(order, { ...prompt('/hindcast status'), via: 'transcript' }, 'reply')).toBeUndefined()
})

it('leaves the prompt to the model if nobody handles commands', () => {
  expect(answered('/hindcast status', { answer: undefined })).toEqual([])
})
