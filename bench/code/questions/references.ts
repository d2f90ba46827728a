import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import type { Obtained } from '../packages.ts'
import { isTest } from '../programs.ts'
import { sourcesOf } from '../sources.ts'
import { type Entity, functionsOf } from '../trace/naming.ts'

const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  types: [],
}

/** What TypeScript's language service says of a program's functions: who refers to them, and from where. */
export class References {
  readonly checker: ts.TypeChecker
  /** Are receivers' types known? In JavaScript, what calls a method of this name may call another. */
  readonly isTyped: boolean
  readonly sources: readonly ts.SourceFile[]
  /** Every function of the program by its node. */
  readonly functions = new Map<ts.Node, Entity>()
  readonly #folder: string
  /** What the program's own name stands for in its files. */
  readonly #aliases: Readonly<Record<string, string>>
  readonly #service: ts.LanguageService
  readonly #files = new Map<string, ts.SourceFile>()
  readonly #mentions = new Map<string, number>()
  readonly #callers = new Map<ts.Node, ReadonlyMap<string, Entity> | undefined>()
  readonly #byKey = new Map<string, ts.Node>()

  constructor({ program, folder }: Obtained) {
    this.#folder = folder
    this.#aliases = program.suite?.aliases ?? {}
    this.isTyped = program.language === 'typescript'
    const files = sourcesOf(folder).filter((file) => !isTest(program, file))
    this.#service = ts.createLanguageService(hostOf(folder, files))
    const compiled = this.#service.getProgram() as ts.Program
    this.checker = compiled.getTypeChecker()
    this.sources = files.flatMap((file) => compiled.getSourceFile(join(folder, file)) ?? [])
    for (const source of this.sources) {
      this.#files.set(source.fileName, source)
      for (const [node, entity] of functionsOf(source, this.fileOf(source))) {
        this.functions.set(node, entity)
        this.#byKey.set(shown(entity), node)
      }
      for (const word of words(source)) this.#mentions.set(word, (this.#mentions.get(word) ?? 0) + 1)
    }
  }

  /** A source's path in the program. */
  fileOf(source: ts.SourceFile): string {
    return relative(this.#folder, source.fileName).split(sep).join('/')
  }

  /** The named function around a node, or the file's own statements. */
  around(node: ts.Node): Entity {
    for (let at = node.parent; at; at = at.parent) {
      const found = this.functions.get(at)
      if (found) return found
    }
    return { file: this.fileOf(node.getSourceFile()), name: '<module>', line: 1 }
  }

  /**
   * Who calls a function, if that is certain: it has a name of its own, nothing but calls and exports mentions it, it
   * overrides nothing and nothing overrides it; in JavaScript, whose types may not be known, nothing else has its name.
   */
  callersOf(node: ts.Node): ReadonlyMap<string, Entity> | undefined {
    if (!this.#callers.has(node)) this.#callers.set(node, this.#find(node))
    return this.#callers.get(node)
  }

  /** Has a function no other body of its name above or below it in a hierarchy of classes? */
  isOnlyBody(node: ts.Node): boolean {
    const [name] = namesOf(node)
    const mentions = name && this.#references(name)
    return mentions?.every((one) => useOf(one) !== 'declaration' || isNameOf(one, node)) ?? false
  }

  /** Everyone who can come to call a function, if that is certain of all of them. */
  reaching(node: ts.Node): ReadonlyMap<string, Entity> | undefined {
    const found = new Map<string, Entity>()
    const left = [node]
    for (let at = left.pop(); at; at = left.pop()) {
      const callers = this.callersOf(at)
      if (!callers) return undefined
      for (const [key, entity] of callers) {
        if (found.has(key)) continue
        found.set(key, entity)
        const next = this.#byKey.get(key)
        if (next) left.push(next)
      }
    }
    return found
  }

  #find(node: ts.Node): Map<string, Entity> | undefined {
    const names = [...namesOf(node), ...this.#required(node)]
    if (names.length === 0 || isHandedOn(node)) return undefined
    const callers = new Map<string, Entity>()
    const seen = new Set<ts.Node>()
    const left = [...names]
    for (let at = left.pop(); at; at = left.pop()) {
      const references = this.#references(at)
      if (!references) return undefined
      for (const reference of references) {
        if (seen.has(reference)) continue
        seen.add(reference)
        const use = useOf(reference)
        if (use === 'value' || (use === 'declaration' && !names.includes(reference) && !isNameOf(reference, node)))
          return undefined
        if (use === 'export') left.push(...exportedAs(reference))
        if (use === 'call') {
          const caller = this.around(reference)
          callers.set(shown(caller), caller)
        }
      }
    }
    const isAlone = names.every((name) => this.#mentions.get(name.getText()) === count(seen, name.getText()))
    return this.isTyped || isAlone ? callers : undefined
  }

  /** The variables that hold what a file exports as a whole, if that is this function. */
  #required(node: ts.Node): ts.Node[] {
    const parent = node.parent
    if (!ts.isBinaryExpression(parent) || parent.left.getText() !== 'module.exports') return []
    const file = this.fileOf(node.getSourceFile())
    return this.sources.flatMap((source) =>
      requires(source).flatMap(({ variable, specifier }) =>
        this.resolved(source, specifier) === file ? [variable] : [],
      ),
    )
  }

  /** All mentions; nothing if something outside of the program has to do with it, as where a class extends `Set`. */
  #references(name: ts.Node): ts.Node[] | undefined {
    const source = name.getSourceFile()
    const found = this.#service.findReferences(source.fileName, name.getStart(source)) ?? []
    const spans = found.flatMap(({ definition, references }) => [definition, ...references])
    const isWithin = ({ fileName }: { readonly fileName: string }): boolean => this.#files.has(fileName)
    if (!spans.every(isWithin)) return undefined
    return found
      .flatMap(({ references }) => references)
      .flatMap(({ fileName, textSpan }) => nodeAt(this.#files.get(fileName) as ts.SourceFile, textSpan.start) ?? [])
  }

  /** The file that a specifier stands for, if it is one of the program's. */
  resolved(from: ts.SourceFile, specifier: string): string | undefined {
    if (Object.hasOwn(this.#aliases, specifier)) return this.#aliases[specifier]
    const { resolvedModule } = ts.resolveModuleName(specifier, from.fileName, OPTIONS, ts.sys)
    const source = resolvedModule && this.#files.get(resolvedModule.resolvedFileName)
    return source && this.fileOf(source)
  }
}

/** A function as questions write it. */
export const shown = ({ file, name }: Entity): string => `${file} ${name}`

function hostOf(folder: string, files: readonly string[]): ts.LanguageServiceHost {
  const names = files.map((file) => join(folder, file))
  return {
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => names,
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  }
}

/** The words by which a function is called: what it is bound to, and the name that it gives itself. */
function namesOf(node: ts.Node): ts.Node[] {
  if (ts.isAccessor(node)) return []
  if (ts.isConstructorDeclaration(node)) return node.parent.name ? [node.parent.name] : []
  const own = ts.isFunctionLike(node) && node.name && isWord(node.name) ? [node.name] : []
  const parent = node.parent
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) return [parent.name, ...own].filter(isWord)
  if (ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left)) {
    return [parent.left.name, ...own].filter((name) => name.getText() !== 'exports')
  }
  return own
}

type Use = 'call' | 'export' | 'declaration' | 'value' | 'nothing'

function useOf(reference: ts.Node): Use {
  const parent = reference.parent
  if (isDeclarationName(reference)) return 'declaration'
  if (ts.isPartOfTypeNode(reference) || ts.isTypeQueryNode(parent)) return 'nothing'
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isExportSpecifier(parent)) return 'nothing'
  if (ts.isBindingElement(parent)) return 'nothing'
  if (ts.isShorthandPropertyAssignment(parent)) return isExported(parent.parent) ? 'nothing' : 'value'
  if (ts.isPropertyAssignment(parent) && parent.initializer === reference) {
    return isExported(parent.parent) ? 'export' : 'value'
  }
  if (ts.isPropertyAssignment(parent) && parent.name === reference && isExported(parent.parent)) return 'nothing'
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return 'nothing'
  const called = ts.isPropertyAccessExpression(parent) && parent.name === reference ? parent : reference
  const user = called.parent
  if (isAssigned(called)) return 'declaration'
  if ((ts.isCallExpression(user) || ts.isNewExpression(user)) && user.expression === called) return 'call'
  return 'value'
}

function isDeclarationName(node: ts.Node): boolean {
  const parent = node.parent
  const isNamed =
    ts.isFunctionLike(parent) ||
    ts.isClassLike(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyDeclaration(parent)
  if (isNamed) return parent.name === node
  return ts.isPropertyAssignment(parent) && parent.name === node && !ts.isIdentifier(parent.initializer)
}

const isAssigned = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken

/** Is this a name of the function itself, or a bodiless overload of it? */
function isNameOf(reference: ts.Node, node: ts.Node): boolean {
  if (namesOf(node).includes(reference)) return true
  const parent = reference.parent
  const isOverload = ts.isFunctionLike(parent) && !('body' in parent && parent.body)
  // What the value is taken out into by `const { name } = require(…)` is no other function
  return isOverload || (ts.isVariableDeclaration(parent) && parent.initializer !== node && ts.isBindingName(reference))
}

/** Does a function expression with a name of its own stand where a value is used, and may be called by anyone? */
function isHandedOn(node: ts.Node): boolean {
  if (!ts.isFunctionExpression(node) && !ts.isClassExpression(node)) return false
  const parent = node.parent
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) return false
  return !(ts.isBinaryExpression(parent) && parent.right === node)
}

/** `module.exports = { … }` */
function isExported(literal: ts.Node): boolean {
  const parent = literal.parent
  return ts.isBinaryExpression(parent) && /^(module\.)?exports$/.test(parent.left.getText())
}

/** `const variable = require(specifier)`, at the top of a file. */
function requires(source: ts.SourceFile): { readonly variable: ts.Identifier; readonly specifier: string }[] {
  const statements = source.statements.filter(ts.isVariableStatement)
  return statements
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name) || !initializer || !ts.isCallExpression(initializer)) return []
      const [first] = initializer.arguments
      const isRequire = initializer.expression.getText() === 'require' && first && ts.isStringLiteral(first)
      return isRequire ? [{ variable: name, specifier: first.text }] : []
    })
}

const exportedAs = (reference: ts.Node): ts.Node[] =>
  ts.isPropertyAssignment(reference.parent) ? [reference.parent.name] : []

const isWord = (node: ts.Node): boolean => ts.isIdentifier(node) || ts.isPrivateIdentifier(node)

function nodeAt(source: ts.SourceFile, position: number): ts.Node | undefined {
  const within = (node: ts.Node): ts.Node | undefined =>
    ts.forEachChild(node, (child) =>
      child.getStart(source) <= position && position < child.end ? (within(child) ?? child) : undefined,
    )
  return within(source)
}

/** Every mention of a name in a file, comments and strings left out. */
function words(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isWord(node)) found.push(node.getText(source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const count = (nodes: Iterable<ts.Node>, text: string): number =>
  [...nodes].filter((node) => node.getText() === text).length
