import { useSignal } from '@preact/signals'
import type { SearchedKind } from '../src/ports/memory.ts'
import { addressOf } from './address.ts'
import { useAnswer } from './answer.ts'
import type { Found as FoundDocument, Hit } from './documents.ts'
import { Failed, Loading } from './notices.tsx'
import { withoutName } from './story.ts'
import { Badge, Found, Moment, wordsOf } from './text.tsx'
import { useTitle } from './title.ts'
import { count, oneLine, tailOf } from './words.ts'

/** Every kind that search returns: a searched noun that has no name here does not compile. */
const NAMES: Readonly<Record<SearchedKind, string>> = {
  observation: 'Observations',
  prompt: 'Prompts',
  event: 'Tool calls and answers',
  summary: 'Summaries',
  lesson: 'Lessons',
  experience: 'Experiences',
  team: 'Teams',
  run: 'Runs of subagents',
  'peer-note': 'Notes between sessions',
}

const KINDS: readonly (readonly [string | undefined, string])[] = [[undefined, 'All'], ...Object.entries(NAMES)]

const MOST = 50

/** The search results for a query. */
export function Search({ query, kind }: { query: string; kind: string | undefined }) {
  const round = useSignal(0)
  const input = query.trim() === '' ? undefined : { query, kind, limit: MOST }
  const found = useAnswer<FoundDocument>('search', input, round.value)
  const { value, failure, isWaiting } = found.value
  useTitle(input ? `Search: ${query}` : 'Search')
  if (failure) return <Failed failure={failure} retry={() => round.value++} />
  return (
    <>
      <h1 class="unseen">Search</h1>
      <nav class="kinds" aria-label="Type of record">
        {KINDS.map(([name, label]) => (
          <a
            key={label}
            href={addressOf({ name: 'search', query, kind: name })}
            aria-current={name === kind ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {input && (value ? <Results found={value} isWaiting={isWaiting} /> : <Loading />)}
      {!input && (
        <p class="kept">
          Search prompts, answers, tool calls and observations by a word, a name in the code, an error or a file.
        </p>
      )}
    </>
  )
}

function Results({ found: { query, results }, isWaiting }: { found: FoundDocument; isWaiting: boolean }) {
  const words = wordsOf(query)
  if (results.length === 0)
    return (
      <section class="notice" role="status">
        <h2>No results for “{query}”</h2>
        <p>Try fewer or different words, part of an error message, or a file name.</p>
      </section>
    )
  return (
    <>
      <p class="kept" role="status">
        {results.length === MOST ? `Top ${MOST} results` : count(results.length, 'result')}
      </p>
      <ol class="rows" aria-busy={isWaiting}>
        {results.map((hit) => (
          <Row key={hit.id} hit={hit} words={words} />
        ))}
      </ol>
    </>
  )
}

const SNIPPET_MAX = 400

/** A title that begins with the path of a file, with only the end of it. */
function withShortPath(title: string, files: readonly string[]): string {
  const path = files.find((file) => title.startsWith(file))
  return path === undefined ? title : tailOf(path) + title.slice(path.length)
}

function Row({
  hit: { id, type, sessionId, title, snippet, at, files },
  words,
}: {
  hit: Hit
  words: readonly string[]
}) {
  const [head, excerpt] = [oneLine(withShortPath(withoutName({ type, title }), files)), oneLine(snippet, SNIPPET_MAX)]
  return (
    <li>
      <a class="title" dir="auto" href={addressOf({ name: 'session', id: sessionId, at: id })}>
        <Found text={head} words={words} />
      </a>
      {excerpt !== head && (
        <p class="snippet" dir="auto">
          <Found text={excerpt} words={words} />
        </p>
      )}
      <p class="meta">
        <Badge type={type} />
        <Moment at={at} />
        {files.slice(0, 2).map((file) => (
          <span key={file} class="file" title={file}>
            {tailOf(file)}
          </span>
        ))}
        {files.length > 2 && <span>+{count(files.length - 2, 'file')}</span>}
      </p>
    </li>
  )
}
