import type { Tiers } from '../code-answers.ts'
import { languageNamed, languageOf } from '../known-languages.ts'
import type { Tier } from '../language.ts'

const BEST_FIRST: readonly Tier[] = ['full', 'structural', 'text']

/**
 * How far what an answer is made of is understood, from the languages of these files or, where none is given, from all of the
 * project's. Of a page with scripts, the markup around those is text.
 */
export function tiersOf(files: readonly string[], languages: readonly string[]): Tiers {
  const named = files.length === 0 ? languages : files.flatMap((path) => languageOf(path)?.name ?? [])
  return byTier(
    [...new Set(named)].flatMap((name): [Tier, string][] => {
      const language = languageNamed(name)
      if (language === undefined) return []
      const around: [Tier, string][] = language.embedded === undefined ? [] : [['text', `markup of ${name}`]]
      return [[language.tier, name], ...around]
    }),
  )
}

/** The same with the languages, or else the endings, of files of which only the text is known. */
export const withTexts = (tiers: Tiers, texts: readonly string[]): Tiers =>
  byTier([
    ...BEST_FIRST.flatMap((tier) => (tiers[tier] ?? []).map((name): [Tier, string] => [tier, name])),
    ...texts.map((name): [Tier, string] => ['text', name]),
  ])

function byTier(all: readonly (readonly [Tier, string])[]): Tiers {
  const tiers = BEST_FIRST.map((tier) => {
    const own = all.filter(([each]) => each === tier).map(([, name]) => name)
    return [tier, [...new Set(own)]] as const
  })
  return Object.fromEntries(tiers.filter(([, names]) => names.length > 0))
}
