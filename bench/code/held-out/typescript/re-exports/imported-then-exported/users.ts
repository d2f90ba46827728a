const users = ['ada', 'bob']

export async function fetchUser(id: number): Promise<string> {
  return users[id - 1] ?? missing(id)
}

export async function removeUser(id: number): Promise<number> {
  users.splice(id - 1, 1)
  return users.length
}

function missing(id: number): never {
  throw new Error(`no user ${id}`)
}
