import { constants, setPriority } from 'node:os'
import { CodeQuestions } from './asking.ts'
import { CodeError } from './code-error.ts'
import { type FindSecrets, gateOf } from './gate.ts'
import type { OpenDatabase } from './index/database.ts'
import { openParser } from './parser.ts'
import type { CodeProcessOptions } from './process-options.ts'
import type { CodeFailure, CodeReply, CodeRequest } from './protocol.ts'

/** If sending fails, there is nobody left to receive it. */
const tell = (reply: CodeReply) => process.send?.(reply, undefined, undefined, () => {})

/** What the process is given by the program that it runs. */
export interface CodeGround {
  readonly open: OpenDatabase
  readonly findSecrets: FindSecrets
}

/** Answers questions about code for the process that has started this one, with what it was told. */
export function serveCode(
  { idleMs, grammars, ...options }: CodeProcessOptions,
  { open, findSecrets }: CodeGround,
): void {
  const gate = gateOf(findSecrets)
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  process.on('warning', ({ name, message }) => {
    if (name === 'CodeWarning') void gate.record({ id: 0, warning: message }).then(tell)
  })
  // Hooks come first; it does not matter if the system refuses the lower priority
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
  const questions = openParser(grammars).then((parser) => new CodeQuestions({ ...options, open }, { parser, gate }))
  let asked = 0
  let timer: NodeJS.Timeout | undefined
  // Ends the process after a while without questions, unless it is still at work
  const rest = (): void => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      if (asked === 0 && !(await (await questions).isBusy())) process.exit(0)
      rest()
    }, idleMs)
  }
  process.on('message', async (request: CodeRequest) => {
    asked++
    clearTimeout(timer)
    tell(await gate.record(await answered(request, questions)))
    asked--
    rest()
  })
}

async function answered(
  { id, folder, work, spared }: CodeRequest,
  questions: Promise<CodeQuestions>,
): Promise<CodeReply> {
  try {
    const known = await questions
    known.spare(spared)
    switch (work.do) {
      case 'answer':
        return { id, answer: await known.ask(folder, work.question, work.within) }
      case 'tell unembedded':
        return { id, unembedded: await known.withMeanings(folder, (meanings) => meanings.missing(work.limit)) }
      case 'embed':
        await known.withMeanings(folder, (meanings) => meanings.fill(work.found))
        return { id }
      case 'refresh':
        await known.refresh(folder)
        return { id }
    }
  } catch (error) {
    return { id, error: failureOf(error) }
  }
}

function failureOf(error: unknown): CodeFailure {
  if (error instanceof CodeError) return { code: error.code, why: error.message, remedy: error.remedy }
  return { code: 'internal', why: error instanceof Error ? error.message : String(error) }
}
