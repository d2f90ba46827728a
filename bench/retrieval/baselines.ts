import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { estimateTokens } from '../../src/domain/context/tokens.ts'
import { type Arm, type Ranking, sessionsOf, type Turn } from './haystack.ts'

const K1 = 1.2
const B = 0.75
const READ = 10

/** Plain BM25 (Robertson, Zaragoza 2009): lower-case words without stop words; turns as texts, and sessions as texts. */
export function bm25(): Arm {
  let turns = indexOf([])
  let sessions = indexOf([])
  let texts = new Map<string, string>()
  return {
    name: 'BM25',
    async learn(haystack) {
      turns = indexOf(haystack.turns.map(({ id, text }) => [id, text]))
      const ids = [...new Set(haystack.turns.map(({ session }) => session))]
      sessions = indexOf(ids.map((id) => [id, joined(haystack.turns.filter(({ session }) => session === id))]))
      texts = textsOf(haystack.turns)
    },
    find: async (question) => withTokens({ turns: turns(question), sessions: sessions(question) }, texts),
    close: async () => {},
  }
}

/** How often a question's words stand in a turn, as `grep -c` counts; of equals the newer first. */
export function grep(): Arm {
  let turns: readonly Turn[] = []
  return {
    name: 'grep',
    async learn(haystack) {
      turns = haystack.turns.toSorted((a, b) => b.at - a.at)
    },
    async find(question) {
      const asked = [...new Set(wordsOf(question))]
      const counted = turns.map(({ id, text }) => {
        const lower = text.toLowerCase()
        return { id, hits: asked.filter((word) => lower.includes(word)).length }
      })
      const found = counted.filter(({ hits }) => hits > 0).sort((a, b) => b.hits - a.hits)
      const ids = found.map(({ id }) => id)
      const sessions = sessionsOf(ids, new Map(turns.map(({ id, session }) => [id, session])))
      return withTokens({ turns: ids, sessions }, textsOf(turns))
    },
    close: async () => {},
  }
}

function indexOf(texts: readonly (readonly [string, string])[]): (question: string) => string[] {
  const documents = texts.map(([id, text]) => {
    const words = wordsOf(text)
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    return { id, length: words.length, counts }
  })
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  return (question) => {
    const terms = [...new Set(wordsOf(question))].map((word) => {
      const holding = documents.filter(({ counts }) => counts.has(word)).length
      return { word, idf: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) }
    })
    const scores = documents.map(({ id, length, counts }) => {
      const norm = K1 * (1 - B + (B * length) / average)
      const score = terms.reduce((sum, { word, idf }) => {
        const count = counts.get(word) ?? 0
        return sum + (idf * count * (K1 + 1)) / (count + norm)
      }, 0)
      return { id, score }
    })
    const found = scores.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
    return found.map(({ id }) => id)
  }
}

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word))
const joined = (turns: readonly Turn[]) => turns.map(({ text }) => text).join('\n')
const textsOf = (turns: readonly Turn[]) => new Map(turns.map(({ id, text }) => [id, text]))

const withTokens = (found: Omit<Ranking, 'tokens'>, texts: ReadonlyMap<string, string>): Ranking => ({
  ...found,
  tokens: estimateTokens(
    found.turns
      .slice(0, READ)
      .map((id) => texts.get(id))
      .join('\n'),
  ),
})
