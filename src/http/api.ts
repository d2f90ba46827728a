import type { IncomingMessage } from 'node:http'
import { didYouMean } from '@hindcast/text/suggestion.ts'
import { asHindcastError, HindcastError } from '../domain/errors.ts'
import { type Operation, parseInput } from '../operations/verb/operation.ts'
import type { OperationPorts } from '../ports.ts'
import { parseJson, readBody } from './body.ts'

const MAX_BYTES = 5 * 1024 * 1024

/** Serves `/api/<verb>`: takes the verb's arguments as one JSON object, and returns its document. */
export function apiRoute(
  operations: () => Promise<readonly Operation[]>,
  ports: () => Promise<OperationPorts>,
  callerOf: (request: IncomingMessage) => Promise<CallerKind>,
) {
  return async (request: IncomingMessage, verb: string, query: URLSearchParams): Promise<ApiReply> => {
    const known = await operations()
    const operation = known.find(({ name }) => name === verb)
    if (!operation) return failure(404, unknownVerb(verb, known))
    try {
      const input = request.method === 'POST' ? await readInput(request) : readQuery(operation, query)
      return {
        status: 200,
        body: await operation.run(await heard(operation, input, () => callerOf(request)), await ports()),
      }
    } catch (thrown) {
      const error = asHindcastError(thrown)
      return failure(STATUS[error.code] ?? 500, error)
    }
  }
}

/**
 * Who calls: a person, at a terminal of their own or in a signed-in browser; an agent; or a program of which neither can be
 * shown, such as a script.
 */
export type CallerKind = 'person' | 'agent' | 'unknown'

/**
 * The input, if the caller may give it. Only a person's words are a person's: everybody else speaks as an agent, and looks
 * at nothing outside of the project. Throws `needs-person` if an agent asks for something reserved for people, `bad-input`
 * for what only a session's own agent may say.
 */
async function heard(operation: Operation, input: unknown, caller: () => Promise<CallerKind>) {
  const parsed = parseInput(operation, input)
  if (operation.onlyAgents?.(parsed))
    throw new HindcastError(
      'bad-input',
      `only the agent that the user talks to can do this, with its tool ${operation.name}`,
    )
  const speaks = !operation.reads && 'by' in operation.input.shape
  const isReserved = operation.needsPerson?.(parsed) ?? false
  const roams = 'anywhere' in parsed && parsed.anywhere === true
  if (!speaks && !isReserved && !roams) return parsed
  const who = await caller()
  if (isReserved && who === 'agent')
    throw new HindcastError('needs-person', `\`hindcast ${operation.name}\` was started by a coding agent`)
  return who === 'person' ? parsed : { ...parsed, ...(speaks && { by: 'agent' }), ...(roams && { anywhere: false }) }
}

/** An API response: a status and a document. */
export interface ApiReply {
  readonly status: number
  readonly body: unknown
}

const STATUS: Partial<Record<HindcastError['code'], number>> = {
  'bad-input': 400,
  'bad-config': 400,
  'bad-settings': 409,
  'not-found': 404,
  unconfirmed: 409,
  'needs-person': 403,
  'not-written': 409,
  'bad-archive': 400,
  'bad-database': 400,
}

function unknownVerb(verb: string, known: readonly Operation[]): HindcastError {
  const given = verb.slice(0, 40)
  const meant = didYouMean(
    given,
    known.map(({ name }) => name),
  )
  return new HindcastError('bad-input', `unknown verb '${given}'${meant}`, { remedy: '' })
}

const failure = (status: number, { code, why, remedy, details, message }: HindcastError): ApiReply => ({
  status,
  body: { error: { code, why, remedy, details, message } },
})

function readQuery(operation: Operation, query: URLSearchParams): unknown {
  if (!operation.reads) throw new HindcastError('bad-input', `${operation.name} changes data: use POST`)
  return Object.fromEntries([...new Set(query.keys())].map((key) => [key, singleOrAll(query.getAll(key))]))
}

const singleOrAll = (values: readonly string[]): unknown => (values.length === 1 ? values[0] : values)

async function readInput(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, MAX_BYTES)
  if (!body) throw new HindcastError('bad-input', `the body is larger than ${MAX_BYTES} bytes`)
  if (body.length === 0) return {}
  const parsed = parseJson(body)
  if ('why' in parsed) throw new HindcastError('bad-input', parsed.why)
  return parsed.value
}
