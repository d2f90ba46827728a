import { resolve } from 'node:path'
import { Argument, Command, Option } from 'commander'
import * as z from 'zod'
import type { Operation } from '../operations/verb/operation.ts'
import { VERSION } from '../version.ts'
import { hosts } from '../wire/registry.ts'

/** Runs a verb with the words that were given for its input. */
export type RunVerb = (
  operation: Operation,
  input: Record<string, unknown>,
  options: { json: boolean; follow: boolean },
) => Promise<void>

/** What JSON Schema says of one key of an input. */
interface Property {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly description?: string
  readonly default?: unknown
  /** The command line tells of itself here. */
  readonly caller?: boolean
  /** Filled in for an agent alone. */
  readonly self?: boolean
  /** Given without a value it is the folder where the person stands. */
  readonly here?: boolean
  /** A `from` that is a choice of its own. */
  readonly chosen?: boolean
  /** What follows is one text: nobody need quote it. */
  readonly words?: boolean
}

/** The command line, derived from the verbs: positional words, a flag a key, `--json`, `--help` with an example. */
export function buildProgram(operations: readonly Operation[], run: RunVerb): Command {
  const program = new Command('hindcast')
    .description('Memory beside a coding agent: what was done is remembered, and the next session is told.')
    .version(VERSION)
    .showHelpAfterError('(hindcast --help lists the verbs)')
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
    if (!positional.includes(key) && !isFolderAskedFrom(key, property) && !property.caller && !property.self)
      command.addOption(optionOf(key, property, required.has(key)))
  }
  command.option('--json', 'one JSON document on stdout')
  if (operation.follow) command.option('-f, --follow', 'goes on with what comes')
  // Every verb takes it, so that a script may pass it to all; this one is about no project
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
    await run(
      operation,
      { ...from, ...told, ...flags, ...folderOf(flags), ...words, ...pathsOf(words) },
      { json, follow },
    )
  })
}

/** The folder that a call comes from is filled in; `from` may also be a choice of its own. */
const isFolderAskedFrom = (key: string, property: Property): boolean => key === 'from' && !property.chosen

/** This program, and what decides how the clients that are started beside it reach the daemon. */
export function thisCaller() {
  const told = new Set(['http_proxy', 'https_proxy', 'no_proxy', 'path', ...configDirs])
  const names = Object.keys(process.env).filter((name) => told.has(name.toLowerCase()))
  return { version: VERSION, environment: Object.fromEntries(names.map((name) => [name, process.env[name]])) }
}

const configDirs = hosts.map(({ environment }) => environment.configDir.toLowerCase())

/** The files that are meant, whatever folder the daemon is in. */
const pathsOf = ({ paths, path }: Record<string, unknown>) => ({
  ...(Array.isArray(paths) && { paths: paths.map((each) => resolve(String(each))) }),
  ...(typeof path === 'string' && { path: resolve(path) }),
})

/** The folder that is meant, whatever folder the daemon is in. */
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
  const argument = new Argument(required.has(key) ? `<${name}>` : `[${name}]`, property.description)
  return property.enum ? argument.choices([...property.enum]) : argument
}

const schemaOf = (key: string, properties: readonly [string, Property][]): Property =>
  properties.find(([name]) => name === key)?.[1] ?? {}

/** Whether the input takes a list at this key. */
const takesSeveral = (operation: Operation, key: string): boolean => {
  const schema = operation.input.shape[key]
  return schema instanceof z.ZodType && schema.safeParse(['a', 'b']).success
}

function optionOf(
  key: string,
  { type, enum: choices, description, default: fallback, here }: Property,
  isRequired: boolean,
): Option {
  const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const note =
    fallback === undefined || type === 'boolean' ? description : `${description ?? ''} (default: ${String(fallback)})`
  const value = here ? '[dir]' : `<${choices ? choices.join('|') : key}>`
  const option = new Option(type === 'boolean' ? flag : `${flag} ${value}`, note)
  if (choices) option.choices([...choices])
  return isRequired ? option.makeOptionMandatory() : option
}

const isEmpty = (word: unknown): boolean => word === undefined || (Array.isArray(word) && word.length === 0)
