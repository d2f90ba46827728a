/** One thing preferred to another; each a short name in lower case, without articles. */
export interface Contrast {
  readonly prefer: string
  readonly avoid: string
}

/** A short name: up to five words, in the person's order. */
const NAME = String.raw`[\w@$./*#+:<>'"\`{}()\[\]=-]+(?: [\w@$./*#+:<>'"\`{}()\[\]=-]+){0,4}`
const VERB = `(?:use|using|prefer|choose|pick|run|call|write|take|keep|want|do|go with|stick (?:with|to)|stay with|reach for|opt for|import|install with|say|name (?:it|them)|put|store|create|add)`
const OVER = `(?:,? instead of(?: using)?|,? rather than(?: using)?|,? over|,? not|,? never|,? and not|,? and never|,? in place of|,? in preference to|,? as opposed to)`

const PATTERNS: readonly { readonly of: RegExp; readonly avoidFirst?: true }[] = [
  { of: new RegExp(String.raw`\b${VERB} (${NAME}?)${OVER} (${NAME})`) },
  { of: new RegExp(String.raw`\bprefer (${NAME}?) to (${NAME})`) },
  {
    of: new RegExp(`^instead of(?: using)? (${NAME}?),? (?:please )?(?:${VERB} )?(${NAME})`),
    avoidFirst: true,
  },
  {
    of: new RegExp(
      String.raw`\b(?:don't|do not|dont|never|stop|avoid|no more|not) (?:use|using|run|running|write|writing|call|calling)? ?(${NAME}?)[,.:;!–—-]+ (?:please )?(?:just )?${VERB} (${NAME})`,
    ),
    avoidFirst: true,
  },
  {
    of: new RegExp(`^(?:no|stop|not) (${NAME}?)[,;:]+ (?:please )?(?:${VERB} )?(${NAME})$`),
    avoidFirst: true,
  },
  {
    of: new RegExp(
      `^(?:replace|swap|switch from|migrate from|move from|move away from) (${NAME}?) (?:with|by|for|to) (${NAME})`,
    ),
    avoidFirst: true,
  },
  { of: new RegExp(`^(${NAME}?)(?:,| –| —)? (?:not|never|instead of|rather than|over) (${NAME})$`) },
  { of: new RegExp(`^(${NAME}?) (?:->|→|=>|•) (${NAME})$`), avoidFirst: true },
]

/** The pair that a clause contrasts: "use uv instead of pip", "tabs, not spaces". `core` as in `Clause`. */
export function contrastOf(core: string): Contrast | undefined {
  for (const { of, avoidFirst } of PATTERNS) {
    const match = of.exec(core)
    if (match === null) continue
    const [first, second] = [nameOf(match[1] ?? ''), nameOf(match[2] ?? '')]
    const [prefer, avoid] = avoidFirst ? [second, first] : [first, second]
    if (isName(prefer) && isName(avoid) && prefer !== avoid) return { prefer, avoid }
  }
  return undefined
}

/** Cut where the name ends and a purpose or condition begins. */
const nameOf = (words: string): string =>
  words
    .replace(/^(?:the|a|an|any|our|my|your|using|to|with|it|them) /, '')
    .replace(
      / (?:for|in|when|whenever|to|because|as|on|with|from|if|while|where|please|since|so|that|which|is|are|and|or|but|then|until|everywhere|here|again|instead|all|at|by|of|even|unless|it|you|i|we)(?: .*)?$/,
      '',
    )
    .replace(/^["'`]+|["'`.,:;!]+$/g, '')
    .trim()

/** Idioms and verbs follow "not" as often as names do. */
const isName = (name: string): boolean =>
  name.length > 0 && name.split(' ').length <= 4 && !NO_NAME.test(name) && /[\p{L}\p{N}]/u.test(name)

const NO_NAME =
  /^(?:only|just|yet|sure|the same|now|really|necessarily|so|too|very|that|this|it|them|those|these|there|here|one|ones|all|any|anything|something|nothing|what|how|why|when|if|i|you|we|he|she|they|be|been|being|is|are|was|were|do|does|did|have|has|had|working|work|visible|available|possible|clear|enough|good|great|needed|required|sure if|only if|because|even|in|on|at|of|for|with|by|to|from|as|me|us|him|her|my|your|and|or|but|not|no|yes|more|less|much|many|both|either|neither|other|others|another|else|again|also)(?: .*)?$/
