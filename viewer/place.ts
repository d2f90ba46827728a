import { signal } from '@preact/signals'
import { addressOf, type Place, placeOf } from './address.ts'

/** The place that is shown. */
export const place = signal<Place>({ name: 'sessions' })

/** Follows the address from now on. */
export function followAddress(): void {
  const look = () => {
    place.value = placeOf(location.hash)
  }
  addEventListener('hashchange', look)
  look()
}

/** Goes to a place; `inStead`: the place before it is not gone back to. */
export function goTo(to: Place, inStead = false): void {
  if (inStead) history.replaceState(null, '', addressOf(to))
  else history.pushState(null, '', addressOf(to))
  place.value = to
}
