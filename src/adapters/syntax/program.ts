import { constants, setPriority } from 'node:os'
import { asHindcastError } from '../../domain/errors.ts'
import { CodeQuestions } from './asking.ts'
import type { CodeReply, CodeRequest } from './child.ts'
import { openParser } from './parser.ts'

/** The process that reads code: it is told the folder of indexes, that of grammars, and how long it may be idle. */
const [folder = '', grammars = '', idle = ''] = process.argv.slice(2)

/** If sending fails, there is nobody left to receive it. */
const tell = (reply: CodeReply) => process.send?.(reply, undefined, undefined, () => {})

process.on('disconnect', () => process.exit(0))
// Hooks come first; it does not matter if the system refuses the lower priority
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {}

const questions = openParser(grammars).then((parser) => new CodeQuestions(folder, parser))
let asked = 0
let timer: NodeJS.Timeout | undefined

/** Ends the process after a while without questions, unless it is still at work. */
function rest(): void {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    if (asked === 0 && !(await (await questions).isBusy())) process.exit(0)
    rest()
  }, Number(idle))
}

async function answer({ id, folder: asking, question }: CodeRequest): Promise<CodeReply> {
  try {
    const known = await questions
    if (question) return { id, answer: await known.ask(asking, question) }
    await known.refresh(asking)
    return { id }
  } catch (error) {
    const { code, why, remedy } = asHindcastError(error)
    return { id, error: { code, why, remedy } }
  }
}

process.on('message', async (request: CodeRequest) => {
  asked++
  clearTimeout(timer)
  tell(await answer(request))
  asked--
  rest()
})
rest()
