import type { CodeLine, NameList } from './conventions.ts'
import { languageNamed } from './known-languages.ts'
import { namesIn } from './mentions.ts'

/** A line with the names that it only imports or exports as they are: whoever uses them has to name them again. */
export interface PassingLine extends CodeLine {
  readonly passed: readonly string[]
}

/** Finds imports and lists of exports, also of several lines. */
export function* passingLines(lines: Iterable<CodeLine>, language: string | undefined): Iterable<PassingLine> {
  const all = [...lines]
  const isUsual = ({ begins, isSingle }: NameList) =>
    !isSingle || all.filter(({ text }) => begins.test(text)).length < 2
  const forms = (languageNamed(language)?.conventions?.lists ?? []).filter(isUsual)
  let within: NameList | undefined
  for (const { line, text } of all) {
    const begun: NameList | undefined = within ?? forms.find(({ begins }) => begins.test(text))
    const from = within === undefined ? (begun?.begins.exec(text)?.[0].length ?? 0) : 0
    const to = begun === undefined ? -1 : text.slice(from).search(begun.ends)
    const list = begun === undefined ? '' : text.slice(from, to < 0 ? undefined : from + to)
    yield { line, text, passed: list.split(',').flatMap(passedIn) }
    within = to < 0 ? begun : undefined
  }
}

/** One entry of a list: `name`, `type name` or `name: name`; all others give it another name. */
function passedIn(entry: string): readonly string[] {
  const [name, again] =
    /^\s*(?:type\s+)?([\p{L}_$][\p{L}\p{N}_$]*)(?:\s*:\s*([\p{L}_$][\p{L}\p{N}_$]*))?\s*$/u.exec(entry)?.slice(1) ?? []
  if (name === undefined || (again !== undefined && again !== name)) return []
  return [...namesIn(entry)].filter((each) => each === name)
}
