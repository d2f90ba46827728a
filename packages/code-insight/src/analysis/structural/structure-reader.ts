import { type FlowCall, NONE } from '../flow/flows.ts'
import type { CallsByName } from '../language.ts'
import type { Entity } from '../outline.ts'
import type { CallNode, ClassNode, Expression, FunctionNode, Parameter, StatementNode } from '../tree.ts'
import { eachPart, type TreeNode } from '../tree-parts.ts'
import { TermTable } from './term-table.ts'
import { type BoundImport, type EntityTerms, NOTHING, OWN_FILE, type Structure } from './terms.ts'

/** What names mean at a place. */
interface Scope {
  readonly owner: number
  readonly locals: Map<string, number>
  /** The receiver, in a class without a name. */
  readonly self: number | undefined
  readonly around: Scope | undefined
}

const LONGEST = 60

/** Reads a file's neutral tree: what its names mean by their scopes, and what is called. */
export class StructureReader implements Omit<Structure, 'package' | 'entities' | 'terms'> {
  readonly table: TermTable
  readonly given: (readonly number[])[] = []
  readonly bound: BoundImport[] = []
  readonly stars: string[] = []
  readonly extensions: (readonly [string, readonly number[]])[] = []
  readonly stored: Record<string, number> = Object.create(null) as Record<string, number>
  readonly entities = new Map<number, EntityTerms>()
  readonly calls: FlowCall[] = []
  readonly modules: string[] = []
  readonly extended = new Set<string>()
  readonly #outline: readonly Entity[]
  readonly #entityOf: ReadonlyMap<object, number>
  readonly #text: string
  readonly #rules: CallsByName

  constructor(outline: readonly Entity[], entityOf: ReadonlyMap<object, number>, text: string, rules: CallsByName) {
    this.#rules = rules
    this.#outline = outline
    this.#entityOf = entityOf
    this.#text = text
    this.table = new TermTable(text)
  }

  /** The term of what stands last, which is the result where none is written. */
  body(body: readonly TreeNode[], scope: Scope): number | undefined {
    let last: number | undefined
    for (const node of body) last = this.#statement(node, scope)
    return last
  }

  #statement(node: TreeNode, scope: Scope): number | undefined {
    switch (node.kind) {
      case 'import':
        this.modules.push(node.module)
        if (node.isStar) this.stars.push(node.module)
        for (const { imported, local } of node.bindings) this.bound.push({ module: node.module, imported, local })
        break
      case 'export':
        for (const { exported, imported = '' } of node.bindings)
          this.bound.push({ module: OWN_FILE, imported, local: exported })
        break
      case 'alias':
        this.#know(node, { type: this.#type(node.value, scope) })
        break
      case 'assign':
        this.#assign(node, scope)
        break
      case 'block':
        this.body(node.body, { ...scope, locals: new Map(), around: scope })
        break
      default:
        return this.#value(node, scope)
    }
    return undefined
  }

  #assign(node: Extract<StatementNode, { kind: 'assign' }>, scope: Scope): void {
    const { target, value, type } = node
    const isDefinition = value?.kind === 'function' && target.kind === 'member'
    const held = value ? this.#value(value, scope) : undefined
    if (isDefinition) return
    const written = type && this.table.of(['of', this.#type(type, scope)])
    const meant = written ?? held ?? this.table.of(['unknown'])
    const entity = this.#entityOf.get(node)
    if (entity !== undefined) this.#know(node, { type: meant })
    else if (target.kind === 'name') scope.locals.set(target.name, meant)
    else if (target.kind === 'collection')
      for (const [at, { value: each }] of target.entries.entries()) {
        if (each.kind === 'name') this.#part(each.name, this.table.of(['part', meant, at]), scope)
      }
    else if (target.kind === 'member') this.#keep(target, meant, scope)
  }

  /** A local variable, or one of the file that is declared with others. */
  #part(name: string, meant: number, scope: Scope): void {
    const at = scope.owner === NOTHING ? this.#outline.findIndex((entity) => entity.name === name) : NOTHING
    if (at === NOTHING) scope.locals.set(name, meant)
    else this.entities.set(at, { ...this.entities.get(at), type: meant })
  }

  /** What the receiver is given. */
  #keep({ name }: Extract<Expression, { kind: 'member' }>, meant: number, { owner }: Scope): void {
    const method = this.#outline[owner]?.name ?? ''
    const field = `${method.slice(0, Math.max(0, method.lastIndexOf('.')))}.${name}`
    this.stored[field] ??= meant
  }

  /** The term of a value; all calls in it are noted. */
  #value(node: TreeNode, scope: Scope, isCalled = false): number {
    switch (node.kind) {
      case 'name':
      case 'member':
        return this.#named(node, scope, isCalled)
      case 'call':
        return this.#call(node, scope)
      case 'self':
      case 'super':
        return scope.self !== undefined && node.kind === 'self' ? scope.self : this.table.of([node.kind, scope.owner])
      case 'subscript':
        return this.#subscript(node.object, node.index, scope)
      case 'cast':
        this.#value(node.value, scope)
        return this.table.of(['of', this.#type(node.type, scope)])
      case 'collection':
        return this.#collection(node, scope)
      case 'choice':
        return this.#choice(node, scope)
      case 'literal':
        return this.table.of(['outside'])
      case 'function':
        return this.#function(node, scope)
      case 'class':
        return this.#class(node, scope)
      case 'other':
        return this.#other(node.parts, scope)
      case 'evaluate':
        return this.#value(node.value, scope)
      case 'assign':
      case 'import':
      case 'alias':
      case 'block':
        this.#statement(node, scope)
        return this.table.of(['unknown'])
      default:
        eachPart(node, (part) => this.#value(part, scope))
        return this.table.of(['unknown'])
    }
  }

  /** A name, or a member of something, which is used there unless it is called. */
  #named(node: Extract<Expression, { kind: 'name' | 'member' }>, scope: Scope, isCalled: boolean): number {
    const term =
      node.kind === 'name' ? this.#name(node.name, scope) : this.#member(this.#value(node.object, scope), node, scope)
    if (!isCalled) this.table.use(term, node.end, scope.owner)
    return term
  }

  #choice({ test, values }: Extract<Expression, { kind: 'choice' }>, scope: Scope): number {
    if (test) this.#value(test, scope)
    return this.table.of(['any', values.map((value) => this.#value(value, scope))])
  }

  #collection({ type, entries }: Extract<Expression, { kind: 'collection' }>, scope: Scope): number {
    const parts = entries.map(({ value }) => this.#value(value, scope))
    return this.table.of(type === 'tuple' ? ['tuple', parts] : ['list', parts[0] ?? this.table.of(['unknown'])])
  }

  /** A single part may be the value; of several, one that is made a condition or a sum of. */
  #other(parts: readonly TreeNode[], scope: Scope): number {
    const held = parts.map((part) => this.#value(part, scope))
    const [only] = held
    return held.length === 1 && only !== undefined ? only : this.table.of(['unknown'])
  }

  #subscript(object: Expression, index: Expression | undefined, scope: Scope): number {
    const of = this.#value(object, scope)
    if (index?.kind === 'collection')
      return this.table.of(['at', of, index.entries.map(({ value }) => this.#value(value, scope))])
    if (index) this.#value(index, scope)
    return this.table.of(['element', of])
  }

  #name(name: string, scope: Scope): number {
    for (let at: Scope | undefined = scope; at; at = at.around) {
      const local = at.locals.get(name)
      if (local !== undefined) return local
    }
    return this.#free(name, scope)
  }

  #free(name: string, { owner, self }: Scope): number {
    return this.table.of(self === undefined ? ['name', name, owner] : ['within', self, name, owner])
  }

  /** A written type: no local variable is meant by a name in it. */
  #type(node: Expression, scope: Scope): number {
    return this.#value(node, { ...scope, locals: new Map(), around: undefined })
  }

  #call(node: CallNode, scope: Scope): number {
    const { callee, args, form } = node
    const named = callee.kind === 'subscript' ? callee.object : callee
    const [object, of] = this.#callee(callee, scope)
    const given = args.map(({ value }) => this.#value(value, scope))
    const name = named.kind === 'name' || named.kind === 'member' ? named.name : ''
    const text = this.#text.slice(callee.start, callee.end).replace(/\s+/g, ' ').slice(0, LONGEST)
    const site = this.table.site(named.end, scope.owner)
    this.calls.push({ site, form, callee: of, object, name, args: [], text })
    const below = args.findIndex(({ value }) => value.kind === 'class')
    const own = given.filter((_, at) => at !== below)
    this.given.push(own)
    if (below !== -1) return given[below] as number
    return this.table.of(['call', of, own])
  }

  /** What is called on, and what is called. */
  #callee(callee: Expression, scope: Scope): [object: number, of: number] {
    if (callee.kind === 'subscript' && callee.index?.kind === 'collection') {
      const [object, of] = this.#callee(callee.object, scope)
      const args = callee.index.entries.map(({ value }) => this.#value(value, scope))
      return [object, this.table.of(['at', of, args])]
    }
    if (callee.kind === 'name' && this.#rules.callsNoVariables) return [NONE, this.#free(callee.name, scope)]
    if (callee.kind !== 'member') return [NONE, this.#value(callee, scope, true)]
    const object = this.#value(callee.object, scope)
    return [object, this.#member(object, callee, scope)]
  }

  /** A class without a name has members of its own. */
  #member(of: number, { object, name }: Extract<Expression, { kind: 'member' }>, { self, owner }: Scope): number {
    return this.table.of(
      object.kind === 'self' && self !== undefined ? ['within', self, name, owner] : ['member', of, name],
    )
  }

  #function(node: FunctionNode, scope: Scope): number {
    const owner = this.#entityOf.get(node) ?? scope.owner
    const isOwn = owner !== scope.owner
    const inner: Scope = { owner, locals: new Map(), self: scope.self, around: scope }
    const parameters = node.parameters.map((parameter) => this.#parameter(parameter, inner))
    const returns = node.returns && this.table.of(['of', this.#type(node.returns, inner)])
    const last = this.body(node.body, inner)
    if (isOwn)
      this.#know(node, {
        type: returns ?? last,
        arguments: countsOf(node.parameters),
        typeParameters: node.typeParameters,
        parameters: parameters.some((each) => each !== NOTHING) ? parameters : undefined,
      })
    return this.table.of(['unknown'])
  }

  #parameter({ target, type, fallback }: Parameter, scope: Scope): number {
    const written = type ? this.table.of(['of', this.#type(type, scope)]) : NOTHING
    if (target.kind === 'name')
      scope.locals.set(target.name, written === NOTHING ? this.table.of(['unknown']) : written)
    if (fallback) this.#value(fallback, scope)
    return written
  }

  #class(node: ClassNode, scope: Scope): number {
    const bases = node.bases.map((base) => this.#type(base, scope))
    for (const base of node.bases) if (base.kind === 'name' || base.kind === 'member') this.extended.add(base.name)
    const owner = this.#entityOf.get(node)
    if (node.isExtension === true && node.name !== undefined) {
      this.extensions.push([node.name, bases])
      this.body(node.body, { owner: scope.owner, locals: new Map(), self: undefined, around: undefined })
      return this.table.of(['unknown'])
    }
    if (owner === undefined) {
      const self = this.table.of(['heir', bases[0] ?? this.table.of(['unknown'])])
      this.body(node.body, { owner: scope.owner, locals: new Map(), self, around: scope })
      for (const each of node.body) {
        const member = this.#entityOf.get(each)
        if (member !== undefined) this.entities.set(member, { ...this.entities.get(member), heir: self })
      }
      return self
    }
    this.#know(node, { bases, typeParameters: node.typeParameters })
    this.body(node.body, { owner, locals: new Map(), self: undefined, around: scope })
    return this.table.of(['unknown'])
  }

  #know(node: object, terms: EntityTerms): void {
    const entity = this.#entityOf.get(node)
    const said = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined && !isEmpty(value)))
    if (entity !== undefined && Object.keys(said).length > 0) this.entities.set(entity, said)
  }
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

function countsOf(parameters: readonly Parameter[]): readonly [number, number] {
  const least = parameters.filter(({ form, fallback }) => form !== 'rest' && fallback === undefined).length
  return [least, parameters.some(({ form }) => form === 'rest') ? NOTHING : parameters.length]
}
