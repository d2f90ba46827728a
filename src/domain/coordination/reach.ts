import { absolutePath } from '@hindcast/text/paths.ts'
import type { Command } from '../classification.ts'
import type { ShellPlace } from '../shell-git.ts'
import { workingFolder } from '../shell-reads.ts'
import { targetsOf } from '../shell-targets.ts'

/** Where a shell line may change files that nobody named. */
export interface ShellReach {
  /** The command, in a few words: `git stash`, `prettier --write`. */
  readonly why: string
  /** Absolute path of a folder, or of something that may be a file or a folder. */
  readonly within: string
  /** It changes only files that match; absolute. */
  readonly glob?: string
  /** It changes files anywhere in the worktree that the folder is in. */
  readonly isWorktree?: true
}

/** A line with more places than this is a script. */
const MOST = 20

/**
 * The places in which a shell line is going to change files that it does not name, judged by its words alone: checkouts,
 * stashes, merges, formatters, edits by glob. Files that it does name: `filesWrittenBy`.
 */
export function reachOf(commands: readonly Command[], cwd: string | undefined): readonly ShellReach[] {
  const found = new Map<string, ShellReach>()
  for (const command of commands) {
    const folder = workingFolder(command, cwd)
    for (const place of targetsOf(command).places) {
      const reach = placed(place, folder)
      if (reach !== undefined) found.set(`${reach.why} ${reach.glob ?? reach.within}`, reach)
    }
    if (found.size >= MOST) break
  }
  return [...found.values()].slice(0, MOST)
}

/** Whether a line may change the file at `path`. `worktree`: the root of the worktree that the line is run in. */
export function reaches({ within, glob, isWorktree }: ShellReach, path: string, worktree?: string): boolean {
  const folder = isWorktree === true && worktree !== undefined ? worktree : within
  if (path !== folder && !path.startsWith(folder === '/' ? '/' : `${folder}/`)) return false
  return glob === undefined || (patternOf(glob)?.test(path) ?? true)
}

function placed({ word, why, isWorktree }: ShellPlace, folder: string | undefined): ShellReach | undefined {
  const path = absolutePath(word.replace(EXPANSIONS, '**'), folder)
  if (!path.startsWith('/') && !/^[a-z]:|^~/i.test(path)) return undefined
  if (!SPECIAL.test(path)) return { why, within: path, ...(isWorktree && { isWorktree }) }
  return { why, within: path.slice(0, path.lastIndexOf('/', path.search(SPECIAL))) || '/', glob: path }
}

/** What the shell replaces by text that is not known here. */
const EXPANSIONS = /\$\([^)]*\)?|`[^`]*`?|\$\{[^}]*\}?|\$\w+/g
const SPECIAL = /[*?[{]/

/** A pattern with more wildcards than this matches everything, so that no path takes long to match. */
const MOST_WILDCARDS = 6

/** A glob as a regular expression; undefined if it is too complicated. Brackets may also be part of a name. */
function patternOf(glob: string): RegExp | undefined {
  const parts = glob.match(PARTS) ?? []
  if (parts.filter((part) => part.startsWith('*')).length > MOST_WILDCARDS) return undefined
  try {
    return new RegExp(`^${parts.map(partOf).join('')}$`)
  } catch {
    // A range in brackets that runs backwards
    return undefined
  }
}

const PARTS = /\*\*\/|\*+|\?|\{[^{}]*\}|\[[^\]/]+\]|[^*?{[]+|[{[]/g

function partOf(part: string): string {
  if (part === '**/') return '(?:.*/)?'
  if (part.startsWith('*')) return part.length > 1 ? '.*' : '[^/]*'
  if (part === '?') return '[^/]'
  if (/^\{.*\}$/.test(part)) return `(?:${part.slice(1, -1).split(',').map(alternative).join('|')})`
  const inside = /^\[(.+)\]$/.exec(part)?.[1]
  if (inside === undefined) return escaped(part)
  const isNot = /^[!^]/.test(inside)
  return `(?:${escaped(part)}|[${isNot ? '^' : ''}${escaped(isNot ? inside.slice(1) : inside).replace(/\\-/g, '-')}])`
}

const alternative = (text: string): string => text.split('*').map(escaped).join('[^/]*')
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
