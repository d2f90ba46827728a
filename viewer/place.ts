import { signal } from '@preact/signals'
import { addressOf, type Place, placeOf } from './address.ts'

/** The current place. */
export const place = signal<Place>({ name: 'sessions' })

/** Keeps the place in step with the address. */
export function followAddress(): void {
  const look = () => {
    place.value = placeOf(location.hash)
  }
  addEventListener('hashchange', look)
  look()
}

/** Goes to a place; with `inStead` it replaces the current one in the browser's history. */
export function goTo(to: Place, inStead = false): void {
  if (inStead) history.replaceState(null, '', addressOf(to))
  else history.pushState(null, '', addressOf(to))
  place.value = to
}
