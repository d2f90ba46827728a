import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Obtained } from './packages.ts'
import { checkedQuestions } from './questions/from-checker.ts'
import type { Question } from './questions/question.ts'

/** The release of Python whose library was read for the answers. */
const PYTHON_READ = '3.11.7'

/** Questions that were answered by reading the programs; none of their answers comes from a tool. */
function byHand(): readonly Question[] {
  return JSON.parse(readFileSync(resolve('bench/code/questions/by-hand.json'), 'utf8')) as Question[]
}

/** The fixed questions about one program: those answered by hand, and of other kinds those that TypeScript's checker answers. */
export function questionsAbout(one: Obtained): readonly Question[] {
  const read = byHand().filter((question) => question.package === one.program.name)
  if (one.program.language === 'python') return one.version === PYTHON_READ ? read : []
  const kinds = new Set(read.map(({ kind }) => kind))
  return [...read, ...checkedQuestions(one).filter(({ kind }) => !kinds.has(kind))]
}
