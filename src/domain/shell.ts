import { parse } from 'shell-quote'
import type { Command } from './classification.ts'
import { baseName } from './paths.ts'
import { logicalLines } from './shell-lines.ts'

/** Longer command lines are cut before they are parsed: what matters stands at their head. */
const MAX_LINE = 20 * 1024
const MAX_NESTING = 3

/**
 * The simple commands of a shell line, in order: pipes, lists, substitutions and `bash -c` taken apart; variables set in
 * front, redirections and wrappers such as `sudo` left out. Total: what can't be parsed is split at spaces.
 */
export function commandsOf(line: string, nesting = 0): Command[] {
  return logicalLines(line.slice(0, MAX_LINE)).flatMap((each) =>
    simpleCommands(each).flatMap((simple) => toCommands(simple, nesting)),
  )
}

/** The words of one simple command, and whether its output goes to a file. */
interface Simple {
  readonly words: string[]
  redirected: boolean
}

function simpleCommands(line: string): Simple[] {
  const commands: Simple[] = [{ words: [], redirected: false }]
  let operator = ''
  for (const token of tokens(line)) {
    const [word, current] = [wordOf(token), commands.at(-1) as Simple]
    if (word === undefined) {
      operator = (token as { op: string }).op
      if (!REDIRECTIONS.has(operator)) commands.push({ words: [], redirected: false })
      else if (/^\d$/.test(current.words.at(-1) ?? '')) current.words.pop()
      continue
    }
    if (REDIRECTIONS.has(operator)) current.redirected ||= operator.includes('>') && !/^(\d|-|\/dev\/.*)$/.test(word)
    else if (word !== '$') current.words.push(word)
    operator = ''
  }
  return commands.filter(({ words }) => words.length > 0)
}

const REDIRECTIONS = new Set(['>', '>>', '<', '>&', '<&', '&>', '&>>', '>|', '<>', '<<', '<<-', '<<<'])

type Token = string | { readonly op: string; readonly pattern?: string } | { readonly comment: string }

function tokens(line: string): Token[] {
  try {
    const parsed: Token[] = parse(line, (name: string) => `$${name}`) as Token[]
    return parsed.filter((token) => typeof token === 'string' || 'op' in token)
  } catch {
    return line.split(/\s+/).filter(Boolean)
  }
}

function wordOf(token: Token): string | undefined {
  if (typeof token === 'string') return token
  return 'pattern' in token ? token.pattern : undefined
}

function toCommands({ words, redirected }: Simple, nesting: number): Command[] {
  const [first, ...args] = unwrap(words)
  if (first === undefined) return []
  const program = baseName(first.replaceAll('\\', '/')).replace(/\.exe$/i, '')
  const script = SHELLS.has(program) ? scriptOf(args) : undefined
  if (script === undefined || nesting >= MAX_NESTING) return [{ program, args, ...(redirected ? { redirected } : {}) }]
  return commandsOf(script, nesting + 1)
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh'])

function scriptOf(args: readonly string[]): string | undefined {
  const flag = args.findIndex((arg) => /^-[a-z]*c$/.test(arg))
  return flag < 0 ? undefined : args[flag + 1]
}

/** Drops what stands before the command proper: keywords, assignments, wrappers with their own options. */
function unwrap(words: readonly string[]): readonly string[] {
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ''
    const wrapper = WRAPPERS[baseName(word)]
    if (/^[A-Za-z_]\w*\+?=/.test(word) || KEYWORDS.has(word)) at++
    else if (wrapper === undefined || !Object.hasOwn(WRAPPERS, baseName(word))) break
    else at = afterOptions(words, at + 1, wrapper)
  }
  return words.slice(at)
}

function afterOptions(words: readonly string[], from: number, wrapper: Wrapper): number {
  let at = from
  while (words[at]?.startsWith('-')) at += wrapper.valued?.includes(words[at] ?? '') ? 2 : 1
  return at + (wrapper.operands ?? 0)
}

const KEYWORDS = new Set(['do', 'then', 'else', 'elif', 'if', 'while', 'until', '!', '{', '}', 'done', 'fi', 'time'])

/** A program that runs the command behind it: its options that take a value, and how many operands are its own. */
interface Wrapper {
  readonly valued?: readonly string[]
  readonly operands?: number
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: { valued: ['-u', '-g', '-h', '-p', '-C', '-D'] },
  doas: { valued: ['-u'] },
  env: { valued: ['-u', '-C', '-S'] },
  nohup: {},
  command: {},
  builtin: {},
  exec: { valued: ['-a'] },
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n'] },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  timeout: { valued: ['-k', '-s', '--signal', '--kill-after'], operands: 1 },
  xargs: { valued: ['-I', '-n', '-P', '-L', '-d', '-E', '-s'] },
  'cross-env': {},
}
