import { constants, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { asHindcastError } from '../../domain/errors.ts'
import { knowingTokens } from '../secrets/secretlint.ts'
import { CodeQuestions } from './asking.ts'
import { serveChecks } from './checker/thread.ts'
import type { CodeReply, CodeRequest } from './child.ts'
import { gateOf } from './gate.ts'
import { openParser } from './parser.ts'
import type { CodeProcessOptions } from './process-options.ts'

/** If sending fails, there is nobody left to receive it. */
const tell = (reply: CodeReply) => process.send?.(reply, undefined, undefined, () => {})

/** Answers questions about code for the process that has started this one, with what it was told. */
function serve({ idleMs, grammars, tokens = [], ...options }: CodeProcessOptions): void {
  const gate = gateOf(knowingTokens(tokens))
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  process.on('warning', ({ name, message }) => {
    if (name === 'CodeWarning') void gate.record({ id: 0, warning: message }).then(tell)
  })
  // Hooks come first; it does not matter if the system refuses the lower priority
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
  const questions = openParser(grammars).then((parser) => new CodeQuestions(options, { parser, gate }))
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
        return { id, unembedded: await (await known.meanings(folder)).missing(work.limit) }
      case 'embed':
        ;(await known.meanings(folder)).fill(work.found)
        return { id }
      case 'refresh':
        await known.refresh(folder)
        return { id }
    }
  } catch (error) {
    const { code, why, remedy } = asHindcastError(error)
    return { id, error: { code, why, remedy } }
  }
}

/**
 * How much the heap grows between collections, in per cent; V8 would nearly double it. Measured over 200,000 lines: 345 MB at most
 * instead of 403, in a tenth more time.
 */
const GROWING = 20

// In a thread of its own it checks types
if (isMainThread) {
  setFlagsFromString(`--heap-growing-percent=${GROWING}`)
  serve(JSON.parse(process.argv[2] ?? '{}') as CodeProcessOptions)
} else serveChecks()
