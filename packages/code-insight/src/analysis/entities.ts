import { type Binding, bindingOf, boundNames, isDefining, isObject, keyOf, nameOf, uncast } from './binding.ts'
import { blockOf, type EntityScope, expressionOf, ownScope, scopeWith, TOP, within } from './entity-scope.ts'
import { functionScope } from './function-scope.ts'
import type { Language } from './language.ts'
import { marksOf } from './marks.ts'
import type { Entity, EntityKind } from './outline.ts'
import { withoutOverloads } from './overloads.ts'
import { declaration, head, signature } from './signature.ts'
import { SourceLines } from './source-lines.ts'
import type {
  AssignNode,
  Body,
  ClassNode,
  CollectionNode,
  Expression,
  FunctionNode,
  ModuleNode,
  StatementNode,
  TypeAlias,
} from './tree.ts'
import { eachPart, type TreeNode } from './tree-parts.ts'

/** A node that an entity is made of; a variable and the function or class that it holds are one. */
export type EntityNode = FunctionNode | ClassNode | AssignNode | TypeAlias

/** The entities of a file, in its order, and the index of each node that is one. Overloads are none: they belong to the implementation. */
export interface Entities {
  readonly entities: readonly Entity[]
  readonly of: ReadonlyMap<EntityNode, number>
}

/** Finds the entities of a file. */
export function entitiesOf(
  module: ModuleNode,
  text: string,
  language: Pick<Language, 'semantics'>,
  lines: SourceLines = new SourceLines(text),
): Entities {
  const found = new Collector(module, text, language, lines)
  found.body(module.body, TOP)
  return found
}

/** An entity before its lines are known. */
interface Draft {
  readonly name: string
  readonly kind: EntityKind
  readonly at: number
  readonly start: number
  readonly end: number
  readonly signature: string
  readonly doc?: string | undefined
  readonly exported?: boolean | undefined
  readonly marks?: readonly string[] | undefined
}

class Collector implements Entities {
  readonly entities: Entity[] = []
  readonly of = new Map<EntityNode, number>()
  readonly #text: string
  readonly #lines: SourceLines
  /** Blocks have names of their own, and objects and members name the functions in them: not so in Python. */
  readonly #isScript: boolean
  /** Names that the file exports in statements of their own. */
  readonly #exported: ReadonlySet<string>
  /** By its name, the index of each variable: it may be assigned again. */
  readonly #variables = new Map<string, number>()

  constructor({ body }: ModuleNode, text: string, { semantics }: Pick<Language, 'semantics'>, lines: SourceLines) {
    this.#text = text
    this.#lines = lines
    this.#isScript = !semantics.explicitSelf
    this.#exported = new Set(body.flatMap(exportedBy))
  }

  body(body: Body, scope: EntityScope): void {
    for (const node of withoutOverloads(body)) this.#visit(node, scope)
  }

  #visit(node: TreeNode, scope: EntityScope): void {
    switch (node.kind) {
      case 'function':
        this.#function(node, scope)
        break
      case 'class':
        this.#class(node, scope)
        break
      case 'alias':
        this.#alias(node, scope)
        break
      case 'assign':
        this.#assign(node, scope)
        break
      case 'evaluate':
        this.#visit(node.value, expressionOf(scope))
        break
      case 'return':
        if (node.value !== undefined) this.#returned(node.value, scope)
        break
      case 'export':
        for (const { value } of node.bindings)
          if (value !== undefined) this.#value(value, defaultBinding(node.start), scope)
        break
      default:
        this.#parts(node, this.#isScript && BLOCKS.has(node.kind) ? blockOf(scope) : scope)
    }
  }

  #parts(node: TreeNode, scope: EntityScope): void {
    eachPart(node, (part) => this.#visit(part, scope))
  }

  /** An object that a function returns names its members. */
  #returned(value: Expression, scope: EntityScope): void {
    const object = uncast(value)
    if (this.#isScript && isObject(object)) this.#members(object, scope)
    else this.#visit(value, scope)
  }

  #assign(node: AssignNode, scope: EntityScope): void {
    const { target, value } = node
    if (target.kind !== 'name') this.#parts(target, expressionOf(scope))
    const binding = bindingOf(node, scope, this.#isScript)
    const kind = value && uncast(value).kind
    if (binding === undefined || (kind !== 'function' && kind !== 'class')) this.#variable(node, scope)
    if (value === undefined) return
    if (binding === undefined) this.#visit(value, expressionOf(scope))
    else this.#value(value, binding, scope)
  }

  /** A value that something gives a name to. */
  #value(value: Expression, binding: Binding, around: EntityScope): void {
    const inner = uncast(value)
    if (inner.kind === 'function') this.#function(inner, binding.scope, binding)
    else if (inner.kind === 'class') this.#class(inner, binding.scope, binding)
    else if (this.#isScript && isObject(inner)) {
      const { name, scope, node } = binding
      const variable = node && this.of.get(node)
      const parent = variable ?? scope.parent
      const exported = variable === undefined && binding.exported
      this.#members(inner, { ...scope, prefix: within(scope, name), parent }, exported)
    } else this.#visit(inner, expressionOf(around))
  }

  /** The members of an object with a name. */
  #members(object: CollectionNode, { prefix, parent, self }: EntityScope, exported?: boolean): void {
    const scope = scopeWith({ prefix, parent, place: 'value' }, self)
    for (const entry of object.entries) {
      const { key, value } = entry
      const name = keyOf(entry, this.#text)
      if (key !== undefined && key.kind !== 'literal') this.#visit(key, scope)
      if (key === undefined || name === undefined) this.#visit(value, scope)
      else {
        const [at, start] = [key.start, Math.min(key.start, value.start)]
        this.#value(value, { name, scope, isMember: true, at, start, exported }, scope)
      }
    }
  }

  #function(node: FunctionNode, scope: EntityScope, binding?: Binding): void {
    for (const decorator of node.decorators) this.#visit(decorator, expressionOf(scope))
    const name = nameOf(node, binding)
    const isMethod = scope.place === 'class' || binding?.isMember === true
    const index =
      name === undefined ? undefined : this.#define(node, name, isMethod ? 'method' : 'function', scope, binding)
    const around = { prefix: within(scope, name), parent: index ?? scope.parent, place: 'function' } as const
    const inner = functionScope(node, around, scope, binding)
    for (const { target, fallback, isField, start, end } of node.parameters) {
      if (isField === true && target.kind === 'name') {
        const said = signature(this.#text, start, end)
        this.#add(
          { name: within(scope, target.name), kind: 'field', at: target.start, start, end, signature: said },
          scope,
        )
      }
      if (target.kind !== 'name') this.#visit(target, inner)
      if (fallback !== undefined) this.#visit(fallback, inner)
    }
    this.body(node.body, inner)
  }

  #class(node: ClassNode, scope: EntityScope, binding?: Binding): void {
    const name = nameOf(node, binding)
    // A type that is written out where it is used defines nothing
    if (name === undefined && node.form === 'type') return
    for (const each of [...node.decorators, ...node.bases]) this.#visit(each, expressionOf(scope))
    for (const { value } of node.keywords) this.#visit(value, expressionOf(scope))
    const index =
      name === undefined || node.isExtension === true ? undefined : this.#define(node, name, node.form, scope, binding)
    const place = node.form === 'namespace' ? 'namespace' : 'class'
    this.body(node.body, ownScope({ prefix: within(scope, name ?? node.label), parent: index ?? scope.parent, place }))
  }

  #alias(node: TypeAlias, scope: EntityScope): void {
    const { at, start, end, doc, exported } = node
    const said = signature(this.#text, start, end)
    const draft = {
      name: within(scope, node.name),
      kind: 'type',
      at,
      start,
      end,
      signature: said,
      doc,
      exported,
    } as const
    this.of.set(node, this.#add(draft, scope))
  }

  #define(
    node: FunctionNode | ClassNode,
    name: string,
    kind: EntityKind,
    scope: EntityScope,
    binding?: Binding,
  ): number {
    const { start, end } = binding?.node ?? node
    const headStart = binding !== undefined && !this.#isScript ? binding.start : node.headStart
    const draft: Draft = {
      name: within(scope, name),
      kind,
      at: binding?.at ?? node.at,
      start: Math.min(start, binding?.start ?? start),
      end,
      signature: head(this.#text, node, headStart),
      doc: node.doc ?? binding?.node?.doc,
      exported: node.exported ?? binding?.exported,
      marks: marksOf(node).filter((mark) => mark !== 'expression' || binding === undefined),
    }
    const index = this.#add(draft, scope)
    this.of.set(node, index)
    if (binding?.node !== undefined) this.of.set(binding.node, index)
    return index
  }

  /** A field of a class, or a variable where those are entities. */
  #variable(node: AssignNode, scope: EntityScope): void {
    const isField = scope.place === 'class' && node.declares !== undefined
    if (!isField && !this.#isListed(node, scope)) return
    const { start, end, doc, exported } = node
    const marks = isField && this.#isScript && node.declares === 'static' ? ['static'] : []
    for (const target of boundNames(node.target)) {
      const name = within(scope, target.name)
      const kind = isField ? 'field' : 'variable'
      const said = declaration(this.#text, node)
      const index =
        this.#variables.get(name) ??
        this.#add({ name, kind, at: target.start, start, end, signature: said, doc, exported, marks }, scope)
      this.#variables.set(name, index)
      if (target === node.target) this.of.set(node, index)
    }
  }

  #isListed(node: AssignNode, { variables }: EntityScope): boolean {
    if (variables === 'none' || !isDefining(node)) return false
    if (!this.#isScript) return true
    return node.declares === 'var' || (variables === 'all' && node.declares !== undefined)
  }

  #add({ name, kind, at, start, end, signature, doc, exported, marks }: Draft, scope: EntityScope): number {
    const lines = this.#lines
    const isExported = exported ?? (scope.prefix === '' && this.#exported.has(name))
    const entity = {
      name,
      kind,
      line: lines.at(at),
      startLine: lines.at(start),
      endLine: lines.at(Math.max(start, end - 1)),
      signature,
      ...(doc === undefined ? {} : { doc }),
      exported: isExported,
      ...(scope.parent === undefined ? {} : { parent: scope.parent }),
      marks: marks ?? [],
    }
    return this.entities.push(entity) - 1
  }
}

const BLOCKS: ReadonlySet<string> = new Set(['if', 'loop', 'try', 'with', 'switch', 'block'])

const defaultBinding = (start: number): Binding => ({
  name: 'default',
  isDefault: true,
  isMember: false,
  scope: TOP,
  at: start,
  start,
  exported: true,
})

function exportedBy(node: StatementNode): readonly string[] {
  if (node.kind !== 'export' || node.module !== undefined) return []
  return node.bindings.flatMap(({ imported }) => imported ?? [])
}
