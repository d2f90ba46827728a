import { HindcastError } from '../../domain/errors.ts'
import { deriveId } from '../../domain/identity.ts'
import { lessonsFrom } from '../../domain/learning/lessons.ts'
import { vouchedRule } from '../../domain/learning/vouched.ts'
import { IMPORTED } from '../../domain/memory/imported.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Prompt } from '../../domain/nouns/prompt.ts'
import type { Session } from '../../domain/nouns/session.ts'
import type { Signal } from '../../domain/nouns/signal.ts'
import type { OperationPorts } from '../../ports.ts'

/** What a model says that the person stated, and how sure it is that it holds beyond the task. */
export interface Confirmation {
  readonly span: string
  readonly sure: 'high' | 'low'
  readonly scope: 'project' | 'everywhere'
  /** A prompt of an earlier session, which the person wants gone through: what it states stays a candidate. */
  readonly prompt?: string | undefined
  readonly session: string
  readonly project: string
}

/** A person states few rules in one session. */
const MOST_IN_SESSION = 3
const MOST_PROMPTS = 2_000
const MOST_SIGNALS = 2_000
const MOST_LESSONS = 2_000

/**
 * Keeps a rule that a person stated and a model read as lasting: the model says that it holds, the prompt that they said it.
 * Throws `bad-input` if no prompt of theirs says it in their own voice, or the session has as many already.
 */
export async function confirmedLesson(given: Confirmation, ports: OperationPorts): Promise<Lesson> {
  const own = lastConfirmed.then(() => confirmedAlone(given, ports))
  lastConfirmed = own.catch(() => undefined)
  return own
}

/** One at a time: a client makes several calls at once, and each must see what the others kept. */
let lastConfirmed: Promise<unknown> = Promise.resolve()

async function confirmedAlone(given: Confirmation, ports: OperationPorts): Promise<Lesson> {
  const { evidence, memories, keeper, config, clock } = ports
  const caller = await openSession(given, ports)
  const found = await statementOf(given, ports)
  if (found === undefined)
    throw new HindcastError(
      'bad-input',
      `no prompt that the user typed ${given.prompt === undefined ? 'in this session' : 'there'} says this in their own words; quote them word for word`,
    )
  const { prompt, rule } = found
  const [signals, known, projects] = await Promise.all([
    memories.records({ noun: 'signal', limit: MOST_SIGNALS }),
    memories.records({ noun: 'lesson', limit: MOST_LESSONS }),
    evidence.projects(),
  ])
  const { learn } = config.settings(prompt.project)
  if (!learn.enabled || !learn.askAgent) throw new HindcastError('bad-input', 'confirming rules is switched off here')
  const heard = signals.find(({ quote, evidence: of }) => quote === rule.quote && of.includes(prompt.id))
  const confirmed = signals.filter(({ session, isConfirmed }) => session === given.session && isConfirmed)
  if (confirmed.length >= MOST_IN_SESSION && heard?.isConfirmed !== true)
    throw new HindcastError(
      'bad-input',
      `this session has ${MOST_IN_SESSION} confirmed rules already; the user can add more with hindcast lessons add`,
    )
  // Where nobody can tell whether a person is at the client, a prompt may be a script's
  const isAtOnce = given.sure === 'high' && given.prompt === undefined && rule.hasHorizon && caller.attended === true
  const isReviewed = given.prompt !== undefined
  const signal = signalOf(rule, { prompt, heard, isAtOnce, isReviewed, isNarrow: given.scope === 'project' })
  const owner = projects.find(({ id }) => id === prompt.project)
  if (owner === undefined) throw new HindcastError('bad-input', 'this project is not known yet')
  await keeper.keep('signal', signal, owner)
  const all = [...signals.filter(({ id }) => id !== signal.id), signal]
  const changed = lessonsFrom(all, known, learn, Math.max(clock.now(), signal.at))
  for (const lesson of changed) {
    const place = projects.find(({ id }) => id === lesson.project)
    if (place !== undefined) await keeper.keep('lesson', lesson, place)
  }
  const holds = ({ evidence: of }: Lesson) => of.includes(signal.id)
  const lesson = changed.find(holds) ?? known.find(holds)
  if (lesson === undefined) throw new HindcastError('bad-input', 'these words name no rule')
  return lesson
}

/** Throws `bad-input` where the session is none that goes on in this project. */
async function openSession({ session, project }: Confirmation, { evidence }: OperationPorts): Promise<Session> {
  const found = (await evidence.sessions({ id: session, limit: 10 })).find(({ id }) => id === session)
  if (found === undefined || found.endedAt !== undefined || found.project !== project)
    throw new HindcastError('bad-input', 'only the agent of an open session can confirm what the user said in it')
  return found
}

/** The newest prompt that says it, and the rule in it. */
async function statementOf(
  { span, session, project, prompt: id }: Confirmation,
  { evidence, memories }: OperationPorts,
) {
  const prompts =
    id === undefined
      ? await evidence.prompts({ session, limit: MOST_PROMPTS })
      : (await memories.show([id])).flatMap((one): Prompt[] => (one.kind === 'prompt' ? [one.record] : []))
  const isTyped = ({ project: of, promptId }: Prompt) =>
    (id === undefined || of === project) && promptId?.startsWith(IMPORTED) !== true
  for (const prompt of prompts.filter(isTyped).toSorted((a, b) => b.at - a.at)) {
    const rule = vouchedRule(span, prompt)
    if (rule !== undefined) return { prompt, rule }
  }
  return undefined
}

/** What was heard in the same sentence already is the same statement, and not one more. */
function signalOf(
  { hasHorizon: _, reach, ...rule }: NonNullable<ReturnType<typeof vouchedRule>>,
  {
    prompt,
    heard,
    isAtOnce,
    isReviewed,
    isNarrow,
  }: {
    readonly prompt: Prompt
    readonly heard: Signal | undefined
    readonly isAtOnce: boolean
    readonly isReviewed: boolean
    readonly isNarrow: boolean
  },
): Signal {
  const { session, project, at, promptId } = prompt
  return {
    ...rule,
    // The agent's scope never makes a rule hold in more places than the user said; a rule that was noticed without it keeps its reach
    reach: isNarrow && reach === 'everywhere' && heard?.hasHorizon !== true ? 'unsaid' : reach,
    id: heard?.id ?? deriveId('g', prompt.id, 'confirmed', rule.quote),
    session,
    project,
    at,
    promptId,
    by: 'person',
    type: 'directive',
    hasHorizon: isAtOnce || heard?.hasHorizon === true,
    isConfirmed: true,
    // What was said in several earlier sessions is no more in force than what was said in one
    isPast: heard === undefined ? isReviewed || undefined : heard.isPast,
    evidence: [prompt.id, prompt.event],
  }
}
