import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { inRole, nodeAround, withType } from '../../thin/reshape.ts'
import { includeResolver } from '../../thin/resolving.ts'
import { childIn, textOf } from '../../thin/syntax.ts'
import { withoutMacros } from '../c/parsable-text.ts'
import { convertible, library, makers, syntax } from '../c/syntax.ts'

const ENDINGS = ['.cc', '.cpp', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl', '.tpp', '.cppm', '.ixx']

/** What a type is written as of which a variable is an instance by being declared. */
const CLASSES = ['type_identifier', 'qualified_identifier', 'template_type']

/** `Thing t, u(1), v{2};` makes three instances. */
function instances(node: SyntaxNode, text: string): SyntaxNode {
  const type = childIn(node, 'type')
  const isElsewhere = node.children.some((each) => textOf(each, text) === 'extern')
  if (type === undefined || isElsewhere || !CLASSES.includes(type.type)) return node
  const made = node.children.map((each) => {
    const declarator = each.type === 'identifier' ? each : childIn(each, 'declarator')
    const given = childIn(each, 'value')
    if (each.field !== 'declarator' || declarator?.type !== 'identifier') return each
    if (given && given.type !== 'argument_list' && given.type !== 'initializer_list') return each
    const value = nodeAround('compound_literal_expression', { type, arguments: given })
    return inRole(nodeAround('init_declarator', { declarator, value }), 'declarator')
  })
  return withType(node, node.type, made)
}

/** C++, as far as what is written says it. */
export default thinLanguage({
  name: cleanLiteral`cpp`,
  grammars: Object.fromEntries(ENDINGS.map((ending) => [ending, 'cpp'])),
  parsableText: withoutMacros,
  manifests: [],
  syntax,
  reshape: { declaration: instances },
  builtins: [],
  byName: { module: 'program', hasImplicitReceiver: true, hasSmartPointers: true, family: 'c', makers, convertible },
  resolver: includeResolver(library),
  isTest: (path) => /(?:^|\/)tests?\/|(?:^|[/_-])tests?\.[a-z+]+$/i.test(path),
})
