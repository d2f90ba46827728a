import { words } from '../daemon/payloads.ts'
import { seeded } from '../retrieval/figures.ts'
import { type Call, idOf, type Script, type Step, Writing } from './script.ts'

const random = seeded(11)
const upTo = (most: number): number => Math.floor(random() * most)

/**
 * A made-up session of so many steps: turns of a prompt, a dozen calls and an answer. Calls and their sizes are spread as in
 * the shared transcripts: two fifths shell lines, the rest edits, reads and searches; an eighth of the shell lines fail. One
 * call in twenty is about a file that the project's other sessions work on, too.
 */
export function synthetic(number: number, folder: string, count: number): Script {
  own = `part-${number}`
  const writing = new Writing(number)
  const steps: Step[] = []
  while (steps.length < count) {
    steps.push(writing.asked(`Change the ${words(2)} in ${path(folder)} so that ${words(4 + upTo(30))}`))
    for (let calls = 6 + upTo(14); calls > 0; calls--) steps.push(writing.called(callIn(folder)))
    steps.push(writing.stopped(`Changed ${path(folder)}: ${words(10 + upTo(120))}.`))
  }
  return { session: idOf(number, 0), folder, steps: steps.slice(0, count) }
}

function callIn(folder: string): Call {
  const lot = random()
  if (lot < 0.05) return failedChecks(folder)
  if (lot < 0.4) return shell(folder)
  if (lot < 0.65) return edit(folder)
  return lot < 0.9 ? read(folder) : search(folder)
}

let own = ''
const path = (folder: string): string =>
  `${folder}/src/${['orders', 'stock', 'people'][upTo(3)]}/${random() < 0.05 ? 'base' : own}-${upTo(8)}.ts`

function source(lines: number): string {
  const one = () => {
    const [name, from, to, value] = words(4).split(' ')
    return `  const ${name} = ${from}.${to}(${value}, ${upTo(1_000)})`
  }
  return Array.from({ length: lines }, one).join('\n')
}

function shell(folder: string): Call {
  const commands = [
    'npm test',
    `cat ${path(folder)}`,
    'git status --short',
    `npm run build -- ${upTo(99)}`,
    'ls -la src',
  ]
  const stdout = random() < 0.3 ? tests(0) : source(1 + upTo(random() < 0.2 ? 200 : 12))
  const response = { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
  return { tool: 'Bash', input: { command: commands[upTo(5)], description: words(4) }, response, text: stdout }
}

function failedChecks(folder: string): Call {
  const text = `Exit code 1\n${tests(1 + upTo(3))}\n at ${path(folder)}:${upTo(90)}:5`
  return { tool: 'Bash', input: { command: 'npx vitest run', description: 'Run the tests' }, text }
}

function tests(failed: number): string {
  const rows = Array.from(
    { length: 20 + upTo(60) },
    () => ` ✓ src/part-${upTo(20)}.test.ts > ${words(5)} ${upTo(40)}ms`,
  )
  const bad = Array.from(
    { length: failed },
    () => ` FAIL  src/part-${upTo(20)}.test.ts > ${words(4)}\nError: ${words(6)}`,
  )
  return [...rows, ...bad, ` Tests  ${failed > 0 ? `${failed} failed | ` : ''}${rows.length} passed`].join('\n')
}

function read(folder: string): Call {
  const content = source(30 + upTo(200))
  const count = content.split('\n').length
  const file = { filePath: path(folder), content, numLines: count, startLine: 1, totalLines: count }
  return { tool: 'Read', input: { file_path: file.filePath }, response: { type: 'text', file }, text: content }
}

function edit(folder: string): Call {
  const [filePath, oldString, newString] = [path(folder), source(1 + upTo(6)), source(1 + upTo(12))]
  const lines = [...oldString.split('\n').map((one) => `-${one}`), ...newString.split('\n').map((one) => `+${one}`)]
  const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }]
  const originalFile = `${source(20 + upTo(150))}\n${oldString}\n`
  return {
    tool: 'Edit',
    input: { file_path: filePath, old_string: oldString, new_string: newString, replace_all: false },
    response: { filePath, oldString, newString, originalFile, structuredPatch, userModified: false, replaceAll: false },
    text: `The file ${filePath} has been updated.`,
  }
}

function search(folder: string): Call {
  const found = Array.from({ length: 3 + upTo(30) }, () => `${path(folder)}:${upTo(300)}:${source(1)}`)
  const content = found.join('\n')
  const response = { mode: 'content', numFiles: 0, filenames: [], content, numLines: found.length }
  return { tool: 'Grep', input: { pattern: words(1), path: `${folder}/src` }, response, text: content }
}
