/** A page of the viewer, as the part of the address after `#` names it. */
export type Place =
  | { readonly name: 'sessions'; readonly project?: string | undefined }
  | { readonly name: 'search'; readonly query: string; readonly kind?: string | undefined }
  | { readonly name: 'session'; readonly id: string; readonly at?: string | undefined }
  | { readonly name: 'record'; readonly id: string }
  | { readonly name: 'lessons' }
  | { readonly name: 'nowhere'; readonly hash: string }

/** The address of a place, for links. */
export function addressOf(to: Place): string {
  if (to.name === 'sessions') return `#/${queryOf({ project: to.project })}`
  if (to.name === 'search') return `#/search${queryOf({ q: to.query, kind: to.kind })}`
  if (to.name === 'lessons') return '#/lessons'
  if (to.name === 'session') return `#/session/${encodeURIComponent(to.id)}${queryOf({ at: to.at })}`
  return to.name === 'record' ? `#/record/${encodeURIComponent(to.id)}` : to.hash
}

/** The place of an address; one that nothing is at leads nowhere. */
export function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [name, ...rest] = path.split('/')
  const given = new URLSearchParams(query)
  const id = decoded(rest.join('/'))
  if (name === 'search') return { name, query: given.get('q') ?? '', kind: given.get('kind') ?? undefined }
  if (name === 'session' && id !== '') return { name, id, at: given.get('at') ?? undefined }
  if (name === 'record' && id !== '') return { name, id }
  if (path === 'lessons') return { name: 'lessons' }
  if (path === '') return { name: 'sessions', project: given.get('project') ?? undefined }
  return { name: 'nowhere', hash }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function queryOf(pairs: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(pairs)) if (value) query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}
