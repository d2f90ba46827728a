import type { Conventions } from '../../conventions.ts'
import type { Language } from '../../language.ts'
import type { Semantics } from '../../semantics.ts'
import type { StatementNode } from '../../tree.ts'
import { conventions } from './conventions.ts'
import { attribute, isScript, onlyParts, pageElements, type TextSpan } from './elements.ts'
import { lowerModule } from './lower.ts'
import { manifestNames } from './resolving/manifests.ts'
import { ecmascriptResolver } from './resolving/resolver.ts'
import { isTest, semantics } from './semantics.ts'
import { templateUses } from './template.ts'

/** A kind of file that holds scripts among other text. */
export interface EmbeddedScripts extends Pick<Language, 'name' | 'outputs'> {
  readonly endings: readonly string[]
  /** Names that its compiler puts into scripts. */
  readonly globals: readonly string[]
  /** A script that stands before all else, without a tag. */
  readonly leading?: RegExp | undefined
  /** What stands before a name, global, where not the name itself is meant but what it holds. */
  readonly marks?: RegExp | undefined
}

/** Files whose `<script>`s are JavaScript or TypeScript, and whose other text may use what those define. */
export function embeddedScripts({ name, endings, globals, leading, marks, outputs }: EmbeddedScripts): Language {
  // What stands in the leading script is no markup
  const pageIn = (text: string) => {
    const [{ end } = { end: 0 }] = leadingIn(text, leading)
    return onlyParts(text, [{ start: end, end: text.length }])
  }
  const unmarked = (text: string): string => (marks === undefined ? text : text.replace(marks, ' '))
  const own: Semantics = { ...semantics, globals: new Set([...semantics.globals, ...globals]) }
  const conventionsOfPage: Conventions = { ...conventions, privateName: /^#/, codeLines: pageLines }
  return {
    name,
    tier: 'full',
    grammars: Object.fromEntries(endings.map((ending) => [ending, 'typescript'])),
    dialect: { marked: /<script\b[^>]*\blang=["']?[jt]sx\b/i, grammar: 'tsx' },
    isMarkup: true,
    outputs,
    embedded: {
      code: (text) => unmarked(onlyParts(text, [...leadingIn(text, leading), ...scriptsIn(pageIn(text))])),
      uses: (text) => unmarked(templateUses(pageIn(text))),
    },
    manifests: manifestNames,
    lower: (root, text) => {
      const module = lowerModule(root, text, !/<script\b[^>]*\blang=["']?ts/i.test(text))
      return { ...module, body: [...module.body, ...loadedIn(pageIn(text))] }
    },
    resolver: ecmascriptResolver,
    semantics: own,
    conventions: conventionsOfPage,
    isTest,
  }
}

const leadingIn = (text: string, leading: RegExp | undefined): readonly TextSpan[] => {
  const found = leading?.exec(text)
  const [whole = '', before = '', script = ''] = found ?? []
  return whole === '' ? [] : [{ start: before.length, end: before.length + script.length }]
}

const scriptsIn = (text: string): readonly TextSpan[] =>
  pageElements(text)
    .filter(isScript)
    .map(({ content }) => content)

/** Imports of the files that scripts are loaded from, which are named from the page. */
const loadedIn = (text: string): readonly StatementNode[] =>
  pageElements(text).flatMap((element): StatementNode[] => {
    const source = isScript(element) ? attribute(element.attributes, 'src') : undefined
    if (source === undefined || source === '' || /^(?:[a-z]+:|\/\/|[{<%])/i.test(source)) return []
    const module = /^[./@~]/.test(source) ? source : `./${source}`
    const { start } = element.content
    return [{ kind: 'import', module, bindings: [], start: start - 1, end: start }]
  })

/** Where the scripts begin is not looked at: all is taken for code but what begins as a comment. */
function* pageLines(lines: readonly string[]) {
  for (const [at, text] of lines.entries()) if (!/^\s*(?:\/\/|<!--)/.test(text)) yield { line: at + 1, text }
}
