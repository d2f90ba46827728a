import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, idOf, type Script, type Step, Writing } from './script.ts'

interface Line {
  readonly type?: string
  readonly isSidechain?: boolean
  readonly isMeta?: boolean
  readonly toolUseResult?: unknown
  readonly message?: { readonly content?: string | readonly Part[] }
}

interface Part {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: object
  readonly tool_use_id?: string
  readonly content?: string | readonly Part[]
  readonly is_error?: boolean
}

/** Makes scripts from the transcripts in a folder, one after another, the longest first. */
export function recordings(source: string): (number: number, folder: string, count: number) => Script {
  const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl') && !file.includes('agent-'))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .sort((a, b) => b.length - a.length)
  return (number, folder, count) => {
    const writing = new Writing(number)
    const steps: Step[] = []
    for (let next = number; steps.length < count; next++) {
      const found = stepsOf(texts[next % texts.length] ?? '', writing)
      steps.push(...found)
    }
    return { session: idOf(number, 0), folder, steps: steps.slice(0, count) }
  }
}

/** The session's own words and calls, with new ids. */
function stepsOf(text: string, writing: Writing): Step[] {
  const steps: Step[] = []
  const calls = new Map<string, Part>()
  let answer = ''
  const stop = () => {
    if (answer !== '' && steps.length > 0) steps.push(writing.stopped(answer))
    answer = ''
  }
  for (const { type, isSidechain, isMeta, message, toolUseResult } of linesOf(text)) {
    const content = message?.content ?? []
    if (isSidechain || isMeta) continue
    if (type === 'user' && typeof content === 'string') {
      stop()
      steps.push(writing.asked(content))
    }
    for (const part of typeof content === 'string' ? [] : content) {
      if (type === 'assistant' && part.type === 'tool_use' && part.id) calls.set(part.id, part)
      if (type === 'assistant' && part.type === 'text') answer = part.text ?? ''
      const call = part.type === 'tool_result' ? calls.get(part.tool_use_id ?? '') : undefined
      if (call && steps.length > 0) steps.push(writing.called(callOf(call, part, toolUseResult)))
    }
  }
  stop()
  return steps
}

function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })
}

function callOf({ name = '', input = {} }: Part, { content = '', is_error }: Part, response: unknown): Call {
  const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')
  return { tool: name, input, text, ...(!is_error && { response: response ?? {} }) }
}
