import { digest } from '@hindcast/redaction/digest.ts'
import { deriveId } from '../identity.ts'
import { cap } from '../memory/cap.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { Lesson } from '../nouns/lesson.ts'
import type { Signal } from '../nouns/signal.ts'
import { commandsOf } from '../shell.ts'
import { checkCall } from './call-check.ts'
import { sentencesOf } from './teaching.ts'

/** More lines than a file of instructions has, and longer ones than rules have. */
const MAX_LINES = 2000
const MAX_LINE = 300
/** Rules beyond these are checked no more. */
const MAX_RULES = 100
const QUOTE = 300

/**
 * The calls among these events that break a rule in the instructions, one for each rule and session. Only rules that
 * name a command, without a condition, are checked. What an instruction file says is no lesson by itself.
 */
export function violationsIn(events: readonly EventRecord[], instructions: readonly string[]): readonly Signal[] {
  const calls = events.filter(({ body, input }) => actKind(body) === 'shell' && input !== undefined)
  const rules = calls.length === 0 ? [] : rulesIn(instructions)
  if (rules.length === 0) return []
  const found = new Map<string, Signal>()
  for (const event of calls) {
    const command = event.input ?? ''
    const classification = { commands: commandsOf(command) }
    const { broken } = checkCall({ act: { kind: 'shell', command }, classification, project: BLANK.project }, rules)
    for (const { lesson, isMild, confidence } of broken)
      if (!isMild && !found.has(lesson.id)) found.set(lesson.id, violationSignal(event, lesson, confidence))
  }
  return [...found.values()]
}

const actKind = (body: EventRecord['body']): string | undefined =>
  (body.act as { readonly kind?: string } | undefined)?.kind

/** The rules in instruction files that forbid something or prefer one thing to another, in the form of lessons. */
function rulesIn(texts: readonly string[]): Lesson[] {
  const lines = texts.flatMap((text) => text.replace(FENCED, '').split('\n', MAX_LINES))
  const rules = lines.filter((line) => FORBIDS.test(line) && line.length <= MAX_LINE).flatMap(ruleIn)
  return rules.slice(0, MAX_RULES)
}

/** Code is an example, and comments are not shown to the agent. */
const FENCED = /^(```|~~~)[\s\S]*?^\1|<!--[\s\S]*?-->/gm
/** Lines without such a word forbid nothing; reading only the others takes a fraction of the time. */
const FORBIDS = /\b(?:not|never|avoid|instead|over|rather|no|don['’]t|stop|prefer)\b/i

function ruleIn(line: string): Lesson[] {
  const text = line
    .replace(/^\s*(?:[-*+>]|\d+[.)]|#{1,6})\s+/, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s*\((?=(?:not|never|no|do not|don['’]t) )([^()]*)\)/gi, ', $1')
    .trim()
  const readings = sentencesOf(text).flatMap((sentence) => sentence.readings)
  const read = readings.find(({ read: each }) => each.object !== undefined || each.polarity === 'avoid')?.read
  return read === undefined ? [] : [{ ...BLANK, ...read, id: digest(['instruction', text]), text }]
}

/** A rule is checked as an active lesson would be. */
const BLANK = {
  project: '',
  at: 0,
  learnedAt: 0,
  type: 'rule',
  scope: 'project',
  state: 'active',
  isPinned: false,
  confidence: 1,
  support: 0,
  sessions: 0,
  contra: 0,
  followed: 0,
  violated: 0,
  evidence: [],
} as const

function violationSignal(
  { id, session, project, at, promptId }: EventRecord,
  rule: Lesson,
  confidence: number,
): Signal {
  return {
    id: deriveId('g', session, rule.id),
    session,
    project,
    at,
    type: 'violation',
    quote: cap(rule.text, QUOTE),
    polarity: rule.polarity,
    subject: rule.subject,
    object: rule.object,
    reach: 'unsaid',
    hasHorizon: false,
    confidence,
    by: 'script',
    promptId,
    evidence: [id],
  }
}
