import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { CodeFiles, ImportResolver } from '../../language.ts'
import { thinLanguage } from '../../thin/language.ts'
import { closest } from '../../thin/resolving.ts'
import type { ThinSyntax } from '../../thin/syntax.ts'
import { bound } from './imports.ts'
import { reshape } from './reshape.ts'

const syntax: ThinSyntax = {
  comments: ['comment', 'documentation'],
  definitions: {
    module: { kind: 'class' },
    protocol: { kind: 'interface' },
    implementation: { kind: 'class' },
    function: { kind: 'function', parameters: ['parameters'] },
    private_function: { kind: 'function', parameters: ['parameters'], marks: () => ['private'] },
    attribute: { kind: 'field', value: 'value' },
  },
  groups: [],
  imports: { binding: bound },
  calls: { call: { callee: 'target' }, creation: { callee: '*', isNew: true } },
  members: { dot: { object: 'left', name: 'right' } },
  wrappers: {},
  names: ['identifier', 'alias', 'operator_identifier'],
  types: [],
  lambdas: { anonymous_function: { kind: 'function', parameters: ['parameters'], body: 'body' } },
  locals: { match: { name: 'left', value: 'right' }, generator: { name: 'left' }, stab_clause: { name: 'left' } },
  parameters: { parameter: { name: 'name', fallback: 'fallback' } },
  self: ['__MODULE__'],
  literals: ['quoted_content', 'atom', 'integer', 'float', 'boolean', 'nil'],
  isPublic: (_, { type }) => type !== 'private_function',
}

/** A module is in the file that is called as it is: `Till.CartItem` in `till/cart_item.ex`. */
function resolver(project: CodeFiles): ImportResolver {
  return {
    resolve: (module, from, member) => {
      const parts = [module, member].filter(Boolean).join('.').split('.')
      const snake = parts.map((part) => part.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase())
      const paths = snake.flatMap((_, at) => project.ending(`${snake.slice(at).join('/')}.ex`))
      const path = closest(paths.slice(0, 1), from)
      return path === undefined ? { kind: 'outside', name: module } : { kind: 'file', path }
    },
  }
}

/** Elixir, as far as its grammar alone says it: definitions are calls of macros there. */
export default thinLanguage({
  name: cleanLiteral`elixir`,
  grammars: { '.ex': 'elixir', '.exs': 'elixir' },
  manifests: [],
  syntax,
  reshape,
  builtins:
    'if unless case cond with for try receive quote unquote raise throw exit send spawn self inspect is_nil is_map is_list is_binary is_atom is_integer is_tuple is_function is_number hd tl length map_size elem put_elem div rem abs max min round trunc to_string apply struct defstruct defexception'.split(
      ' ',
    ),
  byName: { callsBare: true, module: 'package', hasOneOfName: true, hasImplicitReceiver: true },
  resolver,
  isTest: (path) => /(?:^|\/)test\/|_test\.exs$/.test(path),
})
