import { baseName, looksLikeFile } from '@hindcast/text/paths.ts'
import type { Command } from './classification.ts'
import { fixerTargets } from './shell-fixers.ts'
import { gitTargets, inWords, NO_TARGETS, type ShellPlace, type ShellTargets, under } from './shell-git.ts'
import { foundBy } from './shell-wrappers.ts'

/** What one command writes, moves or deletes, judged by its words alone. */
export function targetsOf({ program, args, writes = [], fed }: Command): ShellTargets {
  const given = fed === undefined ? args : args.filter((arg) => arg !== '{}')
  const { files, places } = ownTargets(program, given) ?? NO_TARGETS
  const known = EDITORS.has(program) ? places : places.filter(({ word }) => !/^[$`]/.test(word))
  return {
    files: [...writes.filter(isFile), ...files],
    places: [...shownPlaces(writes, '>'), ...known.flatMap((place) => filled(place, fed))],
  }
}

function ownTargets(program: string, args: readonly string[]): ShellTargets | undefined {
  if (program === 'git') return gitTargets(args)
  const writer = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined
  return writer === undefined ? fixerTargets(program, args) : writer(args, program)
}

/** A place that is the files fed to the command by `find` or `xargs`; without these, no place. */
function filled(place: ShellPlace, fed: readonly string[] | undefined): readonly ShellPlace[] {
  const isFed = place.word === FED || (fed !== undefined && place.word === '.' && place.isWorktree !== true)
  return isFed ? (fed ?? []).map((word) => ({ ...place, word })) : [place]
}

/** Stands for files that a command was not given by name. */
const FED = ''

type Writer = (args: readonly string[], program: string) => ShellTargets

/** A name with spaces is one that was quoted. */
const isFile = (word: string): boolean => looksLikeFile(word.replaceAll(' ', '_'))
/** A word that cannot stand for several files, nor for a folder. */
const isOne = (word: string): boolean => !/[*?[\]{}$`<>|\n]|^\.{0,2}$|\/\.{0,2}$|^-$/.test(word)

/** Globs, and folders with an unknown name in them; not what is wholly unknown. */
const shownPlaces = (words: readonly string[], why: string): readonly ShellPlace[] =>
  words
    .filter((word) => /[*?[$]/.test(word) && /^(?!\/(?:tmp|dev)\/)[^$`*?[]+\//.test(word))
    .map((word) => ({ word, why }))

/** Each word is a file; what is no plain name is a place. */
function each(words: readonly string[], why: string): ShellTargets {
  const files = words.filter(isOne)
  const places = words.filter((word) => !isOne(word)).map((word) => ({ word, why }))
  return { files, places: words.length === 0 ? [{ word: FED, why }] : places }
}

/** Words that are neither options nor values of the options in `valued`. */
function operandsOf(args: readonly string[], valued = /(?!)/): readonly string[] {
  const dashes = args.indexOf('--')
  const own = dashes < 0 ? args : args.slice(0, dashes)
  const words = own.filter((arg, n) => (!arg.startsWith('-') || arg === '-') && !valued.test(own[n - 1] ?? ''))
  return dashes < 0 ? words : [...words, ...args.slice(dashes + 1)]
}

/** These programs change existing files, so a variable among their arguments names one; elsewhere it is mostly a temporary file. */
const EDITORS = new Set('sed gsed perl ruby awk gawk git'.split(' '))

const has = (args: readonly string[], option: RegExp): boolean => args.some((arg) => option.test(arg))

const WRITERS: Readonly<Record<string, Writer>> = {
  sed,
  gsed: sed,
  perl: scripted,
  ruby: scripted,
  awk,
  gawk: awk,
  tee: (args) => targetsNamed(operandsOf(args), 'tee'),
  touch: (args) => targetsNamed(operandsOf(args, /^-[rtd]$/), 'touch'),
  sponge: (args) => targetsNamed(operandsOf(args), 'sponge'),
  truncate: (args) => each(operandsOf(args, /^(?:-[sr]|--size|--reference)$/), 'truncate'),
  unlink: (args) => each(operandsOf(args), 'unlink'),
  shred: (args) => each(operandsOf(args, /^-[ns]$/), 'shred'),
  rm: removed,
  trash: removed,
  cp: (args) => moved(args, 'cp'),
  mv: (args) => moved(args, 'mv'),
  ln: (args) => linkTargets(args),
  install: (args) => (has(args, /^-d$|^--directory$/) ? NO_TARGETS : moved(args, 'install')),
  rsync: (args) => (has(args, /^(?:--dry-run|-[a-zA-Z]*n[a-zA-Z]*)$/) ? NO_TARGETS : copiedTo(operandsOf(args).at(-1))),
  dd: (args) => each(args.flatMap((arg) => (arg.startsWith('of=') ? [arg.slice(3)] : [])).filter(isFile), 'dd'),
  patch: patched,
  curl: (args) => targetsNamed(optionValues(args, /^(?:-[a-zA-Z]*o|--output)$/), 'curl'),
  wget: (args) => targetsNamed(optionValues(args, /^(?:-[a-zA-Z]*O|--output-document)$/), 'wget'),
  find: (args) =>
    args.includes('-delete')
      ? { files: [], places: foundBy(args).map((word) => ({ word, why: 'find -delete' })) }
      : NO_TARGETS,
  tar: (args) => {
    const extracts = has(args, /^(?:--extract|--get|-[a-zA-Z]*x[a-zA-Z]*)$/) || /^[a-z]*x[a-z]*$/.test(args[0] ?? '')
    return extracts ? inWords([optionValues(args, /^(?:-C|--directory)$/)[0] ?? '.'], 'tar') : NO_TARGETS
  },
  unzip: (args) =>
    has(args, /^-[a-z]*[lptvz]/) ? NO_TARGETS : inWords([optionValues(args, /^-d$/)[0] ?? '.'], 'unzip'),
  gh: (args) =>
    args[0] === 'pr' && args[1] === 'checkout'
      ? { files: [], places: [{ word: '.', why: 'gh pr checkout', isWorktree: true }] }
      : NO_TARGETS,
}

/** Files by what they are called: a word without an extension may be anything. */
const targetsNamed = (words: readonly string[], why: string): ShellTargets => ({
  files: words.filter(isFile),
  places: shownPlaces(words, why),
})

const optionValues = (args: readonly string[], option: RegExp): readonly string[] =>
  args.filter((_, n) => option.test(args[n - 1] ?? ''))

/** `sed -i`, `sed -ni.bak`, `sed -i ''` of BSD, whose suffix is a word. */
function sed(args: readonly string[]): ShellTargets {
  const at = args.findIndex((arg) => /^-[nErsuz]*[iI]|^--in-place/.test(arg))
  if (at < 0) return NO_TARGETS
  const isSuffix = /^-[nErsuz]*[iI]$/.test(args[at] ?? '') && /^$|^\.[\w~]+$/.test(args[at + 1] ?? '-')
  const rest = isSuffix ? args.filter((_, n) => n !== at + 1) : args
  const isGiven = has(rest, /^(?:-[nErsuz]*[ef]|--expression|--file)/)
  return each(operandsOf(rest, /^(?:-[nErsuz]*[ef]|--expression|--file|-l)$/).slice(isGiven ? 0 : 1), 'sed -i')
}

/** `perl -pi -e …`, `ruby -i.bak -pe …`. */
function scripted(args: readonly string[], program: string): ShellTargets {
  const isInPlace = has(args, /^-[0-7nplaswW]*i/)
  const isGiven = has(args, /^-[0-7nplaswWi]*[eE]/)
  if (!isInPlace) return NO_TARGETS
  return each(operandsOf(args, /^-[0-7nplaswWi]*[eE]$/).slice(isGiven ? 0 : 1), `${program} -i`)
}

function awk(args: readonly string[], program: string): ShellTargets {
  const at = args.findIndex((arg, n) => (arg === '-i' && args[n + 1] === 'inplace') || arg === '-iinplace')
  return at < 0
    ? NO_TARGETS
    : each(operandsOf(args, /^-[ivfF]$/).slice(args.includes('-f') ? 0 : 1), `${program} -i inplace`)
}

function removed(args: readonly string[], program: string): ShellTargets {
  const isDeep = has(args, /^(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)$/)
  if (!isDeep) return each(operandsOf(args), program)
  const { files, places } = inWords(operandsOf(args), `${program} -r`)
  return { files, places: files.length + places.length === 0 ? [{ word: FED, why: `${program} -r` }] : places }
}

/** `cp`, `mv` and `install`: what is moved, and what it becomes; into a folder, under its own name. */
function moved(args: readonly string[], program: 'cp' | 'mv' | 'install'): ShellTargets {
  const valued = /^(?:-[tSgmo]|--target-directory|--suffix|--group|--mode|--owner)$/
  const given = operandsOf(args, valued)
  const into =
    optionValues(args, /^(?:-t|--target-directory)$/)[0] ?? /^--target-directory=(.*)/.exec(args.join('\n'))?.[1]
  const [sources, to] = into === undefined ? [given.slice(0, -1), given.at(-1)] : [given, into]
  const isFolder = into !== undefined || sources.length > 1 || /^\.{1,2}$|\/\.{0,2}$/.test(to ?? '')
  const gone = program === 'mv' ? sources.map((source) => inWords([source], program)) : []
  if (sources.length === 0)
    return allTargets([inWords([to ?? ''], program), { files: [], places: [{ word: FED, why: program }] }])
  const made = sources.map((source) => becomes(source, to ?? '.', isFolder, program))
  return allTargets([...made, ...gone])
}

function becomes(source: string, to: string, isFolder: boolean, why: string): ShellTargets {
  const name = baseName(source.replace(/\/+$/, ''))
  if (isFolder || (isFile(source) && !isFile(to))) return inWords([under(to, name)], why)
  return inWords([to], why)
}

/** A link replaces what had its name. */
function linkTargets(args: readonly string[]): ShellTargets {
  const words = operandsOf(args, /^-[tS]$/)
  return words.length === 1 ? targetsNamed([baseName(words[0] ?? '')], 'ln') : targetsNamed(words.slice(-1), 'ln')
}

const copiedTo = (to: string | undefined): ShellTargets =>
  to === undefined || /^[^/]*:/.test(to) ? NO_TARGETS : inWords([to], 'rsync')

function patched(args: readonly string[]): ShellTargets {
  if (has(args, /^(?:--dry-run|-C|--check)$/)) return NO_TARGETS
  const folder = optionValues(args, /^(?:-d|--directory)$/)[0] ?? ''
  const [file] = operandsOf(args, /^(?:-[idopFBzr]|--input|--directory|--output|--strip)$/)
  return inWords([under(folder, file ?? '.')], 'patch')
}

const allTargets = (all: readonly ShellTargets[]): ShellTargets => ({
  files: all.flatMap(({ files }) => files),
  places: all.flatMap(({ places }) => places),
})
