import type { SyntaxNode } from '../../syntax.ts'
import { childIn, partIn, type ThinDefinition, type ThinImport, type ThinSyntax, textOf } from '../../thin/syntax.ts'
import type { FunctionMark } from '../../tree.ts'

const classLike: ThinDefinition = { kind: 'class', needs: 'body', bases }

/** What C and C++ have in common: C's grammar has a part of the types of nodes that C++'s has. */
export const syntax: ThinSyntax = {
  comments: ['comment'],
  definitions: {
    function_definition: {
      kind: 'function',
      name: 'declarator',
      type: 'type',
      first: ['field_initializer_list'],
      marks,
    },
    declaration: { kind: 'variable', name: 'declarator', type: 'type', value: 'value', marks },
    field_declaration: { kind: 'field', name: 'declarator', type: 'type', value: 'default_value', marks },
    struct_specifier: classLike,
    union_specifier: classLike,
    class_specifier: classLike,
    enum_specifier: { kind: 'enum', needs: 'body' },
    enumerator: { kind: 'field' },
    namespace_definition: { kind: 'namespace' },
    type_definition: { kind: 'alias', name: 'declarator', type: 'type' },
    alias_declaration: { kind: 'alias', type: 'type' },
    preproc_function_def: {
      kind: 'function',
      body: 'value',
      parameters: ['parameters'],
      // It is seen where its file is included
      marks: () => ['static'],
    },
    preproc_def: { kind: 'variable', needs: 'value' },
  },
  groups: [
    ...['preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif', 'preproc_elifdef', 'linkage_specification'],
    ...['declaration_list', 'template_declaration', 'condition_clause', 'init_statement'],
  ],
  groupParameters: ['template_parameter_list'],
  imports: { preproc_include: included, friend_declaration: () => [] },
  calls: {
    call_expression: { callee: 'function' },
    new_expression: { callee: 'type', isNew: true },
    compound_literal_expression: { callee: 'type', isNew: true },
    field_initializer: { callee: '*', arguments: 'argument_list', isNew: true },
  },
  members: {
    field_expression: { object: 'argument', name: 'field' },
    qualified_identifier: { object: 'scope', name: 'name' },
    nested_namespace_specifier: { object: '*', name: '*last' },
  },
  wrappers: {
    parenthesized_declarator: '*',
    parenthesized_expression: '*',
    pointer_expression: 'argument',
    struct_specifier: 'name',
    union_specifier: 'name',
    class_specifier: 'name',
    enum_specifier: 'name',
    type_descriptor: 'type',
    trailing_return_type: '*',
    dependent_name: '*',
    dependent_type: '*',
  },
  names: ['identifier', 'field_identifier', 'namespace_identifier'],
  types: ['type_identifier', 'primitive_type', 'sized_type_specifier'],
  lambdas: { lambda_expression: { kind: 'function', parameters: ['declarator'] } },
  locals: {
    for_range_loop: { name: 'declarator', type: 'type', each: 'right' },
    parameter_declaration: { name: 'declarator', type: 'type' },
  },
  declarators: {
    function_declarator: { name: 'declarator', parameters: 'parameters', type: 'trailing_return_type' },
    pointer_declarator: { name: 'declarator' },
    array_declarator: { name: 'declarator', isList: true },
    reference_declarator: { name: '*' },
    attributed_declarator: { name: '*' },
    init_declarator: { name: 'declarator', value: 'value' },
  },
  parameters: {
    parameter_declaration: { name: 'declarator', type: 'type' },
    optional_parameter_declaration: { name: 'declarator', type: 'type', isOptional: true },
    variadic_parameter_declaration: { name: 'declarator', type: 'type', isRest: true },
    variadic_parameter: { name: 'declarator', isRest: true },
  },
  self: ['this'],
  casts: { cast_expression: { type: 'type', value: 'value' } },
  generics: {
    template_type: { type: 'name', arguments: 'arguments' },
    template_function: { type: 'name', arguments: 'arguments' },
    template_method: { type: 'name', arguments: 'arguments' },
  },
  elements: { subscript_expression: 'argument' },
  choices: { conditional_expression: ['consequence', 'alternative'] },
  literals: ['null'],
  literalTypes: {
    string_literal: 'text',
    concatenated_string: 'text',
    raw_string_literal: 'text',
    char_literal: 'character',
    number_literal: numberType,
    true: 'bool',
    false: 'bool',
  },
  blocks: [
    ...['compound_statement', 'if_statement', 'for_statement', 'for_range_loop', 'while_statement', 'switch_statement'],
    ...['catch_clause'],
  ],
  inferred: ['auto'],
  isPublic: (_, node, text) => !hasWord(node, text, 'static'),
}

/** The type of a number as it is written. */
function numberType(written: string): string {
  if (/^0x/i.test(written)) return 'int'
  if (/[.e]/i.test(written)) return /f$/i.test(written) ? 'float' : 'double'
  return /u/i.test(written) ? 'unsigned' : /l$/i.test(written) ? 'long' : 'int'
}

const NUMBERS =
  'int unsigned long short float double bool char character size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t'.split(
    ' ',
  )

/** What may be given for what. Texts and characters in the source have types of their own here. */
export const convertible: readonly (readonly string[])[] = [
  NUMBERS,
  ['char', 'text'],
  ['string', 'string_view', 'text'],
]

/** What gives a pointer to a new instance. */
export const makers: readonly string[] = ['make_shared', 'make_unique']

const hasWord = (node: SyntaxNode, text: string, word: string): boolean =>
  node.children.some((each) => each.type === 'storage_class_specifier' && textOf(each, text) === word)

/** What has a name but no type runs where an instance is made. */
function marks(node: SyntaxNode, text: string): readonly FunctionMark[] {
  const isTyped = childIn(node, 'type') !== undefined
  return [
    ...(hasWord(node, text, 'static') ? (['static'] as const) : []),
    ...(isTyped ? [] : (['constructor'] as const)),
  ]
}

function bases(node: SyntaxNode): readonly SyntaxNode[] {
  const named = partIn(node, 'base_class_clause')?.children.filter((each) => each.named) ?? []
  return named.filter(({ type }) => type !== 'access_specifier')
}

/** All that the included file declares is seen. */
function included(node: SyntaxNode, text: string): ThinImport | undefined {
  const path = childIn(node, 'path')
  return path && { module: textOf(path, text).slice(1, -1), bindings: [], isStar: true }
}

/** The headers of the languages' and the system's own libraries that a project may have files of the same name as. */
export const library: ReadonlySet<string> = new Set(
  'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype unistd fcntl dirent poll pthread sched semaphore syslog termios regex getopt grp pwd netdb dlfcn glob fnmatch iconv langinfo libgen search spawn utime'
    .split(' ')
    .map((name) => `${name}.h`),
)
