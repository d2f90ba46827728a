import type { FileFacts } from './facts.ts'
import { flowsOf } from './flow/flows-of.ts'
import type { Language } from './language.ts'
import type { Entity, TextEntry } from './outline.ts'
import { namesOnly } from './semantics.ts'
import { SourceLines } from './source-lines.ts'
import type { ModuleNode } from './tree.ts'

/** A language whose text is outlined by a reader of its own: it has no calls and no imports. */
export interface TextLanguage extends Pick<Language, 'name' | 'isProse' | 'isSettings'> {
  /** The endings of its files (`.md`), and whole names in lower case up to a dot (`makefile`). */
  readonly files: readonly string[]
  entries(text: string): readonly TextEntry[]
}

/** A language without a grammar. */
export function textLanguage({ name, isProse, isSettings, files, entries }: TextLanguage): Language {
  return {
    name,
    tier: 'text',
    isMarkup: true,
    isProse,
    isSettings,
    grammars: Object.fromEntries(files.map((file) => [file, ''])),
    entries,
    manifests: [],
    lower: () => NO_TREE,
    resolver: () => ({ resolve: (module) => ({ kind: 'outside', name: module }) }),
    semantics: namesOnly([]),
    byName: { module: 'file' },
    isTest: () => false,
  }
}

const NO_TREE: ModuleNode = { kind: 'module', body: [], errors: [], start: 0, end: 0 }

/** A line that is longer is data, in characters. */
const LONGEST = 1_000

/** The lines of a text, each that nobody would read as one left empty. */
export const readLines = (text: string): readonly string[] =>
  text.split('\n').map((line) => (line.length > LONGEST ? '' : line.trimEnd()))

/** With more, a text is data that nobody reads as an outline. */
const MOST_ENTRIES = 2_000

/** The facts of a text in a language without a grammar. */
export function textFacts(language: Language, text: string): FileFacts {
  const entries = (language.entries?.(text) ?? []).slice(0, MOST_ENTRIES)
  const lines = new SourceLines(text).count
  return {
    outline: {
      language: language.name,
      lines,
      entities: entitiesOf(entries, lines),
      imports: [],
      errors: [],
      isGenerated: false,
    },
    flows: flowsOf(NO_TREE, new Map(), text, language),
  }
}

/** Names are qualified by dots, so that one within a name is left out of it. */
function entitiesOf(entries: readonly TextEntry[], lines: number): readonly Entity[] {
  const around: { readonly level: number; readonly name: string; readonly at: number }[] = []
  return entries.map(({ name, kind, line, endLine, level, signature, doc }, at) => {
    while (around.length > 0 && (around.at(-1)?.level ?? 0) >= level) around.pop()
    const owner = around.at(-1)
    const plain = name.replaceAll('.', ' ').trim()
    const qualified = owner === undefined ? plain : `${owner.name}.${plain}`
    around.push({ level, name: qualified, at })
    const next = entries.slice(at + 1).find((each) => each.level <= level)?.line
    return {
      name: qualified,
      kind,
      line,
      startLine: line,
      endLine: Math.max(line, endLine ?? (next === undefined ? lines : next - 1)),
      signature: signature ?? name,
      ...(doc !== undefined && { doc }),
      exported: false,
      ...(owner !== undefined && { parent: owner.at }),
      marks: [],
    }
  })
}
