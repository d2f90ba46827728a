/**
 * Everything that git is asked, by name: the words of its command line. Each command looks at git's own files alone or, of
 * the project's, at names and `.gitignore`; none compares, reads or writes working files, so that no filter (`filter.*.clean`)
 * can have a part in it. `packages/guarded/test/git.test.ts` asks all of them in repositories full of traps.
 */
export const gitCommands = {
  /** Three lines, absolute: the common folder, the top of the worktree, the worktree's own git folder. */
  place: () => ['rev-parse', '--path-format=absolute', '--git-common-dir', '--show-toplevel', '--git-dir'],
  /** The branch that HEAD names. */
  branch: () => ['symbolic-ref', '--short', '-q', 'HEAD'],
  /** Succeeds if git ignores a path. */
  ignores: (path: string) => ['check-ignore', '-q', '--', path],
  /** Tracked files, and untracked ones that are not ignored, separated by NUL. */
  files: () => ['ls-files', '-co', '--exclude-standard', '-z'],
  /** Untracked files that are not ignored, separated by NUL. */
  untracked: () => ['ls-files', '-o', '--exclude-standard', '-z'],
  /** The index: state, mode, blob, stage and path of each file, and its size and time when it was last compared. */
  index: () => ['ls-files', '-s', '-t', '-z', '--debug'],
  /** The absolute path of the file that holds the index. */
  indexFile: () => ['rev-parse', '--path-format=absolute', '--git-path', 'index'],
  /** The commit that a revision names. */
  commit: (revision: string) => ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
  /** Mode, kind, blob and path of each file in a commit, separated by NUL. */
  tree: (commit: string) => ['ls-tree', '-r', '-z', '--full-tree', commit],
  /** The same of one file of the folder, as the newest commit has it. */
  committed: (name: string) => ['ls-tree', 'HEAD', '--', name],
  /** The commits that a branch's history began with, the oldest last. Reads all of it: .2 s for 50,000 commits. */
  roots: () => ['rev-list', '--max-parents=0', 'HEAD'],
  /** Kind and size of each object named on standard input. */
  sizes: () => ['cat-file', '--batch-check'],
  /** The same, each with its contents. */
  contents: () => ['cat-file', '--batch'],
} as const satisfies Readonly<Record<string, (word: string) => readonly string[]>>

/** The name of something that git is asked. */
export type GitCommand = keyof typeof gitCommands
