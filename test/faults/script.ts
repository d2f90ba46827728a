/** A tool call as both the hook and the transcript report it. */
export interface Call {
  readonly id: string
  readonly tool: 'Bash' | 'Edit' | 'Read'
  readonly input: object
  /** The tool's structured response; undefined if the call failed. */
  readonly response?: object
  /** What the model reads. */
  readonly text: string
}

/** One turn of a session: what the person asks, what the agent calls, and its last message. */
export interface Turn {
  readonly id: string
  readonly prompt: string
  readonly calls: readonly Call[]
  readonly answer: string
}

/** What happens in one session; the same in every world. */
export interface Script {
  readonly session: string
  readonly turns: readonly Turn[]
}

/** A script whose ids and texts depend only on the arguments. `calls`: per turn. */
export function scriptOf(number: number, turns: number, calls: number): Script {
  const session = idOf(number, 0)
  return {
    session,
    turns: Array.from({ length: turns }, (_, turn) => ({
      id: idOf(number, turn + 1),
      prompt: `Repair step ${turn} of machine ${number} so that its valve opens`,
      calls: Array.from({ length: calls }, (_, call) => callOf(number, turn, call)),
      answer: `The valve of machine ${number} opens again after step ${turn}.`,
    })),
  }
}

/** The shape of the client's own ids. */
export const idOf = (number: number, of: number): string =>
  `${number.toString(16).padStart(8, '0')}-0000-4000-8000-${of.toString(16).padStart(12, '0')}`

const KINDS = [bash, read, edit, failing] as const

function callOf(number: number, turn: number, call: number): Call {
  const make = KINDS[call % KINDS.length] ?? bash
  return { id: `toolu_${number}_${turn}_${call}`, ...make(`${number}-${turn}-${call}`) }
}

type Made = Omit<Call, 'id'>

function bash(name: string): Made {
  const response = { stdout: `opened ${name}`, stderr: '', interrupted: false, isImage: false }
  return {
    tool: 'Bash',
    input: { command: `valve --open ${name}`, description: 'Open' },
    response,
    text: response.stdout,
  }
}

function failing(name: string): Made {
  const text = `Exit code 1\nvalve ${name} is stuck`
  return { tool: 'Bash', input: { command: `valve --turn ${name}`, description: 'Turn' }, text }
}

function read(name: string): Made {
  const file = { filePath: `/machine/${name}.ts`, content: 'open()\n', numLines: 2, startLine: 1, totalLines: 2 }
  return { tool: 'Read', input: { file_path: file.filePath }, response: { type: 'text', file }, text: '1\topen()' }
}

function edit(name: string): Made {
  const [filePath, oldString, newString] = [`/machine/${name}.ts`, 'close()', `open('${name}')`]
  const lines = [`-${oldString}`, `+${newString}`]
  const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }]
  return {
    tool: 'Edit',
    input: { file_path: filePath, old_string: oldString, new_string: newString, replace_all: false },
    response: { filePath, oldString, newString, originalFile: `${oldString}\n`, structuredPatch, userModified: false },
    text: `The file ${filePath} has been updated.`,
  }
}
