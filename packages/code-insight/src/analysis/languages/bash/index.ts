import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { baseName, folderOf, joinPaths } from '@hindcast/text/paths.ts'
import type { CodeFiles, ImportResolver } from '../../language.ts'
import type { SyntaxNode } from '../../syntax.ts'
import { thinLanguage } from '../../thin/language.ts'
import { type Reshaping, withType } from '../../thin/reshape.ts'
import { childIn, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'

const syntax: ThinSyntax = {
  comments: ['comment'],
  definitions: { function_definition: { kind: 'function' }, variable: { kind: 'variable', value: 'value' } },
  groups: ['declaration_command'],
  imports: { command: sourced },
  calls: { command: { callee: 'name' } },
  members: {},
  wrappers: { command_name: '*' },
  names: ['word'],
  types: [],
  lambdas: {},
  locals: {},
  isPublic: () => true,
}

/** `source path`, `. path`: what is computed in the path is left out, if a name of a file follows it. */
function sourced(node: SyntaxNode, text: string): ThinImport | undefined {
  const [name, path] = [childIn(node, 'name'), childIn(node, 'argument')]
  if (!name || !path || !['source', '.'].includes(textOf(name, text))) return undefined
  const written = textOf(path, text).replaceAll(/["']/g, '')
  const known = /(?:^|[)}\w]\/|\/)([\w.-]+(?:\/[\w.-]+)*)$/.exec(written)?.[1]
  const isPlain = /^[\w./-]+$/.test(written)
  if (known === undefined && !isPlain) return undefined
  return { module: isPlain ? written : (known ?? written), bindings: [], isStar: true }
}

/** From the file's folder or the root, else the only file whose path ends so. */
function resolver(project: CodeFiles): ImportResolver {
  return {
    resolve: (module, from) => {
      const near = [joinPaths(folderOf(from), module), joinPaths('', module)].find((path) => path && project.has(path))
      const ending = project.ending(module.replace(/^(?:\.{0,2}\/)+/, ''))
      const path = near ?? (ending.length === 1 ? ending[0] : undefined)
      return path === undefined ? { kind: 'outside', name: module } : { kind: 'file', path }
    },
  }
}

/** What is assigned outside of functions is a variable of the program, where it is first. */
function variables(root: SyntaxNode, text: string): SyntaxNode {
  const seen = new Set<string>()
  const visit = (node: SyntaxNode): SyntaxNode => {
    if (node.type === 'variable_assignment') {
      const name = childIn(node, 'name')
      const written = name && name.type === 'variable_name' ? textOf(name, text) : undefined
      if (written === undefined || seen.has(written)) return node
      seen.add(written)
      return withType(node, 'variable')
    }
    return node.type === 'declaration_command' ? withType(node, node.type, node.children.map(visit)) : node
  }
  return withType(root, root.type, root.children.map(visit))
}

const reshape: Reshaping = { program: variables }

/** Shell scripts, as far as their grammar alone says it. */
export default thinLanguage({
  name: cleanLiteral`bash`,
  grammars: { '.sh': 'bash', '.bash': 'bash', '.ksh': 'bash', '.zsh': 'bash', '.bats': 'bash' },
  shebang: /^#!.*\b(?:ba|da|k|z)?sh\b/,
  manifests: [],
  syntax,
  reshape,
  builtins:
    'echo printf cd exit return test local export readonly declare set unset shift read eval exec trap wait kill source true false let getopts ulimit umask pushd popd command builtin type hash alias cat grep sed awk cut sort uniq head tail tr wc find xargs ls cp mv rm mkdir rmdir touch chmod chown ln dirname basename date sleep tee git curl make'.split(
      ' ',
    ),
  byName: { callsBare: true, module: 'file' },
  resolver,
  isTest: (path) => /(?:^|\/)tests?\/|\.bats$/.test(path) || baseName(path).startsWith('test'),
})
