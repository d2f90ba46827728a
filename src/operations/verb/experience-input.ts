import { cutPrivate } from '@hindcast/redaction/tags.ts'
import * as z from 'zod'
import { EXPECT_EXAMPLE } from '../../domain/experience/expect.ts'
import { DOMAINS, ROOT_CAUSES, STATUSES, STRATEGIES } from '../../domain/experience/experience.ts'
import { allByDefault, from, projectOr, selfInput, tooLong } from './inputs.ts'

const ACTIONS = [
  'list',
  'show',
  'current',
  'search',
  'start',
  'update',
  'resolve',
  'adopt',
  'abandon',
  'groups',
  'insight',
] as const
const TEXT_MAX = 2000

const statement = (what: string) =>
  z
    .string()
    .max(TEXT_MAX, tooLong(TEXT_MAX))
    .transform((text) => cutPrivate(text).text.trim())
    .optional()
    .describe(what)

/** What the verb takes. */
export const experienceInput = z.object({
  action: z
    .enum(ACTIONS)
    .default('list')
    .describe(
      [
        'what to do',
        'list: show the newest experiences',
        'show: show one experience with its full history',
        'current: show the experience that is open in a session',
        'search: search experiences in plain words',
        'start: write down a belief before testing it',
        'update: change the belief, or add a note',
        'resolve: record how it turned out',
        'adopt: continue an experience that an earlier session left open',
        'abandon: close an experience without an outcome, and say why',
        'groups: list groups of similar experiences',
        'insight: save a conclusion drawn from a group',
      ].join('\n'),
    ),
  id: z
    .string()
    .optional()
    .describe('for show, adopt and abandon: the id of an experience, or a unique prefix; for insight: a group'),
  words: z
    .string()
    .optional()
    .describe('for search: what to look for; for abandon: the reason; for insight: the conclusion')
    .meta({ words: true }),
  goal: statement('for start: what you want to achieve'),
  hypothesis: statement('for start and update: what you believe'),
  plan: statement('for start and update: what you will do to test the hypothesis'),
  prediction: statement('for start and update: what will happen if the hypothesis is true'),
  expect: statement(
    `for start and update: the prediction in a form that Hindcast can check against a test run, such as ${EXPECT_EXAMPLE}`,
  ),
  domain: z.enum(DOMAINS).optional().describe('the kind of work'),
  strategy: z.enum(STRATEGIES).optional().describe('the approach'),
  status: z
    .enum(STATUSES)
    .optional()
    .describe(
      'for resolve: how it turned out; for list and search: show only experiences with this status\nconfirmed: the prediction came true\nfalsified: the hypothesis was wrong\nabandoned: it was never settled',
    ),
  result: statement('for resolve: what happened'),
  surprise: statement('for resolve: what was unexpected; required with --status falsified'),
  rootCause: z
    .enum(ROOT_CAUSES)
    .optional()
    .describe('for resolve: the kind of mistake behind a wrong hypothesis; required with --status falsified'),
  cause: statement('for resolve: the mistake, in a sentence'),
  lesson: statement('for resolve: what to do next time'),
  note: statement('for update: a remark'),
  evidence: z
    .union([z.array(z.string()), z.string().transform((ids) => ids.split(/[\s,]+/).filter(Boolean))])
    .optional()
    .describe('for resolve: ids of events that support the outcome'),
  session: z
    .string()
    .optional()
    .describe("the session that the experience belongs to (default: the project's newest session)"),
  limit: z.coerce.number().int().min(1).max(1000).default(20).describe('for list and search: show at most this many'),
  project: projectOr('all projects for list and search, the current project otherwise'),
  allProjects: allByDefault,
  from,
  self: selfInput,
})

/** A call of the verb. */
export type ExperienceCall = z.infer<typeof experienceInput>
