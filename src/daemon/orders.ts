import { HindcastError } from '../domain/errors.ts'
import { ORDERS, type Order } from '../domain/order.ts'
import type { Cleaned } from '../domain/redaction/clean.ts'
import { type Operation, parseInput, plainScreen, textOf } from '../operations/verb/operation.ts'
import { pauseEnd } from '../operations/verb/pauses.ts'
import { moment } from '../operations/verb/words.ts'
import type { OperationPorts, OrderPlace, Orders } from '../ports.ts'

/** As many as a person reads below a prompt. */
const MOST_HITS = 8
const ID = /^[peomh]_[0-9a-f]{4,}$/

/** Orders of people in the client, which verbs carry out; before the verbs are there, nobody takes orders. */
export class VerbOrders implements Orders {
  #ports: OperationPorts | undefined

  /** From now on orders are taken: the verbs work with these. */
  serve(ports: OperationPorts): void {
    this.#ports = ports
  }

  async answer(order: Order, place: OrderPlace) {
    if (this.#ports === undefined) return undefined
    try {
      return { text: await answered(order, place, this.#ports), can: true }
    } catch (thrown) {
      if (thrown instanceof HindcastError) return { text: `Hindcast: ${thrown.why}`, can: false }
      throw thrown
    }
  }

  async carryOut(order: Order, place: Cleaned<OrderPlace>): Promise<void> {
    if (this.#ports !== undefined) await carriedOut(order, place, this.#ports)
  }
}

/** The verbs are loaded with the first order: no other hook needs them. */
const verbs = async () => {
  const [forget, search, status] = await Promise.all([
    import('../operations/forget.ts'),
    import('../operations/search.ts'),
    import('../operations/status.ts'),
  ])
  return { forget: forget.default, search: search.default, status: status.default }
}

async function answered(order: Order, place: OrderPlace, ports: OperationPorts): Promise<string> {
  switch (order.verb) {
    case 'status':
      return said((await verbs()).status, {}, ports)
    case 'search':
      return said((await verbs()).search, { query: order.words, limit: MOST_HITS, from: place.project }, ports)
    case 'pause':
      return pausing(order.words, ports)
    case 'resume':
      return 'Hindcast keeps and tells again; what happened meanwhile stays away.'
    case 'forget':
      return order.yes ? `Forgotten: ${await surveyed(order.words, ports)}.` : asking(order.words, ports)
    default:
      return ORDERS.join('\n')
  }
}

async function carriedOut(order: Order, place: Cleaned<OrderPlace>, ports: OperationPorts): Promise<void> {
  const now = ports.clock.now()
  if (order.verb === 'resume') await ports.ledger.resume({}, now)
  if (order.verb === 'forget') await forgetting({ ...whatOf(order.words), yes: true }, ports)
  if (order.verb === 'pause') {
    const { everything, howLong } = pauseOf(order.words)
    const scope = everything ? {} : { session: place.session }
    await ports.ledger.pause({ ...scope, from: now, until: pauseEnd(howLong, now) })
  }
}

async function said(operation: Operation, given: object, ports: OperationPorts): Promise<string> {
  const input = parseInput(operation, given)
  return textOf(operation, await operation.run(input, ports), plainScreen(ports.clock.now()), input)
}

async function pausing(words: string, { clock }: OperationPorts): Promise<string> {
  const { everything, howLong } = pauseOf(words)
  const until = pauseEnd(howLong, clock.now())
  const end = until === undefined ? '/hindcast resume ends it' : `until ${moment(until)}, or /hindcast resume`
  return `Paused: ${everything ? 'nothing' : 'nothing of this session'} is kept or told; ${end}.`
}

function pauseOf(words: string): { everything: boolean; howLong: string | undefined } {
  const [, all, rest = ''] = /^(all\b)?\s*(?:for\s+)?(.*)$/is.exec(words) ?? []
  return { everything: all !== undefined, howLong: rest.trim() === '' ? undefined : rest.trim() }
}

/** Nothing goes before the person has seen how much it is. */
async function asking(words: string, ports: OperationPorts): Promise<string> {
  const found = await surveyed(words, ports)
  return `${found} would go, for good. To do it: /hindcast forget ${words} yes`
}

/** What `forget` would take, as it says itself where nobody has said yes. */
async function surveyed(words: string, ports: OperationPorts): Promise<string> {
  try {
    await forgetting(whatOf(words), ports)
  } catch (thrown) {
    if (thrown instanceof HindcastError && thrown.code === 'unconfirmed')
      return thrown.why.replace(/ would go, for good$/, '')
    throw thrown
  }
  throw new HindcastError('not-found', `nothing kept holds "${words}"`)
}

async function forgetting(what: object, ports: OperationPorts): Promise<void> {
  const { forget } = await verbs()
  await forget.run(parseInput(forget, what), ports)
}

const whatOf = (words: string): object => {
  const ids = words.split(/\s+/)
  return ids.every((id) => ID.test(id)) ? { ids } : { match: words }
}
