import { useSignal } from '@preact/signals'
import type { SearchedKind } from '../src/ports/memory.ts'
import { addressOf } from './address.ts'
import { useAnswer } from './answer.ts'
import type { Found as FoundDocument, Hit } from './documents.ts'
import { Failed, Notice } from './notices.tsx'
import { withoutName } from './story.ts'
import { Badge, Found, Moment, wordsOf } from './text.tsx'
import { count, tailOf } from './words.ts'

/** Every kind that search finds: a noun that is searched and has no name here does not compile. */
const NAMES: Readonly<Record<SearchedKind, string>> = {
  observation: 'Observations',
  prompt: 'Prompts',
  event: 'Tool calls and answers',
  summary: 'Summaries',
}

const KINDS: readonly (readonly [string | undefined, string])[] = [[undefined, 'All'], ...Object.entries(NAMES)]

const MOST = 50

/** What is found for some words. */
export function Search({ query, kind }: { query: string; kind: string | undefined }) {
  const round = useSignal(0)
  const input = query.trim() === '' ? undefined : { query, kind, limit: MOST }
  const found = useAnswer<FoundDocument>('search', input, round.value)
  const { value, failure, isWaiting } = found.value
  return (
    <>
      <h1 class="unseen">Search</h1>
      <nav class="kinds" aria-label="Kinds of record">
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
      {failure && <Failed failure={failure} retry={() => round.value++} />}
      {input && value && <Results found={value} isWaiting={isWaiting} />}
      {!input && <p class="kept">Words, names, errors, files: whatever was said or done.</p>}
    </>
  )
}

function Results({ found: { query, results }, isWaiting }: { found: FoundDocument; isWaiting: boolean }) {
  if (results.length === 0)
    return (
      <Notice title={`Nothing kept matches “${query}”`}>
        <p>Fewer or other words may find it: a name in the code, a part of the error, a file.</p>
      </Notice>
    )
  const words = wordsOf(query)
  return (
    <>
      <p class="kept" role="status">
        {results.length === MOST ? `The best ${MOST}` : count(results.length, 'record')}
      </p>
      <ol class="rows" aria-busy={isWaiting}>
        {results.map((hit) => (
          <Row key={hit.id} hit={hit} words={words} />
        ))}
      </ol>
    </>
  )
}

function Row({
  hit: { id, type, sessionId, title, snippet, at, files },
  words,
}: {
  hit: Hit
  words: readonly string[]
}) {
  return (
    <li>
      <a class="title" dir="auto" href={addressOf({ name: 'session', id: sessionId, at: id })}>
        <Found text={withoutName({ type, title })} words={words} />
      </a>
      {snippet !== title && (
        <p class="snippet" dir="auto">
          <Found text={snippet} words={words} />
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
        {files.length > 2 && <span>+{files.length - 2}</span>}
      </p>
    </li>
  )
}
