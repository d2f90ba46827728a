import { api } from './api'
import { fetchUser } from './api'

async function run(): Promise<string> {
  const user = await fetchUser(1)
  const again = await api.fetchUser(2)
  return [user, again, await api.remove(1)].join()
}

run().then(console.log)
