import { didYouMean } from '@hindcast/text/suggestion.ts'
import * as z from 'zod'
import { patternNamed, patterns } from '../../domain/coordination/patterns/catalogue.ts'
import { PATTERN_NAMES } from '../../domain/coordination/patterns/pattern.ts'
import { byWhom, from, projectOr, selfInput } from './inputs.ts'

/** A pattern, however it is written. */
const pattern = z
  .string()
  .transform((given, context) => {
    const found = patternNamed(given)
    if (found === undefined)
      context.addIssue(`'${given}' is not one of ${PATTERN_NAMES.join(', ')}${didYouMean(given, PATTERN_NAMES)}`)
    return found ?? z.NEVER
  })
  .optional()
  .describe(
    `for start: how the agents work together\n${PATTERN_NAMES.map((name) => `${name}: ${patterns[name].summary}`).join('\n')}`,
  )

const number = (most: number) => z.coerce.number().int().min(1).max(most).optional()

/** The input of `run`. */
export const runInput = z.object({
  action: z
    .enum(['start', 'show', 'stop'])
    .default('show')
    .describe(
      'what to do\nstart: give the subagents that this session starts from now on their roles\nshow: show the newest run\nstop: end the open run as it is',
    ),
  pattern,
  agents: number(100).describe('for start: how many agents (jurors, workers, mappers, handlers) there will be'),
  stages: z
    .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
    .transform((names) => names.map((name) => name.trim()).filter(Boolean))
    .refine(
      (names) => names.length <= 20 && names.every(({ length }) => length <= 60),
      'has too many or too long names',
    )
    .optional()
    .describe(
      'for start: the stages of a pipeline in order, or the topics of an event-driven run, separated by commas',
    ),
  rounds: number(20).describe('for start: how many rounds at most (generator-critic, adversarial)'),
  id: z.string().optional().describe('for show: the id of the run, or a unique prefix'),
  session: z.string().optional().describe('the session whose run it is (default: the newest session of the project)'),
  by: byWhom('for start: who declared it'),
  project: projectOr('the current project'),
  from,
  self: selfInput,
})

/** The same, parsed. */
export type RunInput = z.infer<typeof runInput>
