import { type Command, CommanderError } from 'commander'
import { type Home, homeOf } from '../config/home.ts'
import { asHindcastError, HindcastError } from '../domain/errors.ts'
import { escapedJson, visible, visibleJson } from '../domain/quote.ts'
import { operations } from '../operations/registry.ts'
import { type Operation, parseInput, renderedText } from '../operations/verb/operation.ts'
import { ensureDaemon, isToldByClient, runningDaemon } from './call.ts'
import { appToStart } from './install.ts'
import { portsHere } from './offline.ts'
import { openCommand } from './open.ts'
import { buildProgram, calledOnLine, laidOut } from './program.ts'
import { startedByClients } from './started.ts'
import { paintFor, print, screenFor, withConfirmation, withTilde, wrapFor } from './terminal.ts'
import { uninstallCommand } from './uninstall.ts'
import { upCommand } from './up.ts'
import { callWatched } from './watch.ts'

/** Runs a person's command line and sets the exit code. `dist`: the folder of the built programs. */
export async function runCommandLine(words: string[], dist: string): Promise<void> {
  const home = homeOf()
  const program = buildProgram(
    operations,
    (operation, input, options) => runVerb({ home, dist }, operation, input, options),
    [upCommand(home, dist), openCommand(home, dist), uninstallCommand(home, dist)],
    words,
  )
  for (const command of startedByClients()) program.addCommand(command)
  for (const command of [program, ...program.commands]) laidOut(command)
  try {
    await program.parseAsync(withoutHelp(words, program), { from: 'user' })
  } catch (thrown) {
    if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : 2
    else fail(thrown)
  }
}

/** `help nope` as `nope`, so that an unknown command is reported. */
function withoutHelp(words: string[], { commands }: Command): string[] {
  const [first, name = '', ...rest] = words
  const isUnknown = first === 'help' && !/^(|help|-.*)$/.test(name) && !commands.some((one) => one.name() === name)
  return isUnknown ? [name, ...rest] : words
}

/** A verb is run by the daemon; without one, here if it can do without, else the daemon is started. */
async function runVerb(
  { home, dist }: { home: Home; dist: string },
  operation: Operation,
  given: Record<string, unknown>,
  { json, follow }: { json: boolean; follow: boolean },
): Promise<void> {
  const input = parseInput(operation, given, (key) => calledOnLine(operation, key))
  if (operation.needsPerson?.(input) && isToldByClient(process.env))
    throw new HindcastError('needs-person', `\`hindcast ${operation.name}\` was started by a coding agent`)
  if (follow && operation.follow) {
    const { lines, said } = operation.follow
    const screen = screenFor(process.stdout)
    for await (const line of lines(input, portsHere(home)))
      process.stdout.write(`${json ? escapedJson(line) : said(visible(line), screen)}\n`)
    return
  }
  const daemon = await runningDaemon(home)
  const { whenRefused } = operation
  const whenDown = operation.needsDaemon?.(input) ? undefined : operation.whenDown
  const here = async () => whenDown?.(input, portsHere(home))
  const there = () =>
    withConfirmation(async (more) => {
      const endpoint = daemon ?? (await ensureDaemon(home, await appToStart(home, dist)))
      return callWatched(endpoint, operation, { ...given, ...more, ...askerInput(operation) })
    })
  const output =
    !daemon && whenDown
      ? await here()
      : await there().catch((error) => (whenRefused && isDeaf(error) ? here() : Promise.reject(error)))
  if (json) process.stdout.write(`${visibleJson(output)}\n`)
  else {
    const text = renderedText(operation, output, screenFor(process.stdout), input)
    await print(operation.isVerbatim?.(input) ? text : wrapFor(process.stdout, text))
  }
  if (operation.isFailure?.(output)) process.exitCode = 1
}

/** What a client has started speaks for its agent, whatever it claims. */
const askerInput = ({ input, reads }: Operation): { readonly by?: 'agent' } =>
  !reads && 'by' in input.shape && isToldByClient(process.env) ? { by: 'agent' } : {}

/** A daemon is there, but it is not ours to speak with, or does not answer. */
const isDeaf = (thrown: unknown): boolean => ['unauthorized', 'not-running'].includes(asHindcastError(thrown).code)

function fail(thrown: unknown): void {
  const error = asHindcastError(thrown)
  const line =
    error.code === 'unconfirmed'
      ? `${visible(error.why.replace(/^[a-z]/, (first) => first.toUpperCase()))}.\nNothing was deleted. To delete, ${error.remedy}.`
      : `${paintFor(process.stderr).red('hindcast:')} ${visible(error.message)}`
  const text = [...error.details.map(visible), line].map(withTilde).join('\n')
  process.stderr.write(`${wrapFor(process.stderr, text)}\n`)
  process.exitCode = error.code === 'bad-input' ? 2 : 1
}
