import { baseName } from '@hindcast/text/paths.ts'

/**
 * What shells, interpreters and builds print when a program, a module or a package is not there; each captures its name.
 * A relative path names a file of the project, which is another kind of failure.
 */
const MISSING: readonly RegExp[] = [
  /\bcommand not found: ([\w.@/+-]{1,80})/,
  /\b([\w.@+-]{1,80}): command not found$/,
  /(?:^|[\s/])\w{0,4}sh: (?:line )?(?:\d{1,6}: )?([\w.@+-]{1,80}): not found$/,
  /^'([^'\n]{1,80})' is not recognized as an internal or external command/,
  /\bNo module named '?([\w.]{1,120})/,
  /\b(?:Cannot find (?:module|package)|Can't resolve|Could not resolve|Failed to resolve import) ['"`]([\w@][^'"`\n]{0,120})['"`]/i,
  /\bno required module provides package ([\w./-]{1,160})/,
  /\b(?:cannot find package "|package )([\w./-]{1,160})(?:"| is not in (?:std|GOROOT))/,
  /\bcan't find crate for `([\w-]{1,80})`/,
  /\bcannot load such file -- ([\w/-]{1,120})/,
]

/** Words of a command that its program does not know: no file can make it pass, but for the one that lists scripts or targets. */
const MISWORDED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bmissing script\b|\bscript not found\b|ERR_PNPM_NO_SCRIPT|^error Command "[^"\n]{1,80}" not found/i, ['package']],
  [/\bno rule to make target\b/i, ['Makefile', 'makefile', 'GNUmakefile']],
  [/^error: justfile does not contain\b/i, ['justfile', 'Justfile']],
  [
    /^usage: |\b(?:unrecognized|unknown|unexpected|invalid|no such) (?:sub-?command|command|option|argument|flag|switch)\b/i,
    [],
  ],
]

/**
 * The names that a file would bear whose absence an error reports, the last part first; none if no file can be meant.
 * Undefined if the error is not about a missing program, module or package, nor about the words of the command.
 */
export function missingNames(error = ''): readonly string[] | undefined {
  const line = error.slice(0, LONGEST).trim()
  const isThrown = THROWN.test(line)
  for (const [pattern, names] of MISWORDED) if (!isThrown && pattern.test(line)) return names
  for (const pattern of MISSING) {
    const name = pattern.exec(line)?.[1]
    if (name !== undefined) return [...name.split(/[./]/)].filter((part) => part !== '').toReversed()
  }
  return undefined
}

const LONGEST = 500
/** What the code itself throws (`ValueError: invalid argument`) says nothing of the words of a command. */
const THROWN = /^(?:\w+\.)*[A-Z]\w*(?:Error|Exception)\b/

/** Whether a file is the module of that name: the file itself, or the one that stands for its folder. */
export function isModuleNamed(file: string, names: readonly string[]): boolean {
  const [stem = '', folder = ''] = [baseName(file).replace(/\..*$/, ''), baseName(file.replace(/[\\/][^\\/]*$/, ''))]
  const [last = ''] = names
  return names.includes(stem) || (/^(?:__init__|index|mod)$/.test(stem) && folder === last)
}
