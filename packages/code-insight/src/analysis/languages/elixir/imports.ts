import type { SyntaxNode } from '../../syntax.ts'
import { below, partIn, type ThinImport, textOf } from '../../thin/syntax.ts'

/** `alias A.B`, `alias A.{B, C}`, `alias A.B, as: C`, `import A`, `use A`, `require A`. */
export function bound(node: SyntaxNode, text: string): readonly ThinImport[] {
  const [keyword, given] = [partIn(node, 'target'), partIn(node, 'arguments')]
  const path = given && partIn(given, '*')
  if (!keyword || !given || !path) return []
  const isAlias = textOf(keyword, text) === 'alias'
  const as = [...below(given)].find(
    ({ type, start, end }) => type === 'keyword' && /^as:\s*$/.test(text.slice(start, end)),
  )
  const alias = as && [...below(given)].find(({ type, start }) => type === 'alias' && start > as.end - 1)
  return modulesOf(path, text).map((module) => {
    const at = module.lastIndexOf('.')
    if (!isAlias) return { module, bindings: [], isStar: true }
    const imported = module.slice(at + 1)
    const local = alias ? textOf(alias, text) : imported
    return { module: module.slice(0, Math.max(0, at)), bindings: [{ imported, local }] }
  })
}

function modulesOf(path: SyntaxNode, text: string): readonly string[] {
  if (path.type === 'alias') return [textOf(path, text)]
  const [before, names] = [partIn(path, 'left'), partIn(path, 'right')]
  if (path.type !== 'dot' || !before || names?.type !== 'tuple') return []
  return names.children.flatMap((each) => (each.named ? [`${textOf(before, text)}.${textOf(each, text)}`] : []))
}
