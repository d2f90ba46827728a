import { markedValues } from './marks.ts'
import { equals, isDone, nextRole, roleSaid } from './participants.ts'
import type { Contribution, Newcomer, Participant, RunPlan, SubagentPattern } from './pattern.ts'

const joins = equals('subscriber')

/** Agents subscribe to topics and publish events; each is told the events of its topics. */
export const eventDriven: SubagentPattern = {
  name: 'event-driven',
  summary: 'Agents publish events under topics; each is told the events of the topics it subscribes to.',
  counts: 'subscribers',
  roles: { subscriber: /\bsubscribers?\b/i },
  words: /\bevent[- ]driven\b(?=.*\bagents\b)|\bagents\b.*\bsubscrib\w+ to\b/is,
  isLive: true,
  roleOf: (newcomer, others, plan) =>
    plan.stages.length > 0 && plan.agents === undefined
      ? nextRole('subscriber', others)
      : joins(newcomer, others, plan),
  brief: (own, all, plan) => {
    const topics = topicsOf(own, plan)
    return {
      says: [
        `This agent is subscriber ${own.role.n} of an event-driven run, subscribed to ${topics.length === 0 ? 'every topic' : topics.join(', ')}.`,
        'A line of its answer in the form `EVENT: topic = text` publishes an event for those who subscribe to that topic.',
      ],
      claims: published(all).filter(({ by, topic }) => by !== roleSaid(own.role) && isFor(topics, topic)),
    }
  },
  toStart: (all, plan) => {
    const untold = undelivered(published(all), all, plan).map(({ topic }) => `a subscriber to ${topic}`)
    if (plan.agents !== undefined) {
      return Array.from(
        { length: Math.max(0, plan.agents - all.length) },
        (_, at) => `subscriber ${all.length + at + 1}`,
      )
    }
    const idle = plan.stages.filter((stage) => !all.some((one) => isFor(topicsOf(one, plan), topicKey(stage))))
    return plan.stages.length === 0
      ? undefined
      : [...new Set([...idle.map((each) => `a subscriber to ${topicKey(each)}`), ...untold])]
  },
  result: (all, plan) => {
    const events = published(all)
    const open = undelivered(events, all, plan)
    return {
      says: `${all.filter(isDone).length} of ${all.length} subscribers ended, with ${events.length} events, ${open.length} of them told to nobody yet`,
      claims: events,
      data: {
        subscriptions: all.map((one) => ({ agent: one.agent, topics: topicsOf(one, plan) })),
        events: events.map((event) => ({
          topic: event.topic,
          text: event.payload,
          by: event.by,
          pending: open.includes(event),
        })),
      },
    }
  },
}

interface PublishedEvent extends Contribution {
  readonly topic: string
  readonly payload: string
  readonly at: number
}

/** A topic that subscribers are named after in the plan, of its words alone. */
const topicKey = (topic: string): string => topic.trim().toLowerCase()

/** The planned topics that its type or description names, else the one of its number; none: all. */
function topicsOf({ type, description = '', role }: Newcomer & Pick<Participant, 'role'>, { stages }: RunPlan) {
  const topics = stages.map(topicKey)
  const named = topics.filter((topic) => ` ${type} ${description} `.toLowerCase().includes(topic))
  const [own] = topics.slice((role.n - 1) % Math.max(1, topics.length))
  return named.length > 0 ? named : own === undefined ? [] : [own]
}

const isFor = (topics: readonly string[], topic: string): boolean => topics.length === 0 || topics.includes(topic)

function published(all: readonly Participant[]): readonly PublishedEvent[] {
  return all.flatMap(({ role, said, stoppedAt = 0 }) =>
    said.flatMap(({ id, text }) =>
      markedValues(text, 'EVENT').flatMap((line) => {
        const [, topic, payload = ''] = /^([^=:]{1,60}?)\s*(?:[=:]\s*(.*))?$/.exec(line) ?? []
        if (topic === undefined) return []
        return [{ id, by: roleSaid(role), text: line, topic: topicKey(topic), payload, at: stoppedAt }]
      }),
    ),
  )
}

/** Events for which a subscriber is planned or runs, and that none has been told. */
function undelivered(
  events: readonly PublishedEvent[],
  all: readonly Participant[],
  plan: RunPlan,
): readonly PublishedEvent[] {
  const isPlanned = (topic: string) => plan.stages.length === 0 || plan.stages.map(topicKey).includes(topic)
  return events.filter(
    ({ topic, at, by }) =>
      isPlanned(topic) &&
      !all.some((one) => one.at >= at && roleSaid(one.role) !== by && isFor(topicsOf(one, plan), topic)),
  )
}
