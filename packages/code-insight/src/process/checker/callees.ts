import type ts from 'typescript'
import { Candidates } from './candidates.ts'
import type { Tracer } from './tracer.ts'
import { constituents, isOwnNode, plain, type ShardView } from './view.ts'

type Callback = ts.CallExpression | ts.NewExpression

/** What runs when an instance is made, and the classes of it that inherit their constructor. */
export interface Creation {
  readonly runs: Candidates
  readonly inherits: Candidates
}

/** What each form of a call runs. */
export class Callees {
  readonly #view: ShardView
  readonly #tracer: Tracer

  constructor(view: ShardView, tracer: Tracer) {
    this.#view = view
    this.#tracer = tracer
  }

  /** `f(…)`, `f.call(…)`. */
  ofCall(node: ts.CallExpression): Candidates {
    const { ts } = this.#view
    const callee = plain(ts, node.expression)
    if (ts.isPropertyAccessExpression(callee) && /^(?:call|apply)$/.test(callee.name.text)) {
      const called = this.#view.checker.getTypeAtLocation(callee.expression)
      if (called.getCallSignatures().length > 0) return this.#functions(this.#tracer.of(callee.expression))
    }
    return this.#functions(this.#tracer.of(callee))
  }

  /** `new C(…)`, `<C/>`: the constructor that runs, or the class; a function if it is one. */
  ofClass(node: ts.Expression): Creation {
    return this.#creationOf(this.#tracer.of(plain(this.#view.ts, node)))
  }

  /** `super(…)`: what makes the class above. */
  ofSuper(node: ts.CallExpression): Creation {
    const { ts } = this.#view
    const owner = ts.findAncestor(node, (each) => ts.isClassLike(each)) as ts.ClassLikeDeclaration | undefined
    const [above, runs] = owner ? [this.#above(owner), this.#baseOf(owner, 0)] : []
    if (above) return this.#creationOf(new Candidates().add(above), runs)
    return { runs: runs ? new Candidates().add(runs) : new Candidates().outside(), inherits: new Candidates() }
  }

  /** Of these candidates; `known`: the constructor, where it is known. */
  #creationOf(found: Candidates, known?: ts.Node): Creation {
    const { ts } = this.#view
    const [runs, inherits] = [copyOf(found), copyOf(found)]
    for (const each of found.nodes) {
      const maker = ts.isClassLike(each) ? (known ?? this.#constructorOf(each, 0)) : undefined
      runs.add(maker ?? each)
      if (maker && maker.parent !== each) inherits.add(each)
    }
    return { runs, inherits }
  }

  /** A decorator, as it is applied: the function, or what the call of one gives. */
  ofDecorator(node: ts.Decorator): Candidates {
    return this.#functions(this.#tracer.of(node.expression))
  }

  /** A member that a construct runs, such as the iterator of `for…of`; undefined where the project defines none. */
  ofMember(type: ts.Type, isNamed: (name: string) => boolean): Candidates | undefined {
    const all = constituents(this.#view, type).flatMap((each) => this.#ownMember(each, isNamed) ?? [])
    const [first, ...rest] = all.map((member) => this.#tracer.ofSymbol(member, type))
    for (const other of rest) for (const each of other.nodes) first?.add(each)
    return first
  }

  /** The functions among the arguments that something outside calls, by what it declares of its parameters. */
  ofArguments(node: Callback): Candidates {
    const found = new Candidates()
    const given = (node.arguments ?? []).map((each, at) => ({ at, functions: this.#named(each) }))
    const named = given.filter(({ functions }) => functions.length > 0)
    if (named.length === 0) return found
    const declaration = this.#view.checker.getResolvedSignature(node)?.declaration
    if (!declaration || isOwnNode(this.#view, declaration) || this.#isRemoval(node)) return found
    for (const { at, functions } of named) {
      if (this.#isCallback(declaration, at)) for (const each of functions) found.add(each)
    }
    return found
  }

  #functions(found: Candidates): Candidates {
    const { ts } = this.#view
    const classes = [...found.nodes].filter((each) => ts.isClassLike(each))
    for (const each of classes) found.nodes.delete(each)
    return classes.length > 0 && found.nodes.size === 0 ? found.open() : found
  }

  /** The constructor that runs when a class is made an instance of, if one in the project does. */
  #constructorOf(owner: ts.ClassLikeDeclaration, depth: number): ts.Node | undefined {
    const { ts } = this.#view
    const own = owner.members.find((each) => ts.isConstructorDeclaration(each) && each.body !== undefined)
    return own ?? this.#baseOf(owner, depth + 1)
  }

  #baseOf(owner: ts.ClassLikeDeclaration, depth: number): ts.Node | undefined {
    const { ts, checker } = this.#view
    const base = this.#extended(owner)
    if (!base || depth > 20) return undefined
    const direct = this.#classesOf(base.expression)
    const made = constituents(this.#view, checker.getTypeAtLocation(base)).flatMap(
      ({ symbol }) => symbol?.declarations?.filter((each) => ts.isClassLike(each)) ?? [],
    )
    const classes = new Set([...direct, ...made])
    for (const each of classes) {
      const found = isOwnNode(this.#view, each) ? this.#constructorOf(each, depth + 1) : undefined
      if (found) return found
    }
    return this.#mixedIn(plain(ts, base.expression), depth)
  }

  /** The one class that a class extends by name. */
  #above(owner: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration | undefined {
    const base = this.#extended(owner)
    const [above, ...others] = base ? this.#classesOf(base.expression) : []
    return above && others.length === 0 && isOwnNode(this.#view, above) ? above : undefined
  }

  #extended(owner: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
    const { ts } = this.#view
    return owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
  }

  #classesOf(node: ts.Expression): ts.ClassLikeDeclaration[] {
    const { ts } = this.#view
    return [...this.#tracer.of(node).nodes].filter((each) => ts.isClassLike(each))
  }

  /** The constructor of a class that a mixin is given. */
  #mixedIn(node: ts.Expression, depth: number): ts.Node | undefined {
    const { ts } = this.#view
    if (!ts.isCallExpression(node)) return undefined
    for (const argument of node.arguments) {
      const value = plain(ts, argument)
      for (const each of this.#classesOf(value)) {
        const found = this.#constructorOf(each, depth + 1)
        if (found) return found
      }
      const inner = this.#mixedIn(value, depth + 1)
      if (inner) return inner
    }
    return undefined
  }

  #ownMember(type: ts.Type, isNamed: (name: string) => boolean): ts.Symbol | undefined {
    const owner = type.symbol?.declarations?.some((each) => isOwnNode(this.#view, each))
    const member = owner ? type.getProperties().find(({ name }) => isNamed(name)) : undefined
    return member?.declarations?.some((each) => isOwnNode(this.#view, each)) ? member : undefined
  }

  /** The project's functions that an argument is, where it is not written out as one. */
  #named(node: ts.Expression): ts.Node[] {
    const { ts } = this.#view
    const value = plain(ts, node)
    const isName = ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) || ts.isConditionalExpression(value)
    const isBind = ts.isCallExpression(value) && /\.bind$/.test(value.expression.getText())
    if (!isName && !isBind) return []
    if (!isBind && this.#view.checker.getTypeAtLocation(value).getCallSignatures().length === 0) return []
    return [...this.#tracer.of(value).nodes].filter((each) => !ts.isClassLike(each))
  }

  /** Whether a parameter is declared as a function, and not as whatever is given to it. */
  #isCallback(declaration: ts.SignatureDeclaration | ts.JSDocSignature, at: number): boolean {
    const { ts, checker } = this.#view
    const parameters = declaration.parameters as readonly (ts.ParameterDeclaration | ts.JSDocParameterTag)[]
    const parameter = parameters[at] ?? parameters.at(-1)
    if (!parameter || !ts.isParameter(parameter) || !parameter.type) return false
    const isRest = parameter.dotDotDotToken !== undefined
    const type = checker.getTypeFromTypeNode(parameter.type)
    const declared = isRest ? (checker.getIndexTypeOfType(type, ts.IndexKind.Number) ?? type) : type
    const all = declared.isUnion() ? declared.types : [declared]
    return all.some((each) => each.getCallSignatures().length > 0 || each.symbol?.name === 'Function')
  }

  #isRemoval(node: Callback): boolean {
    const name = node.expression.getText().split('.').at(-1) ?? ''
    return /^(?:off|un|remove|clear)/.test(name)
  }
}

function copyOf(found: Candidates): Candidates {
  const copy = new Candidates()
  copy.isOpen = found.isOpen
  copy.isOutside = found.isOutside
  copy.isGuess = found.isGuess
  return copy
}
