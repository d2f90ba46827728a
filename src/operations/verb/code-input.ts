import type { CodeQuestion, SearchExtra } from '@hindcast/code-insight'
import { cutPrivate } from '@hindcast/redaction/tags.ts'
import * as z from 'zod'
import { HindcastError } from '../../domain/errors.ts'
import { anywhere, from } from './inputs.ts'

const ACTIONS = {
  outline: 'what a file, folder or symbol consists of, with signatures',
  search: 'find functions, classes and so on, in plain words',
  callers: 'what calls a symbol, or anything in a file',
  callees: 'what it calls',
  graph: 'all calls of a folder, file or symbol',
  impact: 'callers, their callers and so on, and the tests among them',
  dead: 'functions, methods and classes that nothing uses',
  imports: 'what a file imports',
  importers: 'what imports a file, folder, symbol or package',
  arch: 'how folders depend on each other, and which files import each other in circles',
  signatures: 'the signatures of what a snippet calls',
  diff: 'what changed between two revisions, by function and class, with dependents',
  index: 'every symbol with its type and place',
} as const

type Action = keyof typeof ACTIONS

/** What the flow of control and data will answer; README lists it as not built yet. */
const PLANNED: ReadonlySet<unknown> = new Set(['cfg', 'dfg', 'slice'])

const flag = (sentence: string) => z.boolean().default(false).describe(`for search: ${sentence}`)

/** What the verb `code` takes. */
export const codeInput = z.object({
  action: z
    .enum(Object.keys(ACTIONS) as [Action, ...Action[]], {
      error: ({ input }) => (PLANNED.has(input) ? `'${input}' comes later: it is not built yet` : undefined),
    })
    .describe(['what to ask', ...Object.entries(ACTIONS).map(([name, says]) => `${name}: ${says}`)].join('\n')),
  target: z
    .string()
    .transform((text) => cutPrivate(text).text.trim())
    .optional()
    .describe(
      'a file, a folder, or a symbol: NAME, CLASS.METHOD, PATH:NAME, PATH:LINE; for search: words; for diff: BASE [HEAD] (default: HEAD and the files as they are)',
    )
    .meta({ words: true }),
  depth: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('for impact: how many calls away')
    .meta({ called: 'n' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('how many results of a search, or lines of any other list, are shown (default: 20 and 40)')
    .meta({ called: 'n' }),
  snippet: z.string().max(100_000).optional().describe('for signatures: the code').meta({ called: 'text' }),
  language: z.string().optional().describe('for signatures: the language of the snippet (default: that of --file)'),
  file: z.string().optional().describe('for signatures: the file that the snippet belongs to'),
  tests: flag('rank tests like source'),
  docs: flag('rank documentation and examples like source'),
  generated: flag('rank generated code like source'),
  vendored: flag('rank vendored code like source'),
  context: flag('print what is known of the pattern, instead of results'),
  project: z.string().optional().describe('the project that contains dir (default: the current one)'),
  from,
  anywhere,
})

/** The same, parsed. */
export type CodeInput = z.infer<typeof codeInput>

/** The question that was asked. Throws `bad-input` where something is missing. */
export function codeQuestion(input: CodeInput): CodeQuestion {
  const { action, target } = input
  switch (action) {
    case 'graph':
    case 'dead':
    case 'arch':
    case 'index':
      return { kind: action, target: target || undefined }
    case 'search':
      return { kind: action, query: needed(input, 'words'), extras: extrasOf(input), limit: input.limit ?? RESULTS }
    case 'impact':
      return { kind: action, target: needed(input, 'a file or symbol'), depth: input.depth }
    case 'diff': {
      const [base = 'HEAD', head, ...more] = (target ?? '').split(/\s+|\.{2,3}/).filter(Boolean)
      if (more.length > 0) throw new HindcastError('bad-input', 'code diff takes two revisions at most')
      return { kind: action, base, head }
    }
    case 'signatures':
      return signaturesQuestion(input)
    default:
      return { kind: action, target: needed(input, action === 'imports' ? 'a file' : 'a file or symbol') }
  }
}

const RESULTS = 20

function signaturesQuestion({ snippet = '', language, file }: CodeInput): CodeQuestion {
  if (snippet.trim() === '') throw new HindcastError('bad-input', 'code signatures needs --snippet')
  if (language === undefined && file === undefined)
    throw new HindcastError('bad-input', 'code signatures needs --language or --file')
  return { kind: 'signatures', snippet, language, file }
}

function needed({ action, target }: CodeInput, what: string): string {
  if (target) return target
  throw new HindcastError('bad-input', `code ${action} needs ${what}`)
}

const extrasOf = (input: CodeInput): readonly SearchExtra[] =>
  (['tests', 'docs', 'generated', 'vendored'] as const).filter((extra) => input[extra])
