import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { isCode } from '../known-languages.ts'
import { likeWords } from '../like-words.ts'
import type { CodeQuestion, SearchExtra } from '../questions.ts'
import { rankCode } from '../search.ts'
import { searchWords } from '../search-words.ts'
import type { CodeCandidate, CodeView } from '../view.ts'
import type { CodeAnswered } from './answered.ts'
import { shownEntity } from './target.ts'

type SearchQuestion = CodeQuestion & { kind: 'search' }

/** Entities by plain words: names, then documentation, then bodies; source before everything else. */
export function searchAnswer({ query, extras, limit, embedding }: SearchQuestion, view: CodeView): CodeAnswered {
  const words = askedWords(query)
  if (words.length === 0) return { kind: 'search', query, results: [] }
  const all = [...new Set([...words, ...words.flatMap(likeWords)])]
  const found = view.searched(all, Math.max(MOST_CANDIDATES, limit * 5))
  const similar = embedding === undefined ? [] : view.similar(embedding, MOST_SIMILAR)
  const ranked = rankCode(query, words, found, (each) => weightOf(each, extras, view), similar)
  return {
    kind: 'search',
    query,
    results: ranked.slice(0, limit).map(({ candidate, score, why }) => ({
      ...shownEntity(candidate),
      score: Math.round(score * 1_000) / 1_000,
      why,
    })),
  }
}

/** Words such as `where` and `the` say nothing, unless there are no others. */
function askedWords(query: string): readonly string[] {
  const telling = query.split(/[^\p{L}\p{N}_$]+/u).filter((word) => !STOP_WORDS.has(word.toLowerCase()))
  const words = searchWords(telling.join(' '))
  return words.length > 0 ? words : searchWords(query)
}

const MOST_CANDIDATES = 300
/** The last of these is as similar as most of a project is to anything. */
const MOST_SIMILAR = 100

/** What is not source counts for less, unless it is asked for. */
function weightOf({ file, entity }: CodeCandidate, extras: readonly SearchExtra[], view: CodeView): number {
  const about = view.file(file)
  const isExtra: Readonly<Record<SearchExtra, boolean>> = {
    tests: about?.isTest ?? false,
    docs: !isCode(file) || /(^|\/)(docs?|examples?)\//.test(file),
    generated: about?.isGenerated ?? false,
    vendored: about?.isVendored ?? false,
  }
  const kinds = (Object.keys(isExtra) as SearchExtra[]).filter((kind) => isExtra[kind])
  const own = RUNS.has(entity.kind) ? 1 : DESCRIBES
  return kinds.length === 0 || kinds.some((kind) => extras.includes(kind)) ? own : own * NOT_ASKED_FOR
}

const NOT_ASKED_FOR = 0.3
/** Plain words mostly mean what is done; types and values only describe it. */
const DESCRIBES = 0.6
const RUNS: ReadonlySet<string> = new Set(['function', 'method', 'class'])
