import { baseName } from '@hindcast/text/paths.ts'
import * as bash from 'unbash'
import type { Command, Span } from './classification.ts'
import { behind, fedBy } from './shell-wrappers.ts'

/** Longer command lines are truncated before parsing; what matters is at the start. */
const MAX_LINE = 20 * 1024
/** How many levels of substitutions, `bash -c` and wrappers are unwrapped. */
const MAX_NESTING = 4
/** Commands beyond this many add nothing. */
const MAX_COMMANDS = 200

/**
 * The simple commands of a shell line, in order: pipes, lists, compounds, substitutions and `bash -c` are unwrapped;
 * leading assignments and wrappers such as `sudo` are dropped. Total: parses as much as it can.
 */
export function commandsOf(line: string): Command[] {
  const walk: Walk = { found: [], folders: [], isStrict: false, isPipeStrict: false }
  script(line.slice(0, MAX_LINE), walk, { vouched: true, blamed: true, depth: 0, isInLine: line.length <= MAX_LINE })
  return walk.found
}

/** The line with one of its commands replaced; undefined if that command cannot be replaced. */
export const replaceCommand = (line: string, { source }: Command, text: string): string | undefined =>
  source && line.slice(0, source.from) + text + line.slice(source.to)

/** The state of a walk through a line. */
interface Walk {
  readonly found: Command[]
  folders: readonly string[]
  /** After `set -e`, `set -o pipefail`. */
  isStrict: boolean
  isPipeStrict: boolean
}

/**
 * What the line's exit status says about a part of it, the part's nesting depth, and whether its positions refer to the
 * line.
 */
interface Place {
  readonly vouched: boolean
  readonly blamed: boolean
  readonly depth: number
  readonly isInLine: boolean
}

const aside = (place: Place): Place => ({ ...place, vouched: false, blamed: false })

function script(text: string, walk: Walk, place: Place): void {
  if (place.depth > MAX_NESTING) return
  try {
    const { commands, errors } = bash.parse(text)
    // For an unfinished `${ a\` the parser reports no error, but a statement that ends past the end of the line
    const isFinished = !errors && (commands.at(-1)?.end ?? 0) <= text.length
    statements(commands, walk, { ...place, isInLine: place.isInLine && isFinished })
  } catch {
    // The parser recovers from every known error; a line that it cannot parse counts as one command
    const [program, ...args] = text.split(/\s+/, 50).filter(Boolean)
    if (program !== undefined) keepCommand({ program: baseName(program), args }, walk, aside(place))
  }
}

/** The last statement decides; under `set -e`, all must succeed. */
function statements(list: readonly bash.Statement[], walk: Walk, place: Place): void {
  for (const [at, { command, background }] of list.entries()) {
    const isLast = at === list.length - 1
    const own = isLast ? place : { ...place, vouched: place.vouched && walk.isStrict, blamed: false }
    node(command, walk, background ? aside(place) : own)
  }
}

type Node = bash.Statement['command'] | bash.Function['body'] | bash.Coproc['body']

function node(one: Node, walk: Walk, place: Place): void {
  if (walk.found.length >= MAX_COMMANDS) return
  if (one.type === 'Command') simple(one, walk, place)
  else if (one.type === 'AndOr') chain(one, one.commands.length - 1, walk, place)
  else if (one.type === 'Pipeline') pipeline(one, walk, place)
  else if (one.type === 'Subshell') apart(walk, () => statements(one.body.commands, walk, place))
  else if (one.type === 'BraceGroup') statements(one.body.commands, walk, place)
  else if (one.type === 'Redirected') {
    substitutions(one.redirects, walk, place)
    node(one.command, walk, place)
  } else walkChildren(one, walk, aside(place))
}

/** Conditions, loops, functions: their commands may not run. */
function walkChildren(one: bash.SyntaxNode, walk: Walk, place: Place): void {
  bash.forEachChild(one, (child) => {
    if (child.type === 'Statement') node(child.command, walk, place)
    else if (child.type === 'Word') substitutions([child], walk, place)
    else if (child.type === 'CompoundList' || child.type === 'Elif' || child.type === 'CaseItem')
      walkChildren(child, walk, place)
    else if (isNode(child)) node(child, walk, place)
  })
}

const NODES = new Set('Command AndOr Pipeline Redirected Subshell BraceGroup If For While Case Select'.split(' '))
const isNode = (child: bash.SyntaxNode): child is Extract<bash.SyntaxNode, Node> => NODES.has(child.type)

/** The first `upTo` + 1 parts of `a && b || c`, which is left-associative. */
function chain(list: bash.AndOr, upTo: number, walk: Walk, place: Place): void {
  const last = list.commands[upTo] as bash.PipelineNode
  const before = list.commands[upTo - 1]
  if (before === undefined) node(last, walk, place)
  else if (list.operators[upTo - 1] === '&&') {
    const isFirst = upTo === 1 && isHarmless(before)
    chain(list, upTo - 1, walk, { ...place, blamed: place.blamed && isHarmless(last) })
    node(last, walk, { ...place, blamed: place.blamed && isFirst })
  } else {
    chain(list, upTo - 1, walk, { ...place, vouched: place.vouched && isRefusal(last) })
    node(last, walk, { ...place, vouched: false })
  }
}

/** The last command of a pipe decides; under `pipefail`, all must succeed. */
function pipeline({ prefixes, commands }: bash.Pipeline, walk: Walk, place: Place): void {
  const own = prefixes.some(({ type }) => type === 'Negation') ? aside(place) : place
  const vouched = own.vouched && walk.isPipeStrict
  for (const [at, command] of commands.entries()) {
    const isOnly = commands.every((other) => other === command || isHarmless(other))
    const isLast = at === commands.length - 1
    const blamed = own.blamed && (isLast ? !walk.isPipeStrict || isOnly : walk.isPipeStrict && isOnly)
    node(command, walk, { ...own, vouched: isLast ? own.vouched : vouched, blamed })
  }
}

/** A subshell's `cd` and `set` do not affect what follows it. */
function apart(walk: Walk, work: () => void): void {
  const { folders, isStrict, isPipeStrict } = walk
  work()
  Object.assign(walk, { folders, isStrict, isPipeStrict })
}

const programName = (one: Node): string | undefined => (one.type === 'Command' ? one.name?.value : undefined)
const isHarmless = (one: Node): boolean => HARMLESS.has(programName(one) ?? '')
const HARMLESS = new Set('cd echo printf export source . set mkdir pwd true : sleep date tee tail head cat'.split(' '))
/** A command that always fails, so that `||` before it hides no failure. */
const isRefusal = (one: Node): boolean =>
  programName(one) === 'false' ||
  (one.type === 'Command' && /^(exit|return)$/.test(programName(one) ?? '') && argumentText(one.args[0]) !== '0') ||
  (one.type === 'BraceGroup' && one.body.commands.slice(-1).some(({ command }) => isRefusal(command as Node)))

const argumentText = (arg: bash.Word | bash.Assignment | undefined): string | undefined =>
  arg?.type === 'Assignment' ? arg.text : arg?.value

function simple(command: bash.Command, walk: Walk, place: Place): void {
  const { name, prefix, args, redirects } = command
  const words = (name === undefined ? [] : [name, ...args]).map((word) => ({
    text: argumentText(word) ?? '',
    from: word.pos,
    to: word.end,
  }))
  walkWords(words, walk, redirects, place)
  // The status of `out=$(npm test)` is that of the command in it
  const isBare = name === undefined
  for (const [at, one] of prefix.entries())
    substitutions([one], walk, isBare && at === prefix.length - 1 ? place : aside(place))
  substitutions(command.suffix, walk, aside(place))
}

interface ShellWord extends Span {
  readonly text: string
}

/** Records a command, or the command that it wraps. */
function walkWords(all: readonly ShellWord[], walk: Walk, redirects: readonly bash.Redirection[], place: Place): void {
  const words = behind(all)
  const [wrapped, ...args] = words.map(({ text }) => text)
  if (wrapped === undefined) return
  const program = baseName(wrapped.replaceAll('\\', '/')).replace(/\.exe$/i, '')
  const flags = SHELLS.has(program) ? args.findIndex((arg) => /^-[a-z]*c$/.test(arg)) : -1
  const inner = program === 'eval' ? args.join(' ') : flags < 0 ? undefined : args[flags + 1]
  if (inner !== undefined && place.depth < MAX_NESTING) {
    const work = () => script(inner, walk, { ...place, depth: place.depth + 1, isInLine: false })
    if (program === 'eval') work()
    else apart(walk, work)
    return
  }
  const source = place.isInLine ? sourceOf(words, all, redirects) : undefined
  const fed = all.length === words.length ? undefined : fedBy(all.slice(0, all.length - words.length))
  keepCommand({ program, args, ...files(redirects), ...(fed && { fed }), ...(source && { source }) }, walk, place)
  if (program === 'set') setOptions(args, walk)
  const [folder] = program === 'cd' || program === 'pushd' ? args.filter((arg) => arg !== '--') : []
  if (folder !== undefined) walk.folders = [...walk.folders, folder]
}

/** No source if something between the words is not part of the command. */
function sourceOf(
  words: readonly ShellWord[],
  all: readonly ShellWord[],
  redirects: readonly bash.Redirection[],
): Command['source'] {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const isWhole = all.indexOf(last) - all.indexOf(first) === words.length - 1
  const isBetween = ({ pos }: bash.Redirection) => pos > first.from && pos < last.to
  if (!isWhole || redirects.some(isBetween)) return undefined
  return { from: first.from, to: last.to, words: words.map(({ from, to }) => ({ from, to })) }
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'script', 'su'])

function setOptions(args: readonly string[], walk: Walk): void {
  walk.isStrict ||= args.some((arg) => /^-[a-z]*e/.test(arg)) || args.includes('errexit')
  walk.isPipeStrict ||= args.includes('pipefail')
}

function keepCommand(command: Command, walk: Walk, { vouched, blamed }: Place): void {
  if (walk.found.length >= MAX_COMMANDS) return
  const { folders } = walk
  const where = folders.length === 0 ? {} : { folders }
  walk.found.push({ ...command, ...where, ...(vouched && { vouched }), ...(blamed && { blamed }) } as Command)
}

function files(redirects: readonly bash.Redirection[]): Pick<Command, 'reads' | 'writes'> {
  const named = redirects.flatMap((one) =>
    one.type === 'Redirect' && one.target !== undefined && !/^(?:\d*-?|\/dev\/.*)$/.test(one.target.value)
      ? [{ file: one.target.value, isInput: one.operator.startsWith('<') }]
      : [],
  )
  const reads = named.filter(({ isInput }) => isInput).map(({ file }) => file)
  const writes = named.filter(({ isInput }) => !isInput).map(({ file }) => file)
  return { ...(reads.length > 0 && { reads }), ...(writes.length > 0 && { writes }) }
}

/** Commands inside words: `$(…)`, backticks, `<(…)`. */
function substitutions(nodes: readonly bash.SyntaxNode[], walk: Walk, place: Place): void {
  if (place.depth >= MAX_NESTING) return
  for (const one of nodes) {
    const inner = 'script' in one ? one.script : undefined
    if (inner !== undefined) {
      // Backticks are parsed after one level of unescaping, so their positions do not refer to the line
      const isInLine = place.isInLine && !inner.errors && !('text' in one && one.text.startsWith('`'))
      const within = { ...place, depth: place.depth + 1, isInLine }
      apart(walk, () => statements(inner.commands, walk, within))
    } else if (!('text' in one) || RUNS.test(one.text))
      bash.forEachChild(one, (child) => substitutions([child], walk, place))
  }
}

const RUNS = /\$\(|`|[<>]\(/
