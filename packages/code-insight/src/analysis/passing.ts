import { type CodeLine, namesIn } from './mentions.ts'

/** A line with the names that it only imports or exports as they are: whoever uses them has to name them again. */
export interface PassingLine extends CodeLine {
  readonly passed: readonly string[]
}

/** Finds imports and lists of exports, also of several lines. */
export function* passingLines(lines: Iterable<CodeLine>, language: string | undefined): Iterable<PassingLine> {
  const all = [...lines]
  // Where there are several, the file is a bundle, and each is of a module within it
  const isBundle = all.filter(({ text }) => EXPORTS.begins.test(text)).length > 1
  const scripts = isBundle ? SCRIPT : [...SCRIPT, EXPORTS]
  const forms = language === 'python' ? PYTHON : language === undefined ? [] : scripts
  let within: Form | undefined
  for (const { line, text } of all) {
    const begun: Form | undefined = within ?? forms.find(({ begins }) => begins.test(text))
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

/** A statement with a list of names. `begins` reaches up to the list, `ends` is where that is over. */
interface Form {
  readonly begins: RegExp
  readonly ends: RegExp
}

const SCRIPT: readonly Form[] = [
  { begins: /^\s*(?:import|export)\s+(?:type\s+)?\{/, ends: /\}/ },
  { begins: /^\s*(?:const|let|var)\s*\{(?=[^{}]*\}\s*=\s*require\()/, ends: /\}/ },
]
const EXPORTS: Form = { begins: /^(?:exports\s*=\s*)?(?:module\.)?exports\s*=\s*\{/, ends: /\}/ }
const PYTHON: readonly Form[] = [
  { begins: /^\s*from\s+[\w.]+\s+import\s*\(/, ends: /\)/ },
  { begins: /^\s*from\s+[\w.]+\s+import\s+(?!\()/, ends: /$|[#;]/ },
]
