import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Language, Parser, type Tree } from 'web-tree-sitter'
import type { SyntaxNode } from '../analysis/syntax.ts'

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
let started: Promise<RawCursor> | undefined

/**
 * Opens a parser over a folder made by scripts/grammars.mjs: `tree-sitter.wasm` and a `tree-sitter-NAME.wasm` for each
 * grammar.
 */
export async function openParser(folder: string, limits: ParserLimits = LIMITS): Promise<SourceParser> {
  started ??= start(folder)
  const cursor = await started.catch((error) => {
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
    parse: async (name, text) => parsed(await load(name), cursor, text, limits),
    close: () => {
      for (const grammar of grammars.values()) void grammar.then(({ parser }) => parser.delete())
      grammars.clear()
    },
  }
}

/**
 * Functions of the parser's WebAssembly, by the names that it exports; the argument is a tree's address. They act on the
 * cursor that the last of them left in the memory that they share, which the package's own cursor copies in and out around
 * every call: that took as long as parsing.
 */
interface RawCursor {
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number
  _ts_tree_cursor_current_field_id_wasm(tree: number): number
  _ts_tree_cursor_current_node_is_missing_wasm(tree: number): number
  _ts_tree_cursor_start_index_wasm(tree: number): number
  _ts_tree_cursor_end_index_wasm(tree: number): number
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number
  _ts_tree_cursor_goto_parent_wasm(tree: number): number
  _ts_tree_cursor_delete_wasm(tree: number): void
}

/** The part of Node's WebAssembly used here; TypeScript declares it only for browsers. */
interface Assembly {
  readonly Module: new (binary: Uint8Array) => object
  readonly Instance: new (module: object, imports: Imports) => object
}

interface Imports {
  readonly env: Record<string, unknown>
}

/** What grammars call of C's own functions and the parser does not export. */
export const OF_C: Readonly<Record<string, (character: number) => number>> = {
  isalpha: (character) => Number((character >= 65 && character <= 90) || (character >= 97 && character <= 122)),
  abort: failed,
  __assert_fail: failed,
}

function failed(): never {
  throw new Error('its grammar failed')
}

/** The options that WebAssembly is started with are what it adds its exports to. */
async function start(folder: string): Promise<RawCursor> {
  const binary = await readFile(join(folder, 'tree-sitter.wasm'))
  const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Assembly }).WebAssembly
  const module = {
    instantiateWasm: (imports: Imports, done: (instance: object, module: object) => void) => {
      // Grammars are given what the parser itself is
      Object.assign(imports.env, OF_C)
      const compiled = new Module(binary)
      done(new Instance(compiled, imports), compiled)
    },
  }
  await Parser.init(module)
  // Its type names only what the package itself documents
  return module as unknown as RawCursor
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

function parsed(grammar: Grammar, cursor: RawCursor, text: string, limits: ParserLimits): SyntaxNode {
  const [began, used] = [performance.now(), processorMs()]
  // A thread beside this one uses processor time too, and a busy machine makes no file unreadable
  const isLate = () => performance.now() - began > limits.milliseconds && processorMs() - used > limits.milliseconds
  let tree: Tree | null = null
  try {
    tree = grammar.parser.parse(text, null, { progressCallback: isLate })
    return tree === null ? errorNode(0, text.length, undefined) : converted(tree, grammar, cursor, limits.depth)
  } finally {
    // One that stopped within a text would go on with it in the next
    if (tree === null) grammar.parser.reset()
    else tree.delete()
  }
}

/** Slow to ask for. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** A node whose children may follow. */
type ReadNode = Omit<SyntaxNode, 'children'> & { children: readonly SyntaxNode[] }

function errorNode(start: number, end: number, field: string | undefined): ReadNode {
  return { type: 'ERROR', field, named: true, start, end, children: NO_CHILDREN }
}

/**
 * Copies a tree out of WebAssembly in one pass. Every read crosses over to WebAssembly and back, so it reads nothing
 * that can be looked up or derived; it uses no recursion, because trees can be 100,000 levels deep.
 */
function converted(tree: Tree, { types, named, fields }: Grammar, cursor: RawCursor, mostDepth: number): SyntaxNode {
  // The package declares it as its own, and its functions take nothing else
  const { 0: address } = tree as unknown as { readonly 0: number }
  tree.walk()
  const read = (): ReadNode => {
    const id = cursor._ts_tree_cursor_current_node_type_id_wasm(address)
    const type = types[id]
    const start = cursor._ts_tree_cursor_start_index_wasm(address)
    const end = cursor._ts_tree_cursor_end_index_wasm(address)
    const field = fields[cursor._ts_tree_cursor_current_field_id_wasm(address)] ?? undefined
    // What the parser made up to recover is empty, but so are some real nodes
    if (type === undefined || (start === end && cursor._ts_tree_cursor_current_node_is_missing_wasm(address)))
      return errorNode(start, end, field)
    return { type, field, named: named[id] ?? true, start, end, children: NO_CHILDREN }
  }
  // The children of the node that the cursor is at, and of each node above it
  const above: SyntaxNode[][] = []
  let siblings: SyntaxNode[] = []
  for (;;) {
    const node = read()
    const isDeep = above.length >= mostDepth
    if (cursor._ts_tree_cursor_goto_first_child_wasm(address)) {
      if (!isDeep) {
        siblings.push(node)
        above.push(siblings)
        siblings = []
        // Most nodes have none
        node.children = siblings
        continue
      }
      cursor._ts_tree_cursor_goto_parent_wasm(address)
      siblings.push(errorNode(node.start, node.end, node.field))
    } else siblings.push(node)
    while (!cursor._ts_tree_cursor_goto_next_sibling_wasm(address)) {
      const parents = above.pop()
      if (parents === undefined) {
        cursor._ts_tree_cursor_delete_wasm(address)
        return siblings[0] ?? errorNode(0, 0, undefined)
      }
      siblings = parents
      cursor._ts_tree_cursor_goto_parent_wasm(address)
    }
  }
}
