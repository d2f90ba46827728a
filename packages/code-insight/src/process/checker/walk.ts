import type ts from 'typescript'
import { Callees, type Creation } from './callees.ts'
import { Candidates } from './candidates.ts'
import type { NodePlaces } from './node-places.ts'
import { referencesIn } from './references.ts'
import type { CheckedFile, CheckedSite, SiteKind } from './site.ts'
import type { Tracer } from './tracer.ts'
import { lastName, plain, type ShardView } from './view.ts'

/** The confidence in functions that something outside is seen to be given to call. */
const GIVEN = 0.9
/** The confidence in the only candidate where the types leave it open; of candidates by their shape alone. */
const POSSIBLE = 0.6
/** What several candidates have at least. */
const LEAST = 0.1

/** Gathers the calls and references of one file. */
export class Walk {
  readonly #view: ShardView
  readonly #tracer: Tracer
  readonly #callees: Callees
  readonly #places: NodePlaces
  readonly #sites: CheckedSite[] = []

  constructor(view: ShardView, tracer: Tracer, places: NodePlaces) {
    this.#view = view
    this.#tracer = tracer
    this.#callees = new Callees(view, tracer)
    this.#places = places
  }

  /** All of a file. */
  of(file: ts.SourceFile): CheckedFile {
    this.#visit(file)
    const sites = this.#sites.sort((one, other) => one.at - other.at || one.end - other.end)
    return { sites, references: referencesIn(this.#view, this.#places, file, sites) }
  }

  readonly #visit = (node: ts.Node): void => {
    const { ts } = this.#view
    if (ts.isCallExpression(node)) this.#call(node)
    else if (ts.isNewExpression(node)) this.#construct(node)
    else if (ts.isTaggedTemplateExpression(node)) this.#add('tag', node.tag, this.#tracer.of(node.tag))
    else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) this.#element(node.tagName)
    else if (ts.isDecorator(node)) this.#decorator(node)
    else if (ts.isPropertyAccessExpression(node)) this.#access(node)
    else if (ts.isBindingElement(node)) this.#binding(node)
    else this.#implicit(node)
    ts.forEachChild(node, this.#visit)
  }

  #call(node: ts.CallExpression): void {
    const { ts } = this.#view
    const callee = plain(ts, node.expression)
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return
    if (ts.isIdentifier(callee) && callee.text === 'require' && node.arguments.length === 1) return
    if (callee.kind === ts.SyntaxKind.SuperKeyword) {
      this.#create('call', callee, this.#callees.ofSuper(node))
      return
    }
    const found = this.#callees.ofCall(node)
    this.#add('call', callee, found)
    if (found.isOutside) this.#given(callee, node)
  }

  #construct(node: ts.NewExpression): void {
    const callee = plain(this.#view.ts, node.expression)
    const found = this.#callees.ofClass(callee)
    this.#create('new', callee, found)
    if (found.runs.isOutside) this.#given(callee, node)
  }

  /** The class that inherits its constructor is called beside it. */
  #create(kind: SiteKind, callee: ts.Expression, { runs, inherits }: Creation): void {
    this.#add(kind, callee, runs)
    if (inherits.nodes.size > 0) this.#add(kind, callee, inherits, true)
  }

  #given(callee: ts.Expression, node: ts.CallExpression | ts.NewExpression): void {
    const found = this.#callees.ofArguments(node)
    if (found.nodes.size > 0) this.#add('argument', callee, found)
  }

  #element(tag: ts.JsxTagNameExpression): void {
    const { ts } = this.#view
    const isBuiltIn = ts.isJsxNamespacedName(tag) || (ts.isIdentifier(tag) && /^[a-z]/.test(tag.text))
    if (!isBuiltIn) this.#create('element', tag, this.#callees.ofClass(tag))
  }

  #decorator(node: ts.Decorator): void {
    const { ts } = this.#view
    const callee = ts.isCallExpression(node.expression) ? plain(ts, node.expression.expression) : node.expression
    this.#add('decorator', callee, this.#callees.ofDecorator(node))
  }

  #access(node: ts.PropertyAccessExpression): void {
    const { ts, checker } = this.#view
    const symbol = checker.getSymbolAtLocation(node.name)
    if (!symbol || !(symbol.flags & ts.SymbolFlags.Accessor)) return
    const found = new Candidates()
    const { reads, writes } = useOf(ts, node)
    for (const each of symbol.declarations ?? []) {
      const isMeant = (ts.isGetAccessor(each) && reads) || (ts.isSetAccessor(each) && writes)
      if (!isMeant || !this.#view.isOwn(each.getSourceFile())) continue
      const members = this.#tracer.membersOf(each, node)
      for (const member of members) if (member.kind === each.kind) found.add(member)
    }
    if (found.nodes.size > 0) this.#add('access', node, found)
  }

  /** `const { area } = shape` reads an accessor too. */
  #binding(node: ts.BindingElement): void {
    const { ts, checker } = this.#view
    const name = node.propertyName ?? node.name
    if (!ts.isObjectBindingPattern(node.parent) || !ts.isIdentifier(name)) return
    const symbol = checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), name.text)
    if (!symbol || !(symbol.flags & ts.SymbolFlags.GetAccessor)) return
    const found = new Candidates()
    for (const each of symbol.declarations ?? [])
      if (ts.isGetAccessor(each) && this.#view.isOwn(each.getSourceFile())) found.add(each)
    if (found.nodes.size > 0) this.#add('access', name, found)
  }

  #implicit(node: ts.Node): void {
    const { ts } = this.#view
    if (ts.isForOfStatement(node))
      this.#iterate(node.expression, node.awaitModifier ? '__@asyncIterator@' : '__@iterator@')
    else if (ts.isSpreadElement(node)) this.#iterate(node.expression, '__@iterator@')
    else if (ts.isYieldExpression(node) && node.asteriskToken && node.expression)
      this.#iterate(node.expression, '__@iterator@')
    else if (ts.isVariableDeclaration(node) && ts.isArrayBindingPattern(node.name) && node.initializer) {
      this.#iterate(node.initializer, '__@iterator@')
    } else if (ts.isAwaitExpression(node)) this.#runs(node.expression, (name) => name === 'then')
    else if (ts.isTemplateSpan(node)) this.#runs(node.expression, (name) => name === 'toString')
  }

  #iterate(node: ts.Expression, symbol: string): void {
    const type = this.#view.checker.getTypeAtLocation(node)
    const found = this.#callees.ofMember(type, (name) => name.startsWith(symbol))
    if (!found) return
    for (const each of [...found.nodes]) {
      const iterator = this.#returned(each)
      const next = iterator && this.#callees.ofMember(iterator, (name) => name === 'next')
      for (const step of next?.nodes ?? []) found.add(step)
    }
    this.#add('implicit', node, found)
  }

  #returned(node: ts.Node): ts.Type | undefined {
    const { ts, checker } = this.#view
    const signature = ts.isFunctionLike(node) ? checker.getSignatureFromDeclaration(node) : undefined
    return signature && checker.getReturnTypeOfSignature(signature)
  }

  #runs(node: ts.Expression, isNamed: (name: string) => boolean): void {
    const found = this.#callees.ofMember(this.#view.checker.getTypeAtLocation(node), isNamed)
    if (found && found.nodes.size > 0) this.#add('implicit', node, found)
  }

  #add(kind: SiteKind, callee: ts.Expression, found: Candidates, inherits = false): void {
    const name = lastName(this.#view.ts, callee) ?? callee
    const places = [...found.nodes].flatMap((each) => this.#places.of(each) ?? [])
    const to = [...new Map(places.map((place) => [`${place.file}\0${place.name}\0${place.line}`, place])).values()]
    const isKnown = found.nodes.size > 0 || found.isOutside
    const isOpen = kind !== 'argument' && (found.isOpen || found.isGuess || !isKnown)
    this.#sites.push({
      kind,
      at: name.getStart(),
      end: name.end,
      line: this.#lineOf(callee),
      name: name === callee && !this.#view.ts.isIdentifier(name) ? '' : name.getText(),
      from: this.#places.around(callee),
      to,
      confidence: confidenceOf(kind, to.length, isOpen || found.isOutside),
      isOutside: found.isOutside && !isOpen,
      isOpen,
      ...(inherits && { inherits }),
    })
  }

  /** Where the last name stands, or the end of an expression without one. */
  #lineOf(callee: ts.Expression): number {
    const name = lastName(this.#view.ts, callee)
    if (name) return this.#places.line(name)
    return callee.getSourceFile().getLineAndCharacterOfPosition(callee.end).line + 1
  }
}

function confidenceOf(kind: SiteKind, count: number, isPartial: boolean): number {
  if (count === 0) return 0
  if (kind === 'argument') return GIVEN
  return Math.max(LEAST, (isPartial ? POSSIBLE : 1) / count)
}

/** Whether an access reads, writes, or both. */
function useOf(ts: ShardView['ts'], node: ts.Expression): { readonly reads: boolean; readonly writes: boolean } {
  const { parent } = node
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind
    const changes = parent.operator === PlusPlusToken || parent.operator === MinusMinusToken
    return { reads: true, writes: changes }
  }
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return { reads: true, writes: false }
  const { kind } = parent.operatorToken
  if (kind === ts.SyntaxKind.EqualsToken) return { reads: false, writes: true }
  const isCompound = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
  return { reads: true, writes: isCompound }
}
