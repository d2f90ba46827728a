import { readFileSync } from 'node:fs'
import type { Haystack, Question, Turn } from './haystack.ts'

const CATEGORIES = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial']

interface Said {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
}

interface Conversation {
  readonly conversation: Readonly<Record<string, string | readonly Said[]>>
  readonly qa: readonly { question: string; category: number; evidence: readonly string[] }[]
}

/** LoCoMo (Maharana et al. 2024): a haystack a conversation, a text a turn ("Speaker: text"), evidence as it is marked. */
export function locomo(path: string): Haystack[] {
  const conversations = JSON.parse(readFileSync(path, 'utf8')) as readonly Conversation[]
  return conversations.map(({ conversation, qa }) => {
    const turns = turnsOf(conversation)
    const sessionOf = new Map(turns.map(({ id, session }) => [id, session]))
    const questions = qa.map(({ question, category, evidence }): Question => {
      const cited = evidence.flatMap((each) => each.match(/D\d+:\d+/g) ?? []).map((id) => id.replace(/:0+(?=\d)/, ':'))
      const gold = [...new Set(cited)].filter((id) => sessionOf.has(id))
      const sessions = [...new Set(gold.map((id) => sessionOf.get(id) as string))]
      return { text: question, category: CATEGORIES[category] ?? '', turns: gold, sessions }
    })
    return { turns, questions: questions.filter(({ turns }) => turns.length > 0) }
  })
}

function turnsOf(conversation: Conversation['conversation']): Turn[] {
  const numbers = Object.keys(conversation).flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
  return numbers
    .map(Number)
    .sort((a, b) => a - b)
    .flatMap((number) => {
      const at = timeOf(String(conversation[`session_${number}_date_time`]))
      const said = conversation[`session_${number}`] as readonly Said[]
      return said.map(({ speaker, dia_id, text }, turn) => ({
        ...{ id: dia_id, session: `session-${number}`, at: at + turn * 1_000, text: `${speaker}: ${text}` },
      }))
    })
}

/** `1:56 pm on 8 May, 2023` */
function timeOf(text: string): number {
  const [time = '', day = ''] = text.split(' on ')
  return Date.parse(`${day.replace(',', '')} ${time} UTC`)
}
