import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, type Place, placeOf } from '../../viewer/address.ts'
import { character } from '../domain/characters.ts'

const text = fc.string({ unit: character, minLength: 1 }).filter((given) => given.isWellFormed())
const maybe = fc.option(text, { nil: undefined })
const places: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ name: fc.constant('sessions' as const), project: maybe }),
  fc.record({ name: fc.constant('search' as const), query: text, kind: maybe }),
  fc.record({ name: fc.constant('session' as const), id: text, at: maybe }),
  fc.record({ name: fc.constant('record' as const), id: text }),
  fc.constant({ name: 'lessons' as const }),
)

test('every place has an address that leads back to it, whatever characters its ids and words contain', () => {
  fc.assert(fc.property(places, (place) => void expect(placeOf(addressOf(place))).toEqual(place)))
})

test('every address parses to a place, and an unknown one to none', () => {
  const names = fc.constantFrom('', '#', '#/session', '#/session/', '#/record/%', '#/search?q', '#main')
  fc.assert(fc.property(fc.oneof(fc.string(), names), (hash) => void expect(placeOf(hash)).toHaveProperty('name')))
  for (const hash of ['#/session/%E0%A4%A', '#/settings']) expect(placeOf(hash)).toEqual({ name: 'nowhere', hash })
  expect(placeOf('')).toEqual({ name: 'sessions', project: undefined })
})
