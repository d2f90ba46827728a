import { refuseNewerFile } from '../adapters/store/sqlite/migrate.ts'
import { migrations } from '../adapters/store/sqlite/migrations/index.ts'
import { loadConfig } from '../config/config.ts'
import type { Home } from '../config/home.ts'
import { HindcastError } from '../domain/errors.ts'

/** Throws `store-refused` before anything is stopped or written, where a newer release has changed the database since. */
export async function refuseDowngrade(home: Home): Promise<void> {
  // A configuration that is broken stops the daemon, with its own words
  const named = await loadConfig(home.config, process.env).then(
    ({ values }) => values['store.url'],
    () => '',
  )
  await refuseNewerFile(named || home.database, migrations).catch((thrown: Error) => {
    throw new HindcastError('store-refused', thrown.message)
  })
}
