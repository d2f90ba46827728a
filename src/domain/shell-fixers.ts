import { baseName } from '@hindcast/text/paths.ts'
import { CONTAINERS, PLAIN, RUNNERS, VALUED as RUNNERS_VALUED, SCRIPT_RUNNERS } from './checks/runner-table.ts'
import { gitTargets, inWords, NO_TARGETS, type ShellTargets, under } from './shell-git.ts'

/** A program that rewrites source files: formatters, linters that fix, codemods. */
interface Fixer {
  /** It does so only as this subcommand. */
  readonly verb?: RegExp
  /** It does so only with such an option. */
  readonly needs?: RegExp
  /** With such an option it only looks. */
  readonly unless?: RegExp
  /** How many words come before the files. */
  readonly skip?: number
  /** Its words name no files: it rewrites whatever the project says. */
  readonly isWide?: true
}

/** What a formatter, a fixing linter, a codemod or a script named after one rewrites; undefined for other programs. */
export function fixerTargets(program: string, args: readonly string[]): ShellTargets | undefined {
  return fixed(program, args, 0)
}

const MAX_RUNNERS = 3

function fixed(program: string, args: readonly string[], depth: number): ShellTargets | undefined {
  const fixers = Object.hasOwn(FIXERS, program) ? [FIXERS[program] ?? []].flat() : undefined
  if (fixers !== undefined) return fixers.map((fixer) => byFixer(program, args, fixer)).find(Boolean) ?? NO_TARGETS
  if (depth >= MAX_RUNNERS) return undefined
  if (/^(?:python[\d.]*|py)$/.test(program))
    return args[0] === '-m' && args[1] !== undefined ? fixed(args[1], args.slice(2), depth + 1) : undefined
  if (Object.hasOwn(RUNNERS, program) || Object.hasOwn(SCRIPT_RUNNERS, program))
    return byRunner(program, args, depth) ?? byScript(program, args)
  return wrapped(program, args, depth)
}

/** Behind a program that is not known, only as its first word, and only what is no word of English. */
function wrapped(program: string, [first = '', ...rest]: readonly string[], depth: number): ShellTargets | undefined {
  if (PLAIN.has(program) || CONTAINERS.has(program) || /^(?:standard|go|black|sd|mix|zig|dart)$/.test(first))
    return undefined
  return first === 'git' ? gitTargets(rest) : Object.hasOwn(FIXERS, first) ? fixed(first, rest, depth + 1) : undefined
}

function byFixer(program: string, args: readonly string[], fixer: Fixer): ShellTargets | undefined {
  const { verb, needs, unless, skip = 0, isWide } = fixer
  const words = args.filter((arg, n) => !/^(?:[-+]|\d+$)/.test(arg) && !VALUED.has(args[n - 1] ?? ''))
  const flag = needs && args.find((arg) => needs.test(arg))
  const named = verb && words[0] !== undefined && verb.test(words[0]) ? words[0] : undefined
  const isDry = args.some((arg) => LOOKS.test(arg) || unless?.test(arg))
  if (isDry || (verb && named === undefined) || (needs && flag === undefined)) return undefined
  const why = [program, named, flag?.replace(/=.*/, '')].filter(Boolean).join(' ')
  const files = isWide ? [] : words.slice((named === undefined ? 0 : 1) + skip).map(withoutDots)
  return inWords(files.length === 0 ? ['.'] : files, why)
}

/** Go's `./...` is everything below. */
const withoutDots = (word: string): string => word.replace(/(?:^|\/)\.\.\.$/, '') || '.'

const LOOKS =
  /^(?:--(?:check|check-only|diff|dry-?run|list-different|help|version|verify-no-changes|check-formatted|show-files|print-config|stdin(?:-file(?:path|name)|-display-name)?)(?:=.*)?|-check)$/

/** Options of fixers that take the next word as their value. */
const VALUED: ReadonlySet<string> = new Set(
  `-c --config --config-path --ext --ignore-path --ignore-pattern --parser --plugin --line-length --target-version -t
  --select --ignore --extend-select --extend-ignore --max-warnings --rulesdir --format -f --style --exclude --include
  --profile --rule --cache-location --log-level --only --except --settings-path --edition --transform -p --pattern
  --rewrite -r --lang --manifest-path`.split(/\s+/),
)

/** `npx prettier --write .`: the program behind a runner. */
function byRunner(program: string, args: readonly string[], depth: number): ShellTargets | undefined {
  const verbs = Object.hasOwn(RUNNERS, program) ? (RUNNERS[program] as readonly string[]) : undefined
  const words = wordsAt(args)
  const skipped = verbs?.includes(args[words[0] ?? -1] ?? '') ? 1 : verbs?.includes('') ? 0 : undefined
  const at = skipped === undefined ? undefined : words[skipped]
  if (at === undefined) return undefined
  const found = fixed(baseName(args[at] ?? '').replace(/(?<=.)@[\w.-]+$/, ''), args.slice(at + 1), depth + 1)
  return found && inFolder(found, args.slice(0, at))
}

/** `npm run format`, `make fmt`, `npm run lint -- --fix`: a project's script whose name or options say that it rewrites. */
function byScript(program: string, args: readonly string[]): ShellTargets | undefined {
  const verbs = Object.hasOwn(SCRIPT_RUNNERS, program) ? (SCRIPT_RUNNERS[program] as readonly string[]) : undefined
  if (verbs === undefined) return undefined
  const words = wordsAt(args)
  const skipped = verbs.includes(args[words[0] ?? -1] ?? '') ? 1 : verbs.includes('') ? 0 : undefined
  const names = skipped === undefined ? [] : words.slice(skipped).map((at) => args[at] ?? '')
  const name = names.find((each) => REWRITES.test(each) && !ONLY_CHECKS.test(each))
  const flag = args.find((arg) => /^--(?:fix|write)(?:=true)?$/.test(arg))
  const said = name ?? (flag === undefined ? undefined : names[0])
  if (said === undefined || args.some((arg) => LOOKS.test(arg)) || isDry(program, args)) return undefined
  const verb = skipped === 1 ? args[words[0] ?? -1] : undefined
  const why = [program, verb, said, name === undefined ? flag : undefined].filter(Boolean).join(' ')
  return inFolder({ files: [], places: [{ word: '.', why }] }, args)
}

/** `make -n` says what it would do. */
const isDry = (program: string, args: readonly string[]): boolean => /^g?make$/.test(program) && args.includes('-n')

const REWRITES =
  /(?:^|[:_\-./])(?:format|fmt|fix|prettier|codemods?|spotless:?apply|autofix|reformat|tidy)(?:$|[:_\-./])/i
const ONLY_CHECKS = /check|verify|lint-?only|dry|:test|:ci\b/i

/** Where the words are that are neither options nor their values. */
const wordsAt = (args: readonly string[]): readonly number[] =>
  args.flatMap((arg, n) => (/^[-+]/.test(arg) || RUNNERS_VALUED.has(args[n - 1] ?? '') ? [] : [n]))

/** `npm --prefix web run format`: a runner's option names the folder it works in. */
function inFolder(targets: ShellTargets, options: readonly string[]): ShellTargets {
  const at = options.findIndex((arg) => /^(?:-C|--prefix|--cwd|--dir|--directory|--project-dir)(?:=|$)/.test(arg))
  const folder = at < 0 ? '' : (/=(.*)/.exec(options[at] ?? '')?.[1] ?? options[at + 1] ?? '')
  return {
    files: targets.files.map((file) => under(folder, file)),
    places: targets.places.map((place) => ({ ...place, word: under(folder, place.word) })),
  }
}

const FIX = /^--fix(?:=true)?$/
const WRITE = /^-[a-z]*w[a-z]*$/
const IN_PLACE = /^(?:-i|--in-place|--inplace)$/
const FORMAT = /^(?:format|fmt)$/

const FIXERS: Readonly<Record<string, Fixer | readonly Fixer[]>> = {
  prettier: { needs: /^(?:--write|-w)$/ },
  eslint: { needs: FIX },
  stylelint: { needs: FIX },
  oxlint: { needs: /^--fix/ },
  standard: { needs: FIX },
  xo: { needs: FIX },
  tslint: { needs: FIX },
  markdownlint: { needs: /^(?:--fix|-f)$/ },
  'markdownlint-cli2': { needs: FIX },
  biome: { verb: /^(?:format|check|lint)$/, needs: /^--(?:write|fix|apply|apply-unsafe)$/ },
  dprint: { verb: /^fmt$/, isWide: true },
  deno: { verb: /^fmt$/ },
  black: {},
  isort: { unless: /^-c$/ },
  ruff: [{ verb: FORMAT }, { verb: /^check$/, needs: /^--(?:fix|fix-only|unsafe-fixes)$/ }],
  autopep8: { needs: /^(?:-i|--in-place|-[a-z]*i[a-z]*)$/ },
  yapf: { needs: IN_PLACE },
  autoflake: { needs: IN_PLACE },
  docformatter: { needs: IN_PLACE },
  pyupgrade: {},
  sqlfluff: { verb: /^(?:fix|format)$/ },
  djlint: { needs: /^--reformat$/ },
  gofmt: { needs: WRITE },
  goimports: { needs: WRITE },
  gofumpt: { needs: WRITE },
  go: { verb: /^(?:fmt|fix)$/ },
  'golangci-lint': [{ verb: FORMAT }, { verb: /^run$/, needs: FIX }],
  cargo: [
    { verb: /^(?:fmt|fix)$/, isWide: true },
    { verb: /^clippy$/, needs: FIX, isWide: true },
  ],
  rustfmt: {},
  taplo: { verb: FORMAT },
  'clang-format': { needs: /^-i$/, unless: /^-n$/ },
  'clang-tidy': { needs: /^--?fix/ },
  swiftformat: { unless: /^--lint$/ },
  'swift-format': { needs: IN_PLACE },
  swiftlint: { needs: FIX },
  ktlint: { needs: /^(?:-F|--format)$/ },
  rubocop: { needs: /^(?:-a|-A|-x|--auto-?correct(?:-all)?|--fix-layout)$/ },
  standardrb: { needs: FIX },
  terraform: { verb: /^fmt$/ },
  tofu: { verb: /^fmt$/ },
  shfmt: { needs: /^(?:-[a-z]*w|--write)$/ },
  buf: { verb: /^format$/, needs: /^(?:-w|--write)$/ },
  stylua: {},
  zig: { verb: /^fmt$/ },
  mix: { verb: /^format$/ },
  dart: { verb: FORMAT, unless: /^--output=(?:none|show|json)$/ },
  dotnet: { verb: /^format$/, isWide: true },
  phpcbf: {},
  pint: { unless: /^--test$/ },
  'php-cs-fixer': { verb: /^fix$/ },
  scalafmt: { unless: /^--test$/ },
  'google-java-format': { needs: /^(?:-i|--replace)$/ },
  nixfmt: {},
  alejandra: {},
  treefmt: { isWide: true },
  'lint-staged': { isWide: true },
  'pre-commit': { verb: /^run$/, isWide: true },
  jscodeshift: { unless: /^(?:-d|--dry)$/ },
  'ast-grep': { needs: /^(?:-U|--update-all)$/, verb: /^(?:run|scan)$/ },
  sd: { skip: 2, unless: /^(?:-p|--preview)$/ },
  yq: { needs: IN_PLACE, skip: 1 },
  dos2unix: {},
  unix2dos: {},
}
