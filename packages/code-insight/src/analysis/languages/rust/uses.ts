import type { SyntaxNode } from '../../syntax.ts'
import { childIn, partIn, type ThinImport, textOf } from '../../thin/syntax.ts'

/** What a `use` binds: one import for each path. */
export function usedNames(node: SyntaxNode, text: string): readonly ThinImport[] {
  const argument = childIn(node, 'argument')
  return argument ? used(argument, [], text) : []
}

/** `mod name;` is the file of that module, by its name. */
export function declaredModule(node: SyntaxNode, text: string): ThinImport | undefined {
  const name = childIn(node, 'name')
  if (name === undefined) return undefined
  const local = textOf(name, text)
  return { module: `self::${local}`, bindings: [{ imported: '*', local }] }
}

function used(node: SyntaxNode, before: readonly string[], text: string): readonly ThinImport[] {
  switch (node.type) {
    case 'use_list':
      return node.children.flatMap((each) => (each.named ? used(each, before, text) : []))
    case 'scoped_use_list': {
      const list = childIn(node, 'list')
      return list ? used(list, [...before, ...partsOf(childIn(node, 'path'), text)], text) : []
    }
    case 'use_wildcard':
      return [{ module: [...before, ...partsOf(partIn(node, '*'), text)].join('::'), bindings: [], isStar: true }]
    case 'use_as_clause': {
      const [path, alias] = [childIn(node, 'path'), childIn(node, 'alias')]
      return path && alias ? boundTo([...before, ...partsOf(path, text)], textOf(alias, text)) : []
    }
    default:
      return boundTo([...before, ...partsOf(node, text)])
  }
}

/** The names of a path; a module within the file begins with `here`, which is the file. */
function partsOf(path: SyntaxNode | undefined, text: string): readonly string[] {
  if (path === undefined) return []
  if (path.type === 'here') return ['self']
  if (path.type !== 'scoped_identifier') return [textOf(path, text)]
  return [...partsOf(childIn(path, 'path'), text), ...partsOf(childIn(path, 'name'), text)]
}

/** The last name of a path, or the module before `self`. */
function boundTo(path: readonly string[], alias?: string): readonly ThinImport[] {
  const whole = path.at(-1) === 'self' && path.length > 1 ? path.slice(0, -1) : path
  const [module, name] = [whole.slice(0, -1).join('::'), whole.at(-1) ?? '']
  const local = alias ?? name
  const isModule = whole !== path || module === ''
  const binding = { imported: isModule ? '*' : name, local }
  return [{ module: isModule ? whole.join('::') : module, bindings: local === '_' ? [] : [binding] }]
}
