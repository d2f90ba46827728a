import { Argument, Command, Option } from 'commander'
import * as z from 'zod'
import { absolute, currentFolder } from '../config/folder.ts'
import { visible } from '../domain/quote.ts'
import { GROUPS, type Operation } from '../operations/verb/operation.ts'
import { VERSION } from '../version.ts'
import { hosts } from '../wire/registry.ts'

/** Runs a verb with the input that was given on the command line. */
export type RunVerb = (
  operation: Operation,
  input: Record<string, unknown>,
  options: { json: boolean; follow: boolean },
) => Promise<void>

/** The JSON Schema of one key of an input. */
interface Property {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  /** The command line fills it in. */
  readonly caller?: boolean
  /** Filled in for agents only. */
  readonly self?: boolean
  /** Filled in where the answer is printed as text. */
  readonly text?: boolean
  /** Whether a person asks. */
  readonly person?: boolean
  /** Without a value, the current folder. */
  readonly here?: boolean
  /** A `from` that is an option of its own. */
  readonly chosen?: boolean
  /** What its value is called in help, where that is not the key. */
  readonly called?: string
  /** A plainer flag than the key, which is accepted too. */
  readonly flag?: string
  /** Accepted, but left out of help: it asks for the default. */
  readonly hidden?: boolean
  /** The remaining words are one text, and need no quotes. */
  readonly words?: boolean
}

/** How help is laid out: as wide as the terminal, 80 columns through a pipe, and mistakes are told as Hindcast's. */
export function laidOut(command: Command): Command {
  return command
    .configureHelp({
      minWidthToWrap: 20,
      subcommandTerm: (verb) => verb.name(),
      // Without what commander adds: choices and defaults stand in the description
      optionDescription: ({ description }) => description,
      argumentDescription: ({ description }) => description,
    })
    .configureOutput({ outputError: (text, write) => write(`hindcast: ${faultOf(visible(text), command)}\n`) })
    .helpOption('-h, --help', 'show this help')
}

/** A fault that the library found, in the form of ours. */
function faultOf(text: string, command: Command): string {
  const fault = text.trim().replace(/^error: /, '')
  const said = FORMS.reduce((words, [pattern, form]) => words.replace(pattern, form), fault)
  const of = command.parent === null ? '' : `${command.name()} `
  return /did you mean|[)]$/.test(said) ? said : `${said} (for usage, run hindcast ${of}--help)`
}

const FORMS: readonly (readonly [pattern: RegExp, form: string])[] = [
  [/\n\(Did you mean one of (.+)\?\)$/, '; did you mean one of $1?'],
  [/\n\(Did you mean (.+)\?\)$/, "; did you mean '$1'?"],
  [/^option '(?:-\w, )?(--[\w-]+).*' argument missing$/, '$1 needs a value'],
  [/^missing required argument '(.+)'$/, 'missing argument: $1'],
  [/^too many arguments for .*$/, 'too many arguments'],
]

/**
 * A description with the choices, unless it explains them, and the default: `how it ended (done, failed; default: done)`.
 * In one of several lines, the notes end the first.
 */
function optionText({ description = '', type, enum: choices, default: fallback }: Property): string {
  const isExplained = choices?.every((choice) => description.includes(`${choice}: `))
  const notes = [
    ...(choices === undefined || isExplained ? [] : [choices.join(', ')]),
    ...(fallback === undefined || type === 'boolean' ? [] : [`default: ${String(fallback)}`]),
  ]
  const [first = '', ...rest] = description.split('\n')
  return withClientNames([notes.length === 0 ? first : `${first} (${notes.join('; ')})`, ...rest].join('\n'))
}

/** A text with the names of the clients: `{client}` as people call them, `{client-name}` as the command line does. */
export const withClientNames = (text: string): string =>
  text
    .replaceAll('{client}', hosts.map(({ title }) => title).join(' or '))
    .replaceAll('{client-name}', hosts.map(({ name }) => name).join(', '))

/**
 * The command line, derived from the verbs: positional words, one flag per key, `--json`, `--help` with an example. `own`:
 * the commands that are no verbs. Of a verb that `words` do not name, only what the list of commands needs, since working
 * out all options takes a tenth of a program's time.
 */
export function buildProgram(
  operations: readonly Operation[],
  run: RunVerb,
  own: readonly Command[] = [],
  words: readonly string[] = operations.map(({ name }) => name),
): Command {
  const program = new Command('hindcast')
    .description(
      withClientNames('Persistent memory for {client}: records every session and briefs later ones on what matters.'),
    )
    .version(VERSION, '-V, --version', 'print the version')
    .addHelpCommand(help())
    .exitOverride()
  const commands = [
    ...operations.map((each) => (words.includes(each.name) ? commandOf(each, run) : commandStub(each))),
    ...own,
  ]
  for (const command of commands.sort(inHelp)) program.addCommand(command)
  return program
}

/** The place of a command in the help: by group, then by name; the command to start with comes first. */
function inHelp(a: Command, b: Command): number {
  const groups = GROUPS.map(headingOf)
  const placeOf = (command: Command) => (command.name() === 'up' ? -1 : groups.indexOf(command.helpGroup()))
  return placeOf(a) - placeOf(b) || (a.name() < b.name() ? -1 : 1)
}

const help = () =>
  new Command('help').argument('[command]').description('Shows help for a command.').helpGroup(headingOf('Start'))

/** The heading of a group of commands in the help. */
export const headingOf = (group: (typeof GROUPS)[number]): string => `${group}:`

const commandStub = ({ name, group, summary }: Operation): Command =>
  new Command(name).description(withClientNames(summary)).helpGroup(headingOf(group))

function commandOf(operation: Operation, run: RunVerb): Command {
  const { example, positional = [] } = operation
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Property>)
  const required = new Set(schema.required ?? [])
  const command = commandStub(operation).addHelpText('after', `\nExample:\n  ${example}`).exitOverride()
  for (const key of positional) command.addArgument(argumentOf(key, operation, properties, required))
  for (const [key, property] of properties) {
    if (positional.includes(key) || isFilledIn(key, property)) continue
    for (const option of optionsOf(key, property, required.has(key))) command.addOption(option)
  }
  command.option('--json', 'print JSON')
  if (operation.follow) command.option('-f, --follow', 'keep printing new lines')
  // Every verb takes it, so that a script may pass it to all; this verb ignores it
  if (!properties.some(([key]) => key === 'project')) command.addOption(new Option('--project <dir>').hideHelp())
  return command.action(async (...given: unknown[]) => {
    const { json = false, follow = false, ...flags } = command.opts<{ json?: boolean; follow?: boolean }>()
    const asText = (key: string, word: unknown) =>
      schemaOf(key, properties).words && Array.isArray(word) ? word.join(' ') : word
    const words = Object.fromEntries(
      positional.map((key, n) => [key, asText(key, given[n])]).filter(([, word]) => !isEmpty(word)),
    )
    const from = properties.some(([key, property]) => isFolderAskedFrom(key, property)) ? { from: currentFolder() } : {}
    const asked = properties.filter(([, { person }]) => person).map(([key]) => [key, true])
    const told = properties.some(([, { caller }]) => caller) ? { caller: thisCaller() } : {}
    const inText = json ? [] : properties.filter(([, { text }]) => text).map(([key]) => [key, true])
    await run(
      operation,
      {
        ...from,
        ...told,
        ...Object.fromEntries([...inText, ...asked]),
        ...flags,
        ...projectFolder(flags),
        ...words,
        ...pathsOf(words),
      },
      { json, follow },
    )
  })
}

const isFilledIn = (key: string, property: Property): boolean =>
  isFolderAskedFrom(key, property) || Boolean(property.caller || property.self || property.text || property.person)

/** The folder that a call comes from is filled in; `from` may also be an option of its own. */
const isFolderAskedFrom = (key: string, property: Property): boolean => key === 'from' && !property.chosen

/** This program, and the environment that decides how clients started from this shell reach the daemon. */
export function thisCaller() {
  const told = new Set(['http_proxy', 'https_proxy', 'no_proxy', 'path', ...configDirs])
  const names = Object.keys(process.env).filter((name) => told.has(name.toLowerCase()))
  return { version: VERSION, environment: Object.fromEntries(names.map((name) => [name, process.env[name]])) }
}

const configDirs = hosts.map(({ environment }) => environment.configDir.toLowerCase())

/** Absolute paths, as the daemon runs in another folder. */
const pathsOf = ({ paths, path }: Record<string, unknown>) => ({
  ...(Array.isArray(paths) && { paths: paths.map((each) => absolute(String(each))) }),
  ...(typeof path === 'string' && { path: absolute(path) }),
})

/** An absolute path, as the daemon runs in another folder. */
const projectFolder = ({ project }: { project?: unknown }) =>
  project === undefined ? {} : { project: absolute(typeof project === 'string' ? project : '.') }

function argumentOf(
  key: string,
  operation: Operation,
  properties: [string, Property][],
  required: ReadonlySet<string>,
): Argument {
  const property = schemaOf(key, properties)
  const isLast = operation.positional?.at(-1) === key
  const isMany = isLast && (property.words || takesSeveral(operation, key))
  const { called = key } = property
  const name = isMany ? `${called}...` : called
  return new Argument(required.has(key) ? `<${name}>` : `[${name}]`, optionText(property))
}

const schemaOf = (key: string, properties: readonly [string, Property][]): Property =>
  properties.find(([name]) => name === key)?.[1] ?? {}

/** Whether the input takes a list at this key. */
const takesSeveral = (operation: Operation, key: string): boolean => {
  const schema = operation.input.shape[key]
  return schema instanceof z.ZodType && schema.safeParse(['a', 'b']).success
}

/** How a person gives a key of an input: a flag, or the name of an argument. */
export function calledOnLine({ positional = [], input }: Operation, key: string): string {
  const property = (input.shape[key] as z.ZodType | undefined)?.meta() as Property | undefined
  return positional.includes(key) ? (property?.called ?? key) : flagOf(property?.flag ?? key)
}

const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The option of a key; where it has a plainer flag, that one is in the help, and the key is accepted too. */
function optionsOf(key: string, property: Property, isRequired: boolean): readonly Option[] {
  const { type, here, called, flag, hidden } = property
  const value = here ? '[dir]' : `<${called ?? valueName(key, type)}>`
  return [...new Set([flag ?? key, key])].map((name, n) => {
    const option = new Option(type === 'boolean' ? flagOf(name) : `${flagOf(name)} ${value}`, optionText(property))
    option.attributeName = () => key
    if (hidden || n > 0) option.hideHelp()
    return isRequired ? option.makeOptionMandatory() : option
  })
}

/** What a flag's value is called in help. */
function valueName(key: string, type: string | undefined): string {
  if (key === 'project') return 'dir'
  return type === 'integer' || type === 'number' ? 'n' : key
}

const isEmpty = (word: unknown): boolean => word === undefined || (Array.isArray(word) && word.length === 0)
