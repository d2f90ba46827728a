import type { Noted } from './client.ts'

/** A life of a session: until `leaving` it was certainly alive, from `gone` on certainly not. */
export interface Life {
  readonly from: number
  readonly leaving: number
  readonly gone: number
}
/** The lives of each session; one that is resumed has several. */
export type Lives = ReadonlyMap<string, readonly Life[]>

/** What came out of one run. */
export interface Verdict {
  /** Edits of a file that another live session had changed since this one last read or wrote it. */
  readonly conflicts: number
  /** Those of them that were warned of. */
  readonly found: number
  /** How often a text named another session as editing a file or having changed it. */
  readonly named: number
  /** Those in which it had not, and those in which it was dead. */
  readonly false: number
  readonly dead: number
  /** Whole-file writes that dropped lines of a live session that the writer had not read when it asked, and those unwarned. */
  readonly overwrites: number
  readonly unwarned: number
  /** Writes that dropped what was written after the writer had asked, and neither session was told of the other. */
  readonly raced: number
  readonly untold: number
}

type Of<D extends Noted['did']> = Extract<Noted, { did: D }>
type OnFile = Of<'read' | 'asked' | 'wrote'>

/** Compares what sessions were told with what happened on disk. */
export function judge(noted: readonly Noted[], lives: Lives): Verdict {
  const court = new Court(noted, lives)
  const asks = noted.filter((one) => one.did === 'asked')
  const conflicts = asks.filter((ask) => court.unseenAt(ask).length > 0)
  const named = noted.flatMap((one) => ('said' in one ? court.namedIn(one) : []))
  const drops = noted.filter((one) => one.did === 'wrote').map((write) => court.dropsOf(write))
  const known = drops.filter(({ before }) => before.length > 0)
  const raced = drops.filter(({ before, after }) => before.length === 0 && after.length > 0)
  return {
    conflicts: conflicts.length,
    found: conflicts.filter(warns).length,
    named: named.length,
    false: named.filter(({ isFalse }) => isFalse).length,
    dead: named.filter(({ isDead }) => isDead).length,
    overwrites: known.length,
    unwarned: known.filter(({ ask }) => !warns(ask)).length,
    raced: raced.length,
    untold: raced.filter(({ ask, after }) => !warns(ask) && !after.some((write) => warns(court.askOf(write)))).length,
  }
}

/** Warnings in a text: the file and the first characters of the session that it names. */
const WARNING = /(\S+\.txt) (was changed|is being edited)[^\n]*? session ([0-9a-f]{8})/g

/** Whether an answer names the file that it was asked about. */
const warns = (ask: Of<'asked'> | undefined): boolean =>
  ask !== undefined && [...ask.said.matchAll(WARNING)].some(([, file]) => file === ask.file)

interface Named {
  readonly isFalse: boolean
  readonly isDead: boolean
}

class Court {
  readonly #files = new Map<string, OnFile[]>()
  readonly #lives: Lives

  constructor(noted: readonly Noted[], lives: Lives) {
    this.#lives = lives
    for (const one of noted) if ('file' in one) this.#files.set(one.file, [...(this.#files.get(one.file) ?? []), one])
  }

  /** Writes by live sessions that the asker had not seen when it asked. */
  unseenAt({ session, file, at }: Of<'asked'>): readonly Of<'wrote'>[] {
    const sight = this.#sightOf(session, file, at)
    if (sight === undefined) return []
    return this.#writes(file).filter(
      (write) =>
        write.session !== session &&
        write.from > sight.at &&
        write.at < at &&
        this.#isCertainlyAlive(write.session, at),
    )
  }

  /** What a write from an old text dropped: what was there when it was asked for, and what came after. */
  dropsOf(write: Of<'wrote'>) {
    const ask = this.askOf(write)
    if (ask === undefined || !write.isStale) return { ask, before: [], after: [] }
    const after = this.#writes(write.file).filter(
      (one) => one.session !== write.session && one.from > ask.at && one.at < write.from,
    )
    return { ask, before: this.unseenAt(ask), after }
  }

  /** The question before a write. */
  askOf({ session, file, from }: Of<'wrote'>): Of<'asked'> | undefined {
    return this.#on(file).findLast(
      (one): one is Of<'asked'> => one.did === 'asked' && one.session === session && one.at < from,
    )
  }

  /** The sessions that a text names, whether they have to do with the file, and whether they are dead. */
  namedIn(one: OnFile): readonly Named[] {
    const [asked, answered] = one.did === 'asked' ? [one.at, one.answered] : [one.at, Number.POSITIVE_INFINITY]
    return [...one.said.matchAll(WARNING)].map(([, file = '', how, id = '']) => {
      const session = [...this.#lives.keys()].find((each) => each.startsWith(id)) ?? id
      const sight = this.#sightOf(one.session, file, asked)
      const isIts = (other: OnFile) => other.session === session && other.did !== 'read' && startOf(other) < answered
      const isTrue =
        how === 'was changed'
          ? this.#on(file).some((other) => isIts(other) && other.did === 'wrote' && other.at > (sight?.from ?? 0))
          : this.#on(file).some(isIts)
      const isDead = !(this.#lives.get(session) ?? []).some(({ from, gone }) => from <= answered && gone >= asked)
      return { isFalse: session === one.session || !isTrue, isDead }
    })
  }

  /** When a session last read or wrote a file before a time. */
  #sightOf(session: string, file: string, before: number): Of<'read' | 'wrote'> | undefined {
    return this.#on(file).findLast(
      (one): one is Of<'read' | 'wrote'> => one.did !== 'asked' && one.session === session && one.at < before,
    )
  }

  #isCertainlyAlive(session: string, at: number): boolean {
    return (this.#lives.get(session) ?? []).some(({ from, leaving }) => from <= at && at <= leaving)
  }

  readonly #on = (file: string): readonly OnFile[] => this.#files.get(file) ?? []
  readonly #writes = (file: string): readonly Of<'wrote'>[] => this.#on(file).filter((one) => one.did === 'wrote')
}

const startOf = (one: OnFile): number => (one.did === 'asked' ? one.at : one.from)
