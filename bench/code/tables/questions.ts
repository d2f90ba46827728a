import type { CodeAnswer } from '../../../packages/code-insight/src/analysis/code-answers.ts'
import type { CallEdge } from '../../../packages/code-insight/src/analysis/graph.ts'
import { percent, shareOf, table } from '../../retrieval/figures.ts'
import type { Obtained } from '../packages.ts'
import { isTest } from '../programs.ts'
import type { Question } from '../questions/question.ts'
import { questionsAbout } from '../questions.ts'
import { type Mode, type Reading, reading } from '../reading.ts'

interface Asked {
  readonly question: Question
  readonly program: Obtained['program']
  readonly mode: Mode
  readonly given: readonly string[]
  readonly isRight: boolean
}

/** The share of the fixed questions that the product answers with exactly the right set, by kind and by language. */
export async function questionTable(all: readonly Obtained[], misses: boolean): Promise<string> {
  const typed = all.filter(({ program }) => program.language !== 'python')
  const asked = [...(await askedBy('syntax', all)), ...(await askedBy('checker', typed))]
  const names = [...new Set(asked.map((one) => `${one.program.language} ${one.mode}`))].sort()
  const rows = names.map((name) => {
    const own = asked.filter((one) => `${one.program.language} ${one.mode}` === name)
    const of = (kind: Question['kind']) => countOf(own.filter(({ question }) => question.kind === kind))
    return [name, of('definition'), of('callers'), of('imports'), of('impact'), String(own.length), shareIn(own)]
  })
  // Python is read by its syntax in the product too
  const product = asked.filter(({ program, mode }) => mode === 'checker' || program.language === 'python')
  rows.push(['all, as the product does', '', '', '', '', String(product.length), shareIn(product)])
  const shown = table(['by', 'definition', 'callers', 'imports', 'impact', 'asked', 'right %'], rows)
  return misses ? `${shown}\n\n${asked.flatMap(wrong).join('\n')}` : shown
}

const countOf = (asked: readonly Asked[]): string => `${asked.filter(({ isRight }) => isRight).length}/${asked.length}`

const shareIn = (asked: readonly Asked[]): string =>
  percent(shareOf(asked.filter(({ isRight }) => isRight).length, asked.length))

const askedBy = (mode: Mode, all: readonly Obtained[]): Promise<Asked[]> =>
  reading(mode, async (one) => {
    const asked: Asked[] = []
    for (const obtained of all) {
      const { program } = obtained
      const folder = await openedIn(one, obtained)
      for (const question of questionsAbout(obtained)) {
        const isSelf = (each: string) => question.kind === 'impact' && each === targetOf(question).replace(':', ' ')
        const given = (await answerTo(question, folder, one, obtained)).filter((each) => !isSelf(each))
        const right = question.answer.filter((each) => !isSelf(each))
        const isRight = JSON.stringify(given) === JSON.stringify([...right].sort())
        asked.push({ question, program, mode, given, isRight })
      }
    }
    return asked
  })

/** The folder of a program, once all of it is read. One from npm stays below the packages that it imports. */
export async function openedIn(one: Reading, { program, folder }: Obtained): Promise<string> {
  const opened = program.language === 'python' ? one.copied(folder) : folder
  await one.settle(opened)
  return opened
}

const targetOf = ({ subject: { file, name } }: Question): string => (name ? `${file}:${name}` : file)

async function answerTo(question: Question, folder: string, one: Reading, of: Obtained): Promise<string[]> {
  const found = question.kind === 'definition' ? await definitions(question, folder, one) : undefined
  const given = found ?? listed(await one.ask(folder, asAsked(question)))
  return [...new Set(given)].filter((each) => !isTest(of.program, each)).sort()
}

/** A question in the product's words; where something is defined, the calls of its line say. */
export function asAsked(question: Question) {
  const target = targetOf(question)
  if (question.kind === 'definition')
    return { kind: 'callees', target: `${question.subject.file}:${question.subject.line}` } as const
  if (question.kind === 'callers') return { kind: 'callers', target } as const
  if (question.kind === 'imports') return { kind: 'imports', target } as const
  return { kind: 'impact', target, depth: 99 } as const
}

function listed(answer: CodeAnswer): string[] {
  if (answer.kind === 'callers') return answer.callers.map(({ from }) => `${from.file} ${from.name}`)
  if (answer.kind === 'imports') return answer.imports.flatMap(({ files }) => files)
  if (answer.kind === 'impact') return answer.callers.map(({ file, name }) => `${file} ${name}`)
  return [`${answer.kind}`]
}

/** Where the product says that what is called on a line by this name is defined; of a constructor, its class. */
async function definitions(question: Question, folder: string, one: Reading): Promise<string[]> {
  const { name = '', line = 0 } = question.subject
  const answer = await one.ask(folder, asAsked(question))
  if (answer.kind !== 'callees') return [answer.kind]
  const there = answer.callees.filter((edge) => edge.line === line)
  const named = there.filter(({ to }) => withoutMaker(to.name).split('.').at(-1) === name)
  const places = (named.length > 0 ? named : there).map((edge) => placeOf(edge, folder, one))
  return Promise.all(places)
}

const withoutMaker = (name: string): string => name.replace(/\.(?:__init__|__new__|constructor)$/, '')

async function placeOf({ to }: CallEdge, folder: string, one: Reading): Promise<string> {
  const own = withoutMaker(to.name)
  if (own === to.name) return `${to.file}:${to.line}`
  const answer = await one.ask(folder, { kind: 'outline', target: to.file })
  const entities = answer.kind === 'outline' ? answer.files.flatMap((each) => each.entities) : []
  return `${to.file}:${entities.find(({ name }) => name === own)?.line ?? to.line}`
}

function wrong({ question, program, mode, given, isRight }: Asked): string[] {
  if (isRight) return []
  const { file, name, line } = question.subject
  const about = `${file} ${name ?? ''}${line ? `@${line}` : ''}`
  const [lacking, more] = [
    question.answer.filter((each) => !given.includes(each)),
    given.filter((each) => !question.answer.includes(each)),
  ]
  return [`${program.name} (${mode}) ${question.kind} of ${about}: lacks [${lacking}], has besides [${more}]`]
}
