import type { CodeAnswer } from '@hindcast/code-insight'
import { HindcastError } from '../domain/errors.ts'
import { contextOf, subjectOf } from './verb/code-context.ts'
import { codeInput, codeQuestion } from './verb/code-input.ts'
import { codeText } from './verb/code-text.ts'
import { operation } from './verb/operation.ts'

/** Answers questions about a project's code: what it consists of, who calls what, what depends on what. */
export default operation({
  name: 'code',
  group: 'Find',
  summary: "Answers questions about the code of a project: outlines, callers, a change's impact, dead code, search.",
  example: 'hindcast code callers Cart.total',
  input: codeInput,
  positional: ['action', 'target'],
  reads: true,
  async run(input, ports) {
    const folder = input.project ?? input.from
    if (folder === undefined)
      throw new HindcastError('bad-input', 'project is required', { remedy: 'pass the folder of a project' })
    const within = input.anywhere ? ('anywhere' as const) : { folder: input.from ?? folder }
    const answer = known(await ports.code.ask(folder, codeQuestion(input), within))
    if (!input.context || answer.kind !== 'search') return answer
    const subject = subjectOf(answer)
    const callers =
      subject === undefined ? undefined : await ports.code.ask(folder, { kind: 'callers', target: subject }, within)
    return contextOf(answer, callers, ports.clock.now())
  },
  forAgents: {
    says: "The project's code in few tokens, with path:line: ask before you read whole files or grep.",
    takes: {
      action: '',
      target: 'file, folder, name, Class.method, path:line; words; BASE [HEAD]',
      snippet: 'for signatures',
      file: 'its file',
      depth: '',
      limit: '',
      tests: '',
    },
    only: {
      action: 'outline search callers callees graph impact dead imports importers arch signatures diff'.split(' '),
    },
  },
  isFailure: ({ kind }) => kind === 'candidates',
  render: codeText,
})

/** Throws `not-found` where the target does not exist and no text has its name, with what was probably meant. */
function known(answer: CodeAnswer): CodeAnswer {
  if (answer.kind !== 'unknown' || answer.mentions !== undefined) return answer
  const { complete, filesIndexed, files } = answer.index
  const { why, near } = answer
  const early = complete ? '' : `; ${filesIndexed} of ${files} files are indexed so far`
  throw new HindcastError('not-found', why + early, {
    remedy: near === undefined ? 'to search: code search WORDS' : `did you mean '${near}'?`,
  })
}
