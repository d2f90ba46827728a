import type { Cleaned } from '@hindcast/redaction/clean.ts'
import { HindcastError } from '../domain/errors.ts'
import { ORDERS, type Order } from '../domain/order.ts'
import { quote, visible } from '../domain/quote.ts'
import type { LessonDocument } from '../operations/verb/lessons.ts'
import { type Operation, parseInput, plainScreen, renderedText } from '../operations/verb/operation.ts'
import { pauseEnd } from '../operations/verb/pauses.ts'
import { count, moment, shortId } from '../operations/verb/words.ts'
import type { OperationPorts, OrderPlace, Orders } from '../ports.ts'

/** As many as fit below a prompt. */
const MOST_HITS = 5
const MOST_TITLES = 8
const MOST_LESSONS = 20
const MOST_CHARACTERS = 120
/** What a client's frame leaves of a terminal of 80. */
const COLUMNS = 70
const ID = /^[peomh]_[0-9a-f]{4,}$/

/** Orders that people give in the client, carried out by verbs; until those are loaded, no order is taken. */
export class VerbOrders implements Orders {
  #ports: OperationPorts | undefined

  /** From now on orders are taken, with these ports. */
  serve(ports: OperationPorts): void {
    this.#ports = ports
  }

  async answer(order: Order, place: OrderPlace) {
    if (this.#ports === undefined) return undefined
    try {
      return { text: visible(await answered(order, place, this.#ports)), can: true }
    } catch (thrown) {
      if (thrown instanceof HindcastError) return { text: `Hindcast: ${visible(thrown.message)}`, can: false }
      throw thrown
    }
  }

  async carryOut(order: Order, place: Cleaned<OrderPlace>): Promise<void> {
    if (this.#ports !== undefined) await carriedOut(order, place, this.#ports)
  }
}

/** The verbs are loaded with the first order: no other hook needs them. */
const verbs = async () => {
  const [forget, lessons, search, status] = await Promise.all([
    import('../operations/forget.ts'),
    import('../operations/lessons.ts'),
    import('../operations/search.ts'),
    import('../operations/status.ts'),
  ])
  return { forget: forget.default, lessons: lessons.default, search: search.default, status: status.default }
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
      return 'Resumed. What happened during the pause is never recorded.'
    case 'lessons':
      return lessonList(await lessonsHere(place.project, ports))
    case 'reject':
      return rejected(await lessonIn(order.words, place, ports))
    case 'undo':
      return undoing(ports)
    case 'forget':
      return order.yes ? `Deleted ${(await preview(order.words, ports)).what}.` : asking(order.words, ports)
    default:
      return ['wrong' in order ? `${order.wrong}\n` : 'Hindcast commands:', ...ORDERS].join('\n')
  }
}

async function carriedOut(order: Order, place: Cleaned<OrderPlace>, ports: OperationPorts): Promise<void> {
  const now = ports.clock.now()
  if (order.verb === 'resume') await ports.ledger.resume({}, now)
  if (order.verb === 'forget') await forgetting({ ...whatOf(order.words), yes: true }, ports)
  if (order.verb === 'undo') await ports.artifacts.undo(1)
  if (order.verb === 'reject') {
    const [{ id }, { lessons }] = [await lessonIn(order.words, place, ports), await verbs()]
    await lessons.run(parseInput(lessons, { action: 'reject', id }), ports)
  }
  if (order.verb === 'pause') {
    const { everything, howLong } = pauseOf(order.words)
    const scope = everything ? {} : { session: place.session }
    await ports.ledger.pause({ ...scope, from: now, until: pauseEnd(howLong, now) })
  }
}

/** The current lessons of a project, in the order in which they are numbered. */
const lessonsHere = async (project: string, ports: OperationPorts): Promise<readonly LessonDocument[]> =>
  (await import('../operations/lessons.ts')).lessonsOf(project, ports)

async function said(operation: Operation, given: object, ports: OperationPorts): Promise<string> {
  const input = parseInput(operation, given)
  const screen = { ...plainScreen(ports.clock.now()), columns: COLUMNS }
  return renderedText(operation, await operation.run(input, ports), screen, input)
}

function lessonList(lessons: readonly LessonDocument[]): string {
  if (lessons.length === 0) return 'No lessons yet: Hindcast learns from rules that you state.'
  const lines = lessons
    .slice(0, MOST_LESSONS)
    .map(
      ({ id, state, pinned, sessions, text }, n) =>
        `${n + 1}. ${quote(text, MOST_CHARACTERS)} (${pinned ? 'pinned' : state}, from ${count(sessions, 'session')}, ${shortId(id)})`,
    )
  const more = lessons.length - lines.length
  return [...lines, ...(more > 0 ? [`and ${more} more: run hindcast lessons`] : []), HOW].join('\n')
}

const HOW = 'To reject one: /hindcast reject N. To approve one, run hindcast lessons approve ID in your own terminal.'

/** The lesson that a person means by its number in that list, or by its id. Throws `not-found` for none. */
async function lessonIn(words: string, place: OrderPlace, ports: OperationPorts): Promise<LessonDocument> {
  const lessons = await lessonsHere(place.project, ports)
  const found = /^\d+$/.test(words) ? lessons[Number(words) - 1] : lessons.find(({ id }) => id.startsWith(words))
  if (found !== undefined) return found
  throw new HindcastError('not-found', `no lesson matches '${words}'`, { remedy: 'to list them: /hindcast lessons' })
}

const rejected = ({ id, text }: LessonDocument): string =>
  `Rejected: ${quote(text, MOST_CHARACTERS)}. To restore it, run hindcast lessons approve ${shortId(id)} in your own terminal.`

/** What carrying out the order will take back, in the words of the verb. */
async function undoing({ artifacts, clock }: OperationPorts): Promise<string> {
  const { default: undo, undoneDocument } = await import('../operations/undo.ts')
  const undone = (await artifacts.undoable(1)).map(undoneDocument)
  return renderedText(undo, { undone }, plainScreen(clock.now()), parseInput(undo, {}))
}

async function pausing(words: string, { clock }: OperationPorts): Promise<string> {
  const { everything, howLong } = pauseOf(words)
  const until = pauseEnd(howLong, clock.now())
  const where = everything ? 'Paused everywhere' : 'Paused in this session'
  return `${where}${until === undefined ? '' : ` until ${moment(until, clock.now())}`}: nothing is recorded or recalled. To end it: /hindcast resume`
}

function pauseOf(words: string): { everything: boolean; howLong: string | undefined } {
  const [, all, rest = ''] = /^(all\b)?\s*(?:for\s+)?(.*)$/is.exec(words) ?? []
  return { everything: all !== undefined, howLong: rest.trim() === '' ? undefined : rest.trim() }
}

/** Nothing is deleted before the person has seen what it is. */
async function asking(words: string, ports: OperationPorts): Promise<string> {
  const { what, titles } = await preview(words, ports)
  const yes = `To confirm: /hindcast forget ${words} yes`
  return [`This would permanently delete ${what}${titles.length > 0 ? ':' : '.'}`, ...titles, yes].join('\n')
}

/** What a `forget` would delete. Throws `not-found` where that is nothing. */
async function preview(words: string, ports: OperationPorts) {
  const { forgetWords, recordTitles, surveyOf } = await import('../operations/forget.ts')
  const { found } = await surveyOf(whatOf(words), ports)
  if (Object.values(found.counts).every((n) => n === 0))
    throw new HindcastError('not-found', `nothing recorded contains '${words}'`, { remedy: '' })
  return { what: forgetWords(found.counts), titles: await recordTitles(found, MOST_TITLES, ports) }
}

async function forgetting(what: object, ports: OperationPorts): Promise<void> {
  const { forget } = await verbs()
  await forget.run(parseInput(forget, what), ports)
}

const whatOf = (words: string): { ids: string[] } | { match: string } => {
  const ids = words.split(/\s+/)
  return ids.every((id) => ID.test(id)) ? { ids } : { match: words }
}
