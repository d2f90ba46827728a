import type { Lesson } from '../nouns/lesson.ts'
import type { ActKind } from '../tool.ts'
import { covers } from './settling.ts'

/** A command as a rule names it: its program, then subcommands and options. */
export type CommandName = readonly [program: string, ...rest: string[]]

/** A call that a rule names: a command, or a call of a tool that is no command. */
export type NamedCall =
  | { readonly kind: 'command'; readonly words: CommandName }
  | { readonly kind: 'subagent' }
  | { readonly kind: 'web'; readonly of: 'search' | 'page' | 'both' }
  | { readonly kind: 'mcp'; readonly server: string }

/** What a lesson asks of calls: which to make, which not to make, or the one in place of the other. */
export interface CallRule {
  readonly lesson: Lesson
  readonly preferred?: NamedCall | undefined
  readonly avoided?: NamedCall | undefined
  /** It holds under a condition that a call does not show ("for the backend", "when you deploy"). */
  readonly isConditional: boolean
}

/** What a lesson asks of calls; undefined if it names none. */
export function callRuleOf(lesson: Lesson): CallRule | undefined {
  const { polarity, subject, object, text } = lesson
  const isPair = object !== undefined
  if (isPair && polarity === 'avoid') return undefined
  const [first, second] = [
    namingOf(subject, text),
    isPair ? namingOf(object, text, isSure(namingOf(subject, text))) : undefined,
  ]
  // "rg, not find": next to the name of a program, an everyday word is one, too
  const isCalled = isSure(first) || isSure(second)
  const [one, other] = [isCalled || isSure(first) ? first : undefined, isCalled ? second : undefined]
  if (one === undefined && other === undefined) return undefined
  const isConditional = one?.isConditional === true || other?.isConditional === true || CONDITION.test(text)
  const calls = isPair || polarity === 'do' ? { preferred: one?.call, avoided: other?.call } : { avoided: one?.call }
  return { lesson, ...calls, isConditional }
}

/** Calls that some rule names, and calls that some rule forbids: hosts are asked for both only while there are any. */
export const NAMED = 'calls that lessons name'
export const FORBIDDEN = 'calls that lessons forbid'

/** The kinds of call in demand in a project, or in any project if none is given. */
type Demand = (project?: string) => ActKind[]

/**
 * The calls in demand while these lessons are active, by the name of the demand. `isLearning`: whether lessons are applied
 * in a project, or where no project says otherwise.
 */
export function demandsOf(
  lessons: readonly Lesson[],
  isLearning: (project?: string) => boolean,
): Readonly<Record<typeof NAMED | typeof FORBIDDEN, Demand>> {
  const rules = lessons.flatMap((lesson) =>
    lesson.state === 'active' && lesson.type !== 'routine' ? (callRuleOf(lesson) ?? []) : [],
  )
  const isHeld = ({ lesson }: CallRule, project: string | undefined) =>
    project === undefined
      ? isLearning(lesson.scope === 'everywhere' ? undefined : lesson.project)
      : covers(lesson, project) && isLearning(project)
  const demand =
    (callsOf: (rule: CallRule) => readonly (NamedCall | undefined)[]): Demand =>
    (project) => {
      const calls = rules.flatMap((rule) => (isHeld(rule, project) ? callsOf(rule) : []))
      return [...new Set(calls.flatMap((call) => (call === undefined ? [] : ACTS[call.kind])))].sort()
    }
  return {
    [NAMED]: demand(({ preferred, avoided }) => [preferred, avoided]),
    [FORBIDDEN]: demand(({ avoided }) => [avoided]),
  }
}

const ACTS: Readonly<Record<NamedCall['kind'], ActKind>> = {
  command: 'shell',
  subagent: 'agent',
  web: 'web',
  mcp: 'mcp',
}

interface Naming {
  readonly call: NamedCall
  /** It can be nothing but a call. */
  readonly isSure: boolean
  readonly isConditional: boolean
}

const isSure = (one: Naming | undefined): boolean => one?.isSure === true

/** The call in a rule's subject or object: "npm", "run git push --force", "use pip in the backend". */
function namingOf(name: string, text: string, isBesideCall = false): Naming | undefined {
  const plain = name.replace(/["'`]/g, '').replace(LEAD, '').trim()
  const tool = TOOLS.flatMap(({ fits, call }) => {
    const match = fits.exec(plain)
    return match === null ? [] : [call(match)]
  })[0]
  if (tool !== undefined) return { call: tool, isSure: true, isConditional: false }
  const said = plain.split(/\s+/).filter((word) => word !== '')
  const end = said.findIndex((word, at) => at > 0 && (STOPS.has(word) || NOUNS.has(word)))
  const words = said.slice(0, end < 0 ? said.length : end).map((word) => asWritten(word, text))
  const [first, ...rest] = words
  if (first === undefined || !words.every((word) => WORD.test(word))) return undefined
  const program = OTHER_NAMES[first.toLowerCase()] ?? first
  const isProgram = PROGRAMS.has(program.toLowerCase()) || /^(?:\.{0,2}\/)?[\w.-]+\/[\w./-]+$/.test(program)
  const isQuoted = text.toLowerCase().includes(`\`${said.slice(0, words.length).join(' ')}`)
  const isEveryday = EVERYDAY.has(program.toLowerCase())
  // Set against a program, one word is a program that nobody here knows: a call of that name breaks the rule
  const isUnknown = isBesideCall && said.length === 1 && /^[a-z][\w.-]+$/.test(program)
  if (!isProgram && !isEveryday && !isUnknown) return undefined
  const tail = end < 0 ? '' : said.slice(end).join(' ')
  return {
    call: { kind: 'command', words: [program, ...rest] },
    isSure: isProgram || isQuoted || rest.some((word) => word.startsWith('-')),
    isConditional: tail !== '' && !UNCONDITIONAL.test(tail),
  }
}

/** In the person's own upper and lower case, which subjects do not keep. */
function asWritten(word: string, text: string): string {
  const at = text.toLowerCase().indexOf(word)
  return at < 0 ? word : text.slice(at, at + word.length)
}

const LEAD =
  /^(?:(?:we|you|i|to|please|just|only|ever|always|never) )*(?:(?:use|using|run|running|call|calling|execute|executing|invoke|invoking|prefer|go with|stick (?:with|to)|install (?:(?:packages|dependencies|things|everything) )?(?:with|using)) )?(?:the )?/

/** Tools that are no commands, as people call them. */
const TOOLS: readonly { readonly fits: RegExp; readonly call: (match: RegExpExecArray) => NamedCall }[] = [
  { fits: /^(?:sub-?agents?|(?:task|agent) tool)$/, call: () => ({ kind: 'subagent' }) },
  { fits: /^web ?search(?: tool)?$/, call: () => ({ kind: 'web', of: 'search' }) },
  { fits: /^web ?fetch(?: tool)?$/, call: () => ({ kind: 'web', of: 'page' }) },
  { fits: /^(?:search the )?web$/, call: () => ({ kind: 'web', of: 'both' }) },
  { fits: /^([\w-]+) mcp(?: server| tools?)?$/, call: ([, server = '']) => ({ kind: 'mcp', server }) },
]

/** A word that a command's name can have; not a variable, a quotation or a pattern. */
const WORD = /^[\w@%+=:,./-]+$/
/** Words before which a command's name ends, and nouns that say no more than that it is a command. */
const STOPS = new Set(
  'before after when whenever if unless until while in on for from with without to at by because as since so that which is are was or and but instead except during via inside under here not never you'.split(
    ' ',
  ),
)
const NOUNS = new Set('command commands cli tool directly manually itself binary executable again anymore'.split(' '))
/** What may follow a command's name without limiting the rule. */
const UNCONDITIONAL =
  /^(?:(?:command|commands|cli|tool|directly|manually|itself|binary|executable|again|anymore|here)\b ?)*(?:$|(?:is|are) (?:forbidden|banned|off limits|not allowed)\b|(?:in|for|on) (?:this|our|the|my) (?:repo|repository|project|codebase|machine)\b|for (?:all|any|every|everything)\b)/
/** Says when or where a rule holds, other than in this project or always. */
const CONDITION =
  /\b(?:if|when|whenever|unless|except|until|while|during|inside|outside|under)\b|(?<!now )\b(?:on|in|for)\b(?! (?:this|our|the|my|your|all|any|every|each)(?: of)?(?: my| our)? (?:repos?|repositor(?:y|ies)|projects?|codebases?|code base|machine|cases?|time)\b| (?:general|the future|future|everything|now|good|all|any|fact|installing|installs|packages|dependencies|package management)\b)/i

/** Programs known by another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { ripgrep: 'rg', nodejs: 'node', k8s: 'kubectl' }

/** Names of programs that mean nothing else. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `npm pnpm yarn bun npx pnpx bunx corepack pip pip3 pipx uv uvx poetry pipenv conda mamba python python3 node deno tsx ts-node
  jest vitest mocha pytest tox ruff flake8 isort pylint mypy pyright eslint prettier biome tsc webpack vite esbuild turbo nx lerna
  docker docker-compose podman kubectl helm terraform tofu ansible ansible-playbook cargo rustc rustup rustfmt gofmt golangci-lint
  mvn mvnw gradle gradlew sbt dotnet nuget gem bundler rake rspec rubocop composer phpunit php ruby perl git gh glab svn hg
  curl wget jq yq sed awk grep egrep fgrep rg fd cmake bazel ninja apt apt-get dnf yum pacman psql mysql sqlite3 mongosh
  redis-cli aws gcloud az heroku vercel netlify flyctl wrangler vim nvim nano rm chmod chown crontab systemctl ssh scp rsync`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Programs named by everyday words, or by words of code: taken for programs only next to a sure one, or as code. */
const EVERYDAY: ReadonlySet<string> = new Set(
  `make just go find ag ack cat head tail less more sort cut tr tee touch kill sleep echo time which test task bundle rails
  black fly snap brew mix swift zig java javac kotlin gulp grunt rollup parcel serve open code`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
