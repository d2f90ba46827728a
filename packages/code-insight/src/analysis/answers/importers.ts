import type { CodeView, ImportEdge, Placed } from '../view.ts'

/** An import of an entity, and the file that passes it on, if that is not its own. */
interface EntityImport extends ImportEdge {
  readonly through?: string | undefined
}

/** The imports of an entity by its file's exported names, and by those of every file that passes it on. Members stand for what they belong to. */
export function importersOfEntity(placed: Placed, view: CodeView): readonly EntityImport[] {
  const own = placed.file
  const found: EntityImport[] = []
  const seen = new Set<string>()
  const users = usersOf(placed, view)
  const open = [{ file: own, names: exportedAs(placed, view) }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { file, names } = at
    for (const edge of view.importersOf(file)) {
      const through = file === own ? undefined : file
      const passed = passedOn(edge, names, view)
      const fresh = passed.filter((name) => !seen.has(`${edge.from}:${name}`))
      for (const name of fresh) seen.add(`${edge.from}:${name}`)
      if (fresh.length > 0 && edge.from !== own) open.push({ file: edge.from, names: new Set(fresh) })
      if (isNamed(edge, names) || passed.length > 0 || (isWhole(edge) && users.has(edge.from)))
        found.push({ ...edge, through })
    }
  }
  return found
}

const isWhole = ({ fact }: ImportEdge): boolean => fact.names.includes('*')

/** Whether an import names one of these; `*` is the module itself, which a default import gives, too. */
const isNamed = ({ fact }: ImportEdge, names: ReadonlySet<string>): boolean =>
  fact.names.some((name) => names.has(name) || (name === 'default' && names.has('*')))

/** The names under which a file exports an entity, or what it is a member of. */
function exportedAs({ file, entity }: Placed, view: CodeView): ReadonlySet<string> {
  const [top = ''] = entity.name.split('.')
  const entities = view.outline(file)?.entities ?? []
  const owner = entities.findIndex(({ name }) => name === top)
  // What is defined within a function is nobody's to import
  if (top !== entity.name && entities[owner]?.kind === 'function') return new Set()
  const exported = view.exports(file).filter((each) => each.entity === owner || (each.name === top && !each.of))
  return new Set([...exported.map(({ name }) => name), ...(entities[owner]?.exported ? [top] : [])])
}

/** The names under which the importing file exports what it imports under one of these. */
function passedOn({ from, fact }: ImportEdge, names: ReadonlySet<string>, view: CodeView): readonly string[] {
  if (view.importersOf(from).length === 0) return []
  return view.exports(from).flatMap(({ name, of }) => {
    if (of === undefined || of.module !== fact.module) return []
    if (of.name !== '*') return names.has(of.name) || (of.name === 'default' && names.has('*')) ? [name] : []
    // All of a module is passed on, or what took its place
    if (name === '*') return [...names].filter((each) => each !== 'default')
    return names.has('*') ? [name] : []
  })
}

/** Files that call or use an entity. */
const usersOf = ({ file, entity }: Placed, view: CodeView): ReadonlySet<string> =>
  new Set([...view.callsTo(file, entity.name), ...view.referencesTo(file, entity.name)].map(({ from }) => from.file))
