import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Language, Parser, type Tree } from 'web-tree-sitter'
import type { SyntaxNode } from '../../domain/code/syntax.ts'

/** Parses source files. */
export interface SourceParser {
  /**
   * The syntax tree of a text; the grammar is loaded by its first use, and an unknown one is an error. Text that cannot
   * be parsed is an `ERROR` node, and so is what is nested too deeply, and a whole file that takes too long.
   */
  parse(grammar: string, text: string): Promise<SyntaxNode>
  /** Frees the memory of the parsers. */
  close(): void
}

/** What keeps a hostile file from stopping everything. */
export interface ParserLimits {
  /** Nodes further down are cut off, so that whoever walks the tree may recurse. */
  readonly depth: number
  /** Of processor time. Recovery from errors is quadratic at worst: 200 KB of brackets would take 40 seconds. */
  readonly milliseconds: number
}

const LIMITS: ParserLimits = { depth: 500, milliseconds: 10_000 }
const NO_CHILDREN: readonly SyntaxNode[] = []
/** Once in a process: a second start would leave the parsers of the first without their memory. */
let started: Promise<void> | undefined

/**
 * Opens a parser over a folder made by scripts/grammars.mjs: `tree-sitter.wasm` and a `tree-sitter-NAME.wasm` for each
 * grammar.
 */
export async function openParser(folder: string, limits: ParserLimits = LIMITS): Promise<SourceParser> {
  started ??= Parser.init({ locateFile: (name: string) => join(folder, name) })
  await started.catch((error) => {
    started = undefined
    throw error
  })
  const grammars = new Map<string, Promise<Grammar>>()
  const load = (name: string): Promise<Grammar> => {
    const known = grammars.get(name)
    if (known) return known
    const loading = loadGrammar(join(folder, `tree-sitter-${name}.wasm`))
    grammars.set(name, loading)
    loading.catch(() => grammars.delete(name))
    return loading
  }
  return {
    parse: async (name, text) => parsed(await load(name), text, limits),
    close: () => {
      for (const grammar of grammars.values()) void grammar.then(({ parser }) => parser.delete())
      grammars.clear()
    },
  }
}

interface Grammar {
  readonly parser: Parser
  /** Types and roles by their numbers, so that all nodes share their strings. */
  readonly types: readonly (string | undefined)[]
  readonly named: readonly boolean[]
  readonly fields: readonly (string | null | undefined)[]
}

async function loadGrammar(path: string): Promise<Grammar> {
  const language = await Language.load(await readFile(path))
  const parser = new Parser()
  parser.setLanguage(language)
  const named = Array.from(language.types, (_, id) => language.nodeTypeIsNamed(id))
  return { parser, types: language.types, named, fields: language.fields }
}

function parsed(grammar: Grammar, text: string, limits: ParserLimits): SyntaxNode {
  const deadline = processorMs() + limits.milliseconds
  let steps = 0
  const isLate = () => ++steps % STEPS_AT_ONCE === 0 && processorMs() > deadline
  const tree = grammar.parser.parse(text, null, { progressCallback: isLate })
  if (tree === null) {
    grammar.parser.reset()
    return errorNode(0, text.length, undefined)
  }
  try {
    return converted(tree, grammar, limits.depth)
  } finally {
    tree.delete()
  }
}

/** Asking for the time at each step would take more of it than the parser does in small files. */
const STEPS_AT_ONCE = 16

/** A busy machine makes no file unreadable. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function errorNode(start: number, end: number, field: string | undefined): SyntaxNode {
  return { type: 'ERROR', field, named: true, start, end, children: NO_CHILDREN }
}

/**
 * Copies a tree out of WebAssembly in one pass. Every read crosses over to WebAssembly and back, so it reads nothing
 * that can be looked up or derived; it uses no recursion, because trees can be 100,000 levels deep.
 */
function converted(tree: Tree, { types, named, fields }: Grammar, mostDepth: number): SyntaxNode {
  const cursor = tree.walk()
  const read = (children: SyntaxNode[]): SyntaxNode => {
    const id = cursor.nodeTypeId
    const type = types[id]
    const start = cursor.startIndex
    const end = cursor.endIndex
    const field = fields[cursor.currentFieldId] ?? undefined
    // What the parser made up to recover is empty, but so are some real nodes
    if (type === undefined || (start === end && cursor.nodeIsMissing))
      return { type: 'ERROR', field, named: true, start, end, children }
    return { type, field, named: named[id] ?? true, start, end, children }
  }
  // The children of the node that the cursor is at, and of each node above it
  const above: SyntaxNode[][] = []
  let siblings: SyntaxNode[] = []
  for (;;) {
    const children: SyntaxNode[] = []
    const node = read(children)
    const isDeep = above.length >= mostDepth
    if (cursor.gotoFirstChild()) {
      if (!isDeep) {
        siblings.push(node)
        above.push(siblings)
        siblings = children
        continue
      }
      cursor.gotoParent()
      siblings.push(errorNode(node.start, node.end, node.field))
    } else siblings.push(node)
    while (!cursor.gotoNextSibling()) {
      const parents = above.pop()
      if (parents === undefined) {
        cursor.delete()
        return siblings[0] ?? errorNode(0, 0, undefined)
      }
      siblings = parents
      cursor.gotoParent()
    }
  }
}
