import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evidenceOf, writeHistory } from '../daemon/history.ts'
import { kill, makeWorld, until, type World } from '../daemon/world.ts'

const SESSIONS = 20
const TURNS = 20
const MOMENTS = Array.from({ length: 10 }, (_, n) => n)

async function started(): Promise<World> {
  const world = makeWorld()
  writeHistory(world, SESSIONS, TURNS)
  await world.start()
  return world
}

describe('an import that is killed and run again', () => {
  let record: object
  let ms: number
  beforeAll(async () => {
    const world = await started()
    const importing = world.api('import')
    await until('the importer is there', () => world.importers().length === 1)
    const began = performance.now()
    await importing
    ms = performance.now() - began
    record = await evidenceOf(world)
    world.remove()
  })
  const worlds: World[] = []
  afterAll(() => {
    for (const world of worlds) world.remove()
  })
  const begun = async () => {
    const world = await started()
    worlds.push(world)
    const importing = world.api('import').catch(() => undefined)
    await until('the importer is there', () => world.importers().length === 1)
    return { world, importing }
  }

  test.each(MOMENTS)(
    'with the importer killed at moment %i of ten, gives the same record, row by row',
    async (moment) => {
      const { world, importing } = await begun()
      await sleep((ms * moment) / MOMENTS.length)
      for (const pid of world.importers()) kill(pid)
      await importing
      await world.api('import')
      expect(await evidenceOf(world)).toEqual(record)
    },
  )

  test.each(MOMENTS)(
    'with the daemon killed at moment %i of ten, gives the same record, row by row',
    async (moment) => {
      const { world, importing } = await begun()
      await sleep((ms * moment) / MOMENTS.length)
      for (const pid of world.daemons()) kill(pid)
      await importing
      await until('the importer is gone', () => world.importers().length === 0)
      await world.start()
      await world.api('import')
      expect(await evidenceOf(world)).toEqual(record)
    },
  )
})
