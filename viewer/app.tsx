import { useEffect, useRef } from 'preact/hooks'
import { addressOf, type Place } from './address.ts'
import { isLocked } from './api.ts'
import { Lessons } from './lessons.tsx'
import { NotFound, SignedOut } from './notices.tsx'
import { place } from './place.ts'
import { RecordPage } from './record.tsx'
import { Search } from './search.tsx'
import { SessionPage } from './session.tsx'
import { Sessions } from './sessions.tsx'
import { Top } from './top.tsx'

/** The whole page. */
export function App() {
  const here = place.value
  const main = useRef<HTMLElement>(null)
  const name = here.name === 'search' ? 'search' : addressOf(here)
  useEffect(() => {
    // A new page takes the focus, unless someone is typing a search or a record in the session takes it
    if (here.name !== 'search' && !(here.name === 'session' && here.at)) main.current?.focus({ preventScroll: true })
  }, [name])
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Top here={here} />
      <main ref={main} id="main" tabIndex={-1}>
        {isLocked.value ? <SignedOut /> : <Here place={here} />}
      </main>
    </>
  )
}

function Here({ place: here }: { place: Place }) {
  if (here.name === 'search') return <Search query={here.query} kind={here.kind} />
  if (here.name === 'session') return <SessionPage key={here.id + (here.at ?? '')} id={here.id} at={here.at} />
  if (here.name === 'lessons') return <Lessons />
  if (here.name === 'nowhere') return <NotFound why="There is no page at this address." />
  return here.name === 'record' ? <RecordPage key={here.id} id={here.id} /> : <Sessions project={here.project} />
}
