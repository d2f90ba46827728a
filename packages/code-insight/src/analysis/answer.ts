import type { CodeAnswered } from './answers/answered.ts'
import { archOf } from './answers/arch.ts'
import { calleesOf, callersOf, graphOf } from './answers/calls.ts'
import { deadOf } from './answers/dead.ts'
import { diffOf } from './answers/diff.ts'
import { impactAnswer } from './answers/impact.ts'
import { importersOf, importsOf } from './answers/imports.ts'
import { outlineOf, symbolsOf, whyNotParsed } from './answers/outline.ts'
import { searchAnswer } from './answers/search.ts'
import { signaturesOf } from './answers/signatures.ts'
import { calledNames, isAnswer, subjectsOf } from './answers/subjects.ts'
import { targetOf } from './answers/target.ts'
import { tiersOf } from './answers/tiers.ts'
import type { AnswerBody, CodeAnswer } from './code-answers.ts'
import type { CodeQuestion } from './questions.ts'
import type { CodeView, Prepared } from './view.ts'

/** Answers a question from the index. `prepared`: what `signatures` and `diff` need besides. */
export function answerOf(question: CodeQuestion, view: CodeView, prepared: Prepared = {}): CodeAnswer {
  const { unresolved = [], notes = [], ...body } = bodyOf(question, view, prepared)
  const files = namedBy(body as AnswerBody)
  const problems = files.slice(0, MOST_NAMED).flatMap((path) => {
    const problem = view.file(path)?.problem ?? whyNotParsed(path, view)
    return problem === undefined ? [] : [`${path}: ${problem}`]
  })
  const told = {
    languages: view.languages(),
    tiers: tiersOf(files, view.languages()),
    unresolved,
    index: view.state(),
    notes: [...notes, ...problems],
  }
  return { ...(body as AnswerBody), ...told }
}

/** The files that have to be fresh before a question is answered. */
export function filesOfQuestion(question: CodeQuestion, view: CodeView): readonly string[] {
  const target = question.kind === 'signatures' ? question.file : 'target' in question ? question.target : undefined
  if (target === undefined) return []
  const found = targetOf(target, view)
  if (found.kind === 'file') return [found.file]
  if (found.kind === 'entities') return [...new Set(found.entities.map(({ file }) => file))]
  if (found.kind === 'folder') return []
  return found.file === undefined ? namedBy(found.answer) : [found.file]
}

/** The names of what a question asks the callers of: files that call something of these names matter to it. */
export function calledByQuestion(question: CodeQuestion, view: CodeView): readonly string[] {
  if (question.kind !== 'callers' && question.kind !== 'impact') return []
  const subjects = subjectsOf(question.target, view, 'constructor')
  return isAnswer(subjects) ? [] : calledNames(subjects)
}

/** The files that an answer names: if one of them changed since it was indexed, the question is to be answered again. */
export const filesOfAnswer = (answer: CodeAnswer): readonly string[] => namedBy(answer).slice(0, MOST_NAMED)

/** What names more is about the whole project, and nobody waits for all of it to be checked. */
const MOST_NAMED = 200

function bodyOf(question: CodeQuestion, view: CodeView, { snippet, sides = [] }: Prepared): CodeAnswered {
  switch (question.kind) {
    case 'outline':
      return outlineOf(question.target, view)
    case 'callers':
      return callersOf(question.target, view)
    case 'callees':
      return calleesOf(question.target, view)
    case 'imports':
      return importsOf(question.target, view)
    case 'importers':
      return importersOf(question.target, view)
    case 'graph':
      return graphOf(question.target, view)
    case 'dead':
      return deadOf(question.target, view)
    case 'arch':
      return archOf(question.target, view)
    case 'index':
      return symbolsOf(question.target, view)
    case 'impact':
      return impactAnswer(question.target, question.depth, view)
    case 'search':
      return searchAnswer(question, view)
    case 'diff':
      return diffOf(question.base, question.head, sides, view)
    case 'signatures':
      return snippet === undefined
        ? { kind: 'unknown', target: question.snippet, why: 'the language of the snippet is not known' }
        : signaturesOf(snippet, question.file, view)
  }
}

function namedBy(answer: AnswerBody): readonly string[] {
  const places = ((): readonly { readonly file: string }[] => {
    switch (answer.kind) {
      case 'outline':
        return answer.files
      case 'search':
        return answer.results
      case 'callers':
        return [...answer.subjects, ...[...answer.callers, ...answer.references].map(({ from }) => from)]
      case 'callees':
        return [...answer.subjects, ...answer.callees.map(({ to }) => to)]
      case 'impact':
        return [...answer.subjects, ...answer.callers]
      case 'dead':
        return [...answer.dead, ...answer.perhaps]
      case 'imports':
        return [answer]
      case 'importers':
        return answer.importers
      case 'signatures':
        return answer.calls.flatMap(({ targets }) => targets)
      case 'diff':
        return answer.changes
      case 'candidates':
        return answer.candidates
      default:
        return []
    }
  })()
  return [...new Set(places.map(({ file }) => file))]
}
