import { FORMATTERS } from '../checks/check-table.ts'
import { VALUED } from '../checks/runner-table.ts'
import type { Command } from '../classification.ts'
import type { EventRecord } from '../nouns/event.ts'
import { commandsOf } from '../shell.ts'

/** Longer lines are scripts. */
const MAX_LINE = 1000
const MAX_SHOWN = 160

/** A command that changed something. `installs`: what the project runs with. */
export interface ChangingCommand {
  readonly text: string
  readonly installs: boolean
  /** It corrects or formats code. */
  readonly corrects: boolean
  /** The paths that it is given; none: where it runs. */
  readonly paths: readonly string[]
}

/** The commands of a successful call that can make a failing run pass without an edit: installs, checkouts, generators, builds. */
export function changingCommands(event: Pick<EventRecord, 'input' | 'outcome' | 'body'>): readonly ChangingCommand[] {
  const line = lineOf(event)
  if (line === '' || event.outcome !== 'ok' || event.body.looks === true || line.length > MAX_LINE) return []
  return commandsOf(line)
    .filter(
      (command) => !command.args.some((arg) => /^--?(?:version|help|(?:\w+-)?dry-run)$/.test(arg)) && changes(command),
    )
    .map((command) => {
      const text = shown(command)
      const isCorrecting = corrects(command)
      const installs =
        !isCorrecting && !MENDS.test(text) && !WHOLE.has(command.program) && !/^git (?!submodule)/.test(text)
      return { text, corrects: isCorrecting, installs, paths: pathsIn(command) }
    })
}

const MENDS = /(?:\b|-)(?:fix|write|fmt|format|autocorrect)\b/
const FORMATS = /^(?:gofmt|black|isort|rustfmt|pint|stylua|swiftformat)$/
const MENDING_OPTION = /^--?(?:fix|write|auto-?correct)(?:-all|-only|=.*)?$/
const MENDING_SCRIPT = /(?:^|[:._/-])(?:fix|write|fmt|format)(?:$|[:._-])/

/** By its program, its subcommand, its options or the name of its script; a name that only contains the word says nothing. */
function corrects(command: Command): boolean {
  const { program, args } = unwrapped(command)
  if (FORMATS.test(program)) return true
  if (WHOLE.has(program) || program === 'git') return false
  if (args.some((arg) => MENDING_OPTION.test(arg)) || /^(?:fix|fmt|format)$/.test(args[0] ?? '')) return true
  const words = args.filter((arg) => !arg.startsWith('-'))
  const verbs = Object.hasOwn(VERBS, program) ? VERBS[program] : undefined
  return (
    SCRIPTS.has(program) && verbs?.test(words.join(' ')) !== true && words.some((word) => MENDING_SCRIPT.test(word))
  )
}

/** The paths that a command is given, as far as can be told; a script's words are none. */
function pathsIn(command: Command): readonly string[] {
  const { program, args } = unwrapped(command)
  const words = args.filter((arg, at) => !arg.startsWith('-') && !VALUED.has(args[at - 1] ?? ''))
  return SCRIPTS.has(program) ? [] : words.filter((word) => !/^(?:check|fix|fmt|format|lint|run)$/.test(word))
}

/** What `npx` or `python -m` runs. */
function unwrapped(command: Command): Command {
  const { program, args } = command
  const first = args.findIndex((arg) => !arg.startsWith('-'))
  if (/^(?:python[\d.]*|py)$/.test(program) && args[0] === '-m') return inner(args.slice(1))
  return THROUGH.has(program) && first >= 0 ? unwrapped(inner(args.slice(first))) : command
}

/** The line that a call gave to a shell. */
const lineOf = ({ input = '', body }: Pick<EventRecord, 'input' | 'body'>): string =>
  (body.act as { readonly kind?: string } | undefined)?.kind === 'shell' ? input : ''

/** For each `git stash` of a call that did something, whether it puts changes aside; else it brings them back. Others are left out. */
export const stashesIn = (event: Pick<EventRecord, 'input' | 'output' | 'outcome' | 'body'>): readonly boolean[] =>
  commandsOf(lineOf(event).slice(0, MAX_LINE)).flatMap(({ program, args }, at, { length }) => {
    const [act, verb = 'push'] = args.filter((arg) => !arg.startsWith('-'))
    if (program !== 'git' || act !== 'stash') return []
    if (/^(?:pop|apply|drop|clear|branch)$/.test(verb)) return [false]
    // What failed may have been what came after
    const isVain =
      /^No local changes to save/m.test(event.output ?? '') || (event.outcome !== 'ok' && at === length - 1)
    return /^(?:push|save)$/.test(verb) && !isVain ? [true] : []
  })

function changes({ program, args }: Command): boolean {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const name = program.replace(/\d+(?:\.\d+)*$/, '')
  // In this mode, a formatter only looks
  if (Object.hasOwn(FORMATTERS, name) && FORMATTERS[name]?.test(args.join(' '))) return false
  if (Object.hasOwn(FORMATTERS, name) && /^(?:fmt|format)$/.test(args[0] ?? '')) return true
  if (/^(?:python|py)$/.test(name) && args[0] === '-m') return changes({ program: args[1] ?? '', args: args.slice(2) })
  if (THROUGH.has(name) && words[0] !== undefined) return changes(inner(args.slice(args.indexOf(words[0]))))
  const verbs = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (verbs?.test(words.slice(0, 2).join(' '))) return true
  if (SCRIPTS.has(name) && GENERATES.test(words.join(' '))) return !/\bcheck\b/.test(words.join(' '))
  return (
    WHOLE.has(name) ||
    args.some((arg) => /^--?(?:fix|write|update-snapshots?|updateSnapshot|snapshot-update)\b/.test(arg))
  )
}

const inner = ([program = '', ...args]: readonly string[]): Command => ({ program, args })

const THROUGH = new Set(['sudo', 'npx', 'bunx', 'uvx', 'dlx'])

const ADDS =
  /^(?:install|i|ci|add|remove|rm|uninstall|update|upgrade|up|rebuild|dedupe|link|sync|pip (?:install|sync)|exec .*install)\b/
/** What each package manager and its like changes, by its subcommands. */
const VERBS: Readonly<Record<string, RegExp>> = {
  npm: ADDS,
  pnpm: ADDS,
  yarn: /^(?:install|add|remove|upgrade|up|link|dedupe)?(?:\s|$)/,
  bun: ADDS,
  pip: ADDS,
  uv: /^(?:add|remove|sync|lock|pip|venv)\b/,
  poetry: ADDS,
  pdm: ADDS,
  pipenv: ADDS,
  conda: /^(?:install|env|create|update|remove)\b/,
  gem: ADDS,
  bundle: ADDS,
  composer: /^(?:install|require|update|remove|dump-autoload)\b/,
  cargo: /^(?:add|remove|update|clean|fetch|fix|fmt|install|build)\b/,
  rustup: /./,
  go: /^(?:get|mod|clean|generate|install|work|fmt)\b/,
  gofmt: /./,
  mix: /^(?:deps|ecto)\b/,
  dotnet: /^(?:restore|add|remove|clean|build)\b/,
  mvn: /^(?:install|clean|package)\b/,
  gradle: /^(?:clean|build)\b/,
  apt: ADDS,
  'apt-get': ADDS,
  apk: ADDS,
  brew: ADDS,
  mise: /^(?:install|use|trust)\b/,
  git: /^(?:checkout|switch|restore|reset|revert|pull|merge|rebase|cherry-pick|apply|submodule|clean|init)\b/,
  docker: /^(?:compose (?:up|build|restart|down)|start|restart|run|build|pull|rm)\b/,
  'docker-compose': /^(?:up|build|restart|down)\b/,
  systemctl: /^(?:start|restart|stop|enable)\b/,
  playwright: /^install/,
  prisma: /^(?:generate|migrate|db)\b/,
}
/** Programs that only run what a project names. */
const SCRIPTS = new Set('npm pnpm yarn bun make just task rake mise composer nx turbo php node python'.split(' '))
const GENERATES =
  /\b(?:generate|codegen|gen|migrate|migrations?|seed|setup|install|bootstrap|clean|build|fix|format|fmt)\b/
/** Programs that change something whenever they run. */
const WHOLE = new Set(
  'rm mv cp ln mkdir chmod chown kill pkill patch unzip tar nvm asdf protoc buf tsc black isort rustfmt pint stylua swiftformat'.split(
    ' ',
  ),
)

const shown = ({ program, args }: Command): string =>
  [program, ...args.map((arg) => (/\s/.test(arg) ? JSON.stringify(arg) : arg))].join(' ').slice(0, MAX_SHOWN)
