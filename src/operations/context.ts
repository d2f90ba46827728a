import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import { sessionOf } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'

const input = z.object({
  event: z.string().default('SessionStart').describe('the event that would happen (SessionStart, UserPromptSubmit …)'),
  prompt: z.string().optional().describe('the prompt, for UserPromptSubmit'),
  tool: z.string().optional().describe('the tool, for PreToolUse'),
  input: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('is not JSON')
        return z.NEVER
      }
    })
    .optional()
    .describe("the tool's input as JSON"),
  session: z.string().optional().describe('as if in this session'),
  project: z.string().optional().describe('as if in this folder'),
  from: z.string().optional().describe('the folder asked from'),
})

/** Exactly what would be injected now, and why. */
export default operation({
  name: 'context',
  summary: 'Shows exactly what would be told to the model at an event now, in how many tokens, from which records.',
  example: 'hindcast context --event SessionStart',
  input,
  reads: true,
  async run({ event, project, from, session, ...rest }, ports) {
    const dir = project ?? from
    if (dir === undefined) throw new HindcastError('bad-input', 'context needs the folder that the session would be in')
    const id = session === undefined ? undefined : await sessionOf(session, ports)
    return ports.rehearsal.rehearse({ name: event, dir, session: id, ...rest })
  },
  forAgents: {
    says: 'What memory would tell the model at an event now: at SessionStart the index of earlier work in this project.',
    takes: {
      event: 'SessionStart, UserPromptSubmit, PreToolUse',
      prompt: 'for UserPromptSubmit',
      tool: 'for PreToolUse',
      input: "the tool's input as JSON",
    },
  },
  render: ({ text, tokens, sections, omitted }, paint) =>
    text === ''
      ? 'Nothing would be told.'
      : [
          text,
          paint.dim(
            `${tokens} tokens: ${sections.map((s) => `${s.behaviour} ${s.tokens}`).join(', ')}; ${omitted.length} left out`,
          ),
        ].join('\n\n'),
})
