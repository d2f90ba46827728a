// Folder src/domain/voice/: whose words a prompt holds, its clauses; whoever reads rules or choices out of prompts begins here

import { ownSentences } from '../memory/intent.ts'
import { handsOver, isIntroduction, isReported, type Lead, leadOf, passedOnAt } from './leads.ts'
import { ITEM, lineKind } from './lines.ts'
import { ADDRESS, BLOCK, type Marks, marksIn, QUOTED, type Stretch, withFiller } from './marks.ts'

/** A sentence that a person says in their own voice. */
export interface OwnSentence {
  /** Word for word, but for white space. */
  readonly text: string
  /** The same; of quotations, code and addresses that could be a rule by themselves only a stand-in. */
  readonly spoken: string
}

/**
 * The passages of a prompt that the person says in their own voice, as offsets: without what they quote, paste, report or hand
 * over to be worked on. Where nobody can tell, a passage is not taken for theirs. Linear.
 */
export function ownPassages(prompt: string): readonly Stretch[] {
  return without(prompt.length, othersIn(prompt, marksIn(prompt)))
}

/** The sentences of these passages, in order. */
export function ownSaid(prompt: string): readonly OwnSentence[] {
  const marks = marksIn(prompt)
  const own = without(prompt.length, othersIn(prompt, marks))
  const text = own.map((passage) => encoded(prompt, passage, marks)).join(LEFT_OUT)
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const worded = (n: number) => prompt.slice(...(marks.mentions[n]?.at ?? [0, 0])).replace(/\s+/g, ' ')
  return ownSentences(text).map((sentence) => ({
    text: withQuotes(sentence, worded),
    spoken: withQuotes(sentence, (n) => (marks.mentions[n]?.saysMuch ? marks.mentions[n].standIn : worded(n))),
  }))
}

/** Ends a paragraph. */
const LEFT_OUT = '\n│\n'

/** What stands before a plan, a document or a command in a prompt. */
export function beforeDocument(prompt: string): string {
  const at = prompt.search(PLAN)
  return at < 0 ? prompt : prompt.slice(0, at)
}

const PLAN = /^(?:#{1,3} |implement the following plan|\/[\w:-]+ )/im

/** A passage in which each mention is one word, so that no sentence ends within, though one may end before. The marks are no characters of any text. */
function encoded(prompt: string, [from, to]: Stretch, { mentions }: Marks): string {
  const parts: string[] = []
  let at = from
  mentions.forEach((mention, n) => {
    const [begins, ends] = mention.at
    if (begins < at || ends > to || !(mention.isClosed || mention.saysMuch)) return
    parts.push(prompt.slice(at, begins), `"\ufdd0${n}\ufdd1`)
    at = ends
  })
  return [...parts, prompt.slice(at, to)].join('')
}

const withQuotes = (text: string, of: (n: number) => string): string =>
  text.replace(/"\ufdd0(\d+)\ufdd1/g, (_, n) => of(Number(n)))

/** What is left of a text of this length. */
function without(length: number, taken: readonly Stretch[]): readonly Stretch[] {
  const left: Stretch[] = []
  let at = 0
  for (const [from, to] of taken.toSorted((a, b) => a[0] - b[0])) {
    if (from > at) left.push([at, from])
    at = Math.max(at, to)
  }
  return at < length ? [...left, [at, length]] : left
}

function othersIn(prompt: string, marks: Marks): readonly Stretch[] {
  const of = (isOne: boolean) => marks.mentions.flatMap(({ at, isClosed }) => (isClosed === isOne ? [at] : []))
  const written = withFiller(prompt, marks.blocks, BLOCK).slice(0, marks.end)
  const view = withFiller(withFiller(written, of(true), QUOTED), of(false), ADDRESS)
  return [...marks.blocks, ...new Listener(written, view).others(), [marks.end, prompt.length]]
}

/** What the lines that follow are: the person's; for as long as a paragraph or list goes on somebody else's; or what a colon announced. */
type Next = 'own' | 'paragraph' | 'list' | 'announced' | 'handed'

/** Ends of sentences and leads. `[1]`: a colon, `[2]`: a dash. */
const BOUNDARY =
  /(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|z\.b|p\.ej))[.!?…]+(?=\s|$)|[。！？؟]+|([:：](?=\s|$|\ufdd2|\ufdd3|\ufdd4)|：)|(\s[–—-]\s)|$/g

/** Reads a prompt line by line for what is not the person's own. `written`: the prompt with fillers for blocks; `view`: for mentions, too. */
class Listener {
  readonly #written: string
  readonly #view: string
  readonly #end: number
  readonly #found: Stretch[] = []
  #next: Next = 'own'
  #isWithinItem = false

  constructor(written: string, view: string) {
    this.#written = written
    this.#view = view
    this.#end = view.trimEnd().length
  }

  others(): readonly Stretch[] {
    for (let from = 0; from < this.#view.length; ) {
      const end = this.#view.indexOf('\n', from)
      const to = end < 0 ? this.#view.length : end
      if (this.#line(from, to)) break
      from = to + 1
    }
    return this.#found
  }

  /** Whether the rest of the prompt is settled. */
  #line(from: number, to: number): boolean {
    const line = this.#view.slice(from, to)
    const text = this.#written.slice(from, to).trim()
    if (text === '') {
      if (this.#next === 'paragraph') this.#next = 'own'
      return false
    }
    if (this.#next === 'announced' || this.#next === 'handed') {
      if (isClosed(line.trim())) this.#next = 'own'
      else if (this.#next === 'announced' && ITEM.test(text)) this.#next = 'list'
      else return this.#rest(from)
    }
    if (this.#next === 'list' && !ITEM.test(text) && !/^\s{2}/.test(line)) this.#next = 'own'
    const kind = lineKind(text, this.#written.slice(from, from + NEAR), this.#view.slice(to + 1, to + LONGEST))
    if (kind === 'document') return this.#rest(from)
    if (kind === 'closing' || (kind === 'signature' && to >= this.#end)) {
      this.#found.push([0, this.#end])
      return true
    }
    if (this.#next !== 'own' || kind === 'printed' || (kind === 'code' && !this.#isWithinItem)) {
      this.#found.push([from, to])
      return false
    }
    this.#isWithinItem = ITEM.test(text)
    if (kind === 'heading' && to < this.#end) {
      this.#next = 'announced'
      return false
    }
    return this.#statements(from, to)
  }

  #rest(from: number): true {
    this.#found.push([from, this.#view.length])
    return true
  }

  #statements(from: number, to: number): boolean {
    const line = this.#view.slice(from, to)
    let [sentence, lead] = [from + (/^\s*(?:[-*+•]|\d{1,3}[.)])?\s*/.exec(line)?.[0].length ?? 0), 0]
    lead = sentence
    let heard = lead
    for (const { 0: mark, 1: colon, 2: dash, index } of line.matchAll(BOUNDARY)) {
      const [at, end] = [from + index, from + index + mark.length]
      if (at < heard) continue
      if (colon !== undefined || dash !== undefined) {
        const whose = leadOf(this.#said(lead, at), colon === undefined ? 'dash' : 'colon')
        const closed = whose === 'own' ? undefined : this.#closedAt(whose, end, to)
        if (closed !== undefined) {
          if (whose === 'handed') this.#introduction(lead, at)
          heard = closed
          continue
        }
        if (whose !== 'own') return this.#announced(whose, lead, end, [from, to])
        if (colon !== undefined) lead = end
        continue
      }
      if (this.#sentence(sentence, end, to)) return true
      sentence = end
      lead = end
    }
    return false
  }

  /** What stands between these offsets, with a name for each mention and block. */
  #said(from: number, to: number): string {
    return this.#view
      .slice(Math.max(from, to - LONGEST), to)
      .replace(FILLERS, 'x')
      .trim()
  }

  /** Where a quotation or block ends that a colon or dash announces; what follows it on its line has leads of its own. */
  #closedAt(whose: Lead, at: number, to: number): number | undefined {
    const rest = this.#view.slice(at, to)
    if (!isClosed(rest.trim())) return undefined
    // What was handed over may contain such marks itself
    const end = whose === 'handed' ? this.#view.lastIndexOf(QUOTED) + 1 : 0
    if (end > at) this.#found.push([at, end])
    return Math.max(end, at + (CLOSED.exec(rest)?.[0].length ?? 0))
  }

  /** What a lead says only to announce is no more the person's than what it announces. */
  #introduction(lead: number, at: number): void {
    const said = this.#said(lead, at)
    if (isIntroduction(said) || isReported(said)) this.#found.push([lead, at])
  }

  #announced(whose: Lead, lead: number, at: number, [from, to]: Stretch): boolean {
    if (whose === 'handed') this.#introduction(lead, at)
    const rest = this.#view.slice(at, to).trim()
    if (rest === '') {
      this.#next = whose === 'handed' ? 'handed' : 'announced'
      return false
    }
    if (whose === 'handed') return this.#rest(at)
    this.#found.push([at, to])
    if (!ITEM.test(this.#view.slice(from, to).trim())) this.#next = 'paragraph'
    return false
  }

  /** Whether a sentence holds what it hands over: a quotation or block, and nothing after it that announces more. */
  #hasItself(from: number, end: number, where: Parameters<typeof handsOver>[1]): boolean {
    const filler = Math.max(...[BLOCK, QUOTED].map((mark) => this.#view.slice(from, end).lastIndexOf(mark)))
    return filler >= 0 && !handsOver(this.#said(from + filler + 1, end), where).isAfter
  }

  #sentence(from: number, end: number, lineEnd: number): boolean {
    const said = this.#said(from, end)
    if (said === '') return false
    const isLast = end >= this.#end
    const isFirst = !this.#view.slice(0, from).includes('\n')
    const isLineEnd = /^\s*$/.test(this.#view.slice(end, Math.min(lineEnd, end + NEAR)))
    const { isBefore, isAfter } = handsOver(said, { isLineEnd, isLast, isFirst })
    if (isBefore) this.#found.push([0, end])
    const isApart =
      this.#hasItself(from, end, { isLineEnd, isLast, isFirst }) || /^\s*\ufdd2/.test(this.#view.slice(end, end + NEAR))
    if (isAfter && !isApart) {
      if (isIntroduction(said)) this.#found.push([from, end])
      if (!isLineEnd) return this.#rest(end)
      this.#next = 'announced'
    }
    const passed = passedOnAt(this.#view.slice(from, Math.min(lineEnd, from + LONGEST)).trimStart())
    if (passed >= 0) this.#found.push([from, lineEnd])
    else if (isReported(said)) this.#found.push([from, end])
    return false
  }
}

/** Of longer sentences and leads only the end is read, and so far it is looked for what follows. */
const LONGEST = 400
const NEAR = 20

const isClosed = (text: string): boolean => text.startsWith(BLOCK) || text.startsWith(QUOTED)
const CLOSED = /^\s*[\ufdd2\ufdd3]+/
const FILLERS = /[\ufdd2-\ufdd4]+/g
