import { resolve } from 'node:path'
import { Argument, Command, Option } from 'commander'
import * as z from 'zod'
import { visible } from '../domain/context/quote.ts'
import type { Operation } from '../operations/verb/operation.ts'
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
  /** Without a value, the current folder. */
  readonly here?: boolean
  /** A `from` that is an option of its own. */
  readonly chosen?: boolean
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
    .configureOutput({ outputError: (text, write) => write(visible(text).replace(/^error: /, 'hindcast: ')) })
    .helpOption('-h, --help', 'show this help')
}

/** A description with the choices and the default: `how it ended (SUCCEEDED, FAILED; default: FAILED)`. */
function described({ description = '', type, enum: choices, default: fallback }: Property): string {
  const notes = [
    ...(choices === undefined ? [] : [choices.join(', ')]),
    ...(fallback === undefined || type === 'boolean' ? [] : [`default: ${String(fallback)}`]),
  ]
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`
}

/** The command line, derived from the verbs: positional words, one flag per key, `--json`, `--help` with an example. */
export function buildProgram(operations: readonly Operation[], run: RunVerb): Command {
  const program = new Command('hindcast')
    .description('Memory for coding agents: records what each session does and tells later sessions what matters.')
    .version(VERSION, '-V, --version', 'print the version')
    .exitOverride()
  for (const operation of [...operations].sort((a, b) => a.name.localeCompare(b.name)))
    program.addCommand(commandOf(operation, run))
  return program
}

function commandOf(operation: Operation, run: RunVerb): Command {
  const { name, summary, example, positional = [] } = operation
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Property>)
  const required = new Set(schema.required ?? [])
  const command = new Command(name).description(summary).addHelpText('after', `\nExample:\n  ${example}`).exitOverride()
  for (const key of positional) command.addArgument(argumentOf(key, operation, properties, required))
  for (const [key, property] of properties) {
    if (!positional.includes(key) && !isFilledIn(key, property))
      command.addOption(optionOf(key, property, required.has(key)))
  }
  command.option('--json', 'print one JSON document')
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
    const from = properties.some(([key, property]) => isFolderAskedFrom(key, property)) ? { from: process.cwd() } : {}
    const told = properties.some(([, { caller }]) => caller) ? { caller: thisCaller() } : {}
    const inText = json ? [] : properties.filter(([, { text }]) => text).map(([key]) => [key, true])
    await run(
      operation,
      { ...from, ...told, ...Object.fromEntries(inText), ...flags, ...folderOf(flags), ...words, ...pathsOf(words) },
      { json, follow },
    )
  })
}

const isFilledIn = (key: string, property: Property): boolean =>
  isFolderAskedFrom(key, property) || Boolean(property.caller || property.self || property.text)

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
  ...(Array.isArray(paths) && { paths: paths.map((each) => resolve(String(each))) }),
  ...(typeof path === 'string' && { path: resolve(path) }),
})

/** An absolute path, as the daemon runs in another folder. */
const folderOf = ({ project }: { project?: unknown }) =>
  project === undefined ? {} : { project: resolve(typeof project === 'string' ? project : '.') }

function argumentOf(
  key: string,
  operation: Operation,
  properties: [string, Property][],
  required: ReadonlySet<string>,
): Argument {
  const property = schemaOf(key, properties)
  const isLast = operation.positional?.at(-1) === key
  const isMany = isLast && (property.words || takesSeveral(operation, key))
  const name = isMany ? `${key}...` : key
  const argument = new Argument(required.has(key) ? `<${name}>` : `[${name}]`, described(property))
  return property.enum ? argument.choices([...property.enum]) : argument
}

const schemaOf = (key: string, properties: readonly [string, Property][]): Property =>
  properties.find(([name]) => name === key)?.[1] ?? {}

/** Whether the input takes a list at this key. */
const takesSeveral = (operation: Operation, key: string): boolean => {
  const schema = operation.input.shape[key]
  return schema instanceof z.ZodType && schema.safeParse(['a', 'b']).success
}

/** How a person gives a key of an input: a flag, or the name of an argument. */
export const calledOnLine = ({ positional = [] }: Operation, key: string): string =>
  positional.includes(key) ? key : flagOf(key)

const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

function optionOf(key: string, property: Property, isRequired: boolean): Option {
  const { type, enum: choices, here } = property
  const flag = flagOf(key)
  const value = here ? '[dir]' : `<${valueName(key, type)}>`
  const option = new Option(type === 'boolean' ? flag : `${flag} ${value}`, described(property))
  if (choices) option.choices([...choices])
  return isRequired ? option.makeOptionMandatory() : option
}

/** What a flag's value is called in help. */
function valueName(key: string, type: string | undefined): string {
  if (key === 'project') return 'dir'
  return type === 'integer' || type === 'number' ? 'n' : key
}

const isEmpty = (word: unknown): boolean => word === undefined || (Array.isArray(word) && word.length === 0)
