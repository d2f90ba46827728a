import { useEffect } from 'preact/hooks'
import { oneLine } from './words.ts'

/** Names the browser's tab after the page. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) document.title = `${oneLine(name, 60)} · Hindcast`
  }, [name])
}
