import { fetchUser, removeUser } from './users'

export { fetchUser }

export const api = { fetchUser, remove: removeUser }
