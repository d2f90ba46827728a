import { baseName } from '@hindcast/text/paths.ts'

/** The words of the command that actually runs, without assignments, wrappers and the wrappers' own options. */
export function behind<W extends Word>(words: readonly W[]): readonly W[] {
  let at = 0
  while (at < words.length) {
    const word = words[at]?.text ?? ''
    const name = baseName(word)
    if (/^[A-Za-z_]\w*\+?=/.test(word)) at++
    else if (name === 'command' && /^-[vV]$/.test(words[at + 1]?.text ?? '')) break
    else if (name === 'find') return behindFind(words.slice(at))
    else if (Object.hasOwn(WRAPPERS, name)) at = afterOptions(words, at + 1, WRAPPERS[name] as Wrapper)
    else break
  }
  return words.slice(at)
}

/** The files that `find` and `xargs` among these words feed to the command behind them, as globs; undefined without them. */
export function fedBy(words: readonly Word[]): readonly string[] | undefined {
  const texts = words.map(({ text }) => text)
  const at = texts.findIndex((text) => /^(?:find|xargs)$/.test(baseName(text)))
  if (at < 0) return undefined
  return baseName(texts[at] ?? '') === 'xargs' ? ['.'] : foundBy(texts.slice(at + 1))
}

/** What `find` finds, as globs: by its folders and, if it has one, its pattern of names. */
export function foundBy(args: readonly string[]): readonly string[] {
  const end = args.findIndex((arg) => /^[-(!]|^\\\(/.test(arg))
  const folders = args.slice(0, end < 0 ? undefined : end)
  const names = args.filter((_, n) => /^-i?name$/.test(args[n - 1] ?? ''))
  const below = names.length === 1 ? `/**/${names[0]}` : ''
  return (folders.length === 0 ? ['.'] : folders).map((folder) => folder.replace(/\/+$/, '') + below)
}

interface Word {
  readonly text: string
}

/** `find … -exec CMD {} \;` runs CMD; any other `find` is read-only. */
function behindFind<W extends Word>(words: readonly W[]): readonly W[] {
  const from = words.findIndex(({ text }) => /^-(?:exec|execdir|ok)$/.test(text))
  const found =
    from < 0 ? [] : words.slice(from + 1).filter(({ text }) => text !== '{}' && text !== ';' && text !== '+')
  return found.length === 0 ? words : behind(found)
}

function afterOptions(words: readonly Word[], from: number, wrapper: Wrapper): number {
  let at = from
  while (words[at]?.text.startsWith('-')) at += wrapper.valued?.includes(words[at]?.text ?? '') ? 2 : 1
  return at + (wrapper.operands ?? 0)
}

/**
 * A program that runs the command given as its arguments: its options that take a value, and how many operands are its
 * own.
 */
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
