import { baseName } from './paths.ts'

/** The words of the command that runs in the end: assignments and wrappers with their own options are dropped. */
export function behind(words: readonly string[]): readonly string[] {
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ''
    const name = baseName(word)
    if (/^[A-Za-z_]\w*\+?=/.test(word)) at++
    else if (name === 'command' && /^-[vV]$/.test(words[at + 1] ?? '')) break
    else if (name === 'find') return behindFind(words.slice(at))
    else if (Object.hasOwn(WRAPPERS, name)) at = afterOptions(words, at + 1, WRAPPERS[name] as Wrapper)
    else break
  }
  return words.slice(at)
}

/** `find … -exec CMD {} \;` runs CMD; any other `find` only looks. */
function behindFind(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word))
  const found = from < 0 ? [] : words.slice(from + 1).filter((word) => word !== '{}' && word !== ';' && word !== '+')
  return found.length === 0 ? words : behind(found)
}

function afterOptions(words: readonly string[], from: number, wrapper: Wrapper): number {
  let at = from
  while (words[at]?.startsWith('-')) at += wrapper.valued?.includes(words[at] ?? '') ? 2 : 1
  return at + (wrapper.operands ?? 0)
}

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
  time: { valued: ['-f', '-o'] },
  setsid: {},
  chronic: {},
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n'] },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  timeout: { valued: ['-k', '-s', '--signal', '--kill-after'], operands: 1 },
  gtimeout: { valued: ['-k', '-s', '--signal', '--kill-after'], operands: 1 },
  xargs: { valued: ['-I', '-n', '-P', '-L', '-d', '-E', '-s'] },
  'cross-env': {},
}
