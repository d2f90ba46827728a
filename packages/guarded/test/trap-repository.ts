import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A repository in which everything that can name a program names one that leaves a trace. */
export interface TrapRepository {
  readonly folder: string
  /** What has run, each trap by its setting. */
  ran(): readonly string[]
  /** Forgets what has run. */
  clear(): void
  /** A blob that is missing, and would have to be fetched. */
  readonly missing: string
}

const IDENTITY = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always']

/** The usual git, with the usual configuration. */
export const plainGit = (folder: string, ...words: readonly string[]): string =>
  execFileSync('git', [...IDENTITY, ...words], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Where settings stand that git applies. */
export type TrapPlace = 'config' | 'included' | 'included if' | 'worktree config'
export const TRAP_PLACES: readonly TrapPlace[] = ['config', 'included', 'included if', 'worktree config']

const HOOKS = ['post-index-change', 'fsmonitor-watchman', 'reference-transaction', 'post-checkout', 'pre-auto-gc']

/** Names of settings that git runs, with what to put before the program. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'core.fsmonitor': '',
  'core.sshCommand': '',
  'core.askPass': '',
  'core.editor': '',
  'core.pager': '',
  'core.alternateRefsCommand': '',
  'credential.helper': '!',
  'diff.external': '',
  'diff.trap.command': '',
  'diff.trap.textconv': '',
  'filter.trap.clean': '',
  'filter.trap.smudge': '',
  'filter.trap.process': '',
  'gpg.program': '',
  'gpg.ssh.program': '',
  'gpg.ssh.defaultKeyCommand': '',
  'interactive.diffFilter': '',
  'merge.trap.driver': '',
  'remote.origin.uploadpack': '',
  'remote.origin.receivepack': '',
  'sequence.editor': '',
  'submodule.part.update': '!',
  'trailer.trap.command': '',
  'uploadpack.packObjectsHook': '',
}

const COMMANDS = ['rev-parse', 'symbolic-ref', 'check-ignore', 'ls-files', 'ls-tree', 'cat-file']

/** Lays traps in an existing repository with at least one commit; `url` is where missing objects come from. */
export function layTraps(folder: string, place: TrapPlace, url: (trap: string) => string): TrapRepository {
  const traces = `${folder}.traces`
  const trap = `${folder}.trap.sh`
  mkdirSync(traces, { recursive: true })
  writeFileSync(trap, `#!/bin/sh\n: >'${traces}'/"$(echo "$*" | tr -c 'a-zA-Z.-' _ | cut -c1-60)"\nexit 1\n`)
  chmodSync(trap, 0o755)
  const gitFolder = plainGit(folder, 'rev-parse', '--path-format=absolute', '--git-common-dir').trim()
  const hooks = `${folder}.hooks`
  mkdirSync(hooks, { recursive: true })
  for (const name of HOOKS) writeFileSync(join(hooks, name), `#!/bin/sh\nexec '${trap}' ${name}\n`, { mode: 0o755 })
  const settings: Record<string, string> = {
    ...Object.fromEntries(Object.entries(PROGRAMS).map(([name, before]) => [name, `${before}${trap} ${name}`])),
    ...Object.fromEntries(
      COMMANDS.flatMap((name) => [
        [`alias.${name}`, `!${trap} alias`],
        [`pager.${name}`, trap],
      ]),
    ),
    'core.gitProxy': trap,
    'filter.trap.required': 'true',
    'core.hooksPath': hooks,
    'log.showSignature': 'true',
    'remote.origin.url': url(trap),
    'remote.origin.promisor': 'true',
    'protocol.ext.allow': 'always',
    'protocol.allow': 'always',
    'trace2.eventTarget': join(traces, 'trace2'),
    'diff.trap.cachetextconv': 'true',
    'ssh.variant': 'simple',
  }
  const missing = plainGit(folder, 'rev-parse', 'HEAD:gone.py').trim()
  rmSync(join(gitFolder, 'objects', missing.slice(0, 2), missing.slice(2)), { force: true })
  appendFileSync(
    join(gitFolder, 'config'),
    textOf({ 'core.repositoryFormatVersion': '1', 'extensions.partialClone': 'origin' }),
  )
  const { file, named } = fileOf(place, folder, gitFolder)
  appendFileSync(file, textOf(settings))
  appendFileSync(join(gitFolder, 'config'), textOf(named))
  return {
    folder,
    missing,
    ran: () => readdirSync(traces),
    clear: () => {
      for (const name of readdirSync(traces)) rmSync(join(traces, name))
    },
  }
}

/** Settings as a configuration file has them. */
const textOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => {
      const [, section, sub, key] = /^([^.]+)\.(?:(.+)\.)?([^.]+)$/.exec(name) ?? []
      return `[${section}${sub === undefined ? '' : ` "${sub}"`}]\n\t${key} = ${JSON.stringify(value)}\n`
    })
    .join('')

/** The file that settings are in, and what leads git to it. */
function fileOf(place: TrapPlace, folder: string, gitFolder: string): { file: string; named: Record<string, string> } {
  switch (place) {
    case 'config':
      return { file: join(gitFolder, 'config'), named: {} }
    case 'included':
      return { file: `${folder}.included`, named: { 'include.path': `${folder}.included` } }
    case 'included if':
      return { file: `${folder}.included`, named: { 'includeIf.gitdir:**.path': `${folder}.included` } }
    case 'worktree config':
      return { file: join(gitFolder, 'config.worktree'), named: { 'extensions.worktreeConfig': 'true' } }
  }
}

/** A repository with a commit whose files have every attribute that leads to a program, and with files that have changed since. */
export function makeRepository(folder: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true })
  plainGit(folder, 'init', '-q', '-b', 'main')
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  write('.gitattributes', '* filter=trap diff=trap merge=trap\n')
  write('.gitignore', 'ignored/\n')
  write('src/tax.py', 'def tax(amount):\n    return amount\n')
  write('src/old.py', 'def old():\n    a = 1\n    b = 2\n    return a + b\n')
  write('gone.py', 'def gone():\n    return 0\n')
  write('package.json', '{"name": "trap"}')
  plainGit(folder, 'add', '.')
  plainGit(folder, 'commit', '-qm', 'Begin')
}

/** Changes working files, so that git has to compare them. */
export function change(folder: string): void {
  writeFileSync(join(folder, 'src/tax.py'), 'def tax(amount, rate):\n    return amount * rate\n')
  writeFileSync(join(folder, 'new.py'), 'def new():\n    return 1\n')
  // As it was, but git cannot know by its time
  utimesSync(join(folder, 'package.json'), 1_000_000_000, 1_000_000_000)
}
