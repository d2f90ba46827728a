import { FAILURE_FACT } from '../memory/merge.ts'
import { bare, shorten, splitSentences } from '../memory/prose.ts'
import type { Observation } from '../nouns/observation.ts'

const LINE = 220

/** The failure that a record tells of, else the sentence of it that says why; empty where its title says all. */
export function reasonOf({ facts, narrative, title }: Observation): string {
  const failure = facts.find((fact) => fact.startsWith(FAILURE_FACT))
  if (failure !== undefined) return shorten(oneLine(failure), LINE)
  const said = splitSentences(narrative).filter((each) => !/^Asked: |^`/.test(each) && bare(each) !== bare(title))
  const cause =
    said.find((each) => /\b(?:because|cause|since|issue|problem|otherwise|instead)\b/i.test(each)) ?? said[0]
  return cause === undefined ? '' : shorten(oneLine(cause), LINE)
}

/** Sentences of a narrative that the distiller wrote: who asked, what failed, what changed. They are nobody's word. */
export const OWN_SENTENCE = /^(?:Asked: |Changed |It passed after edits to |`[^`]{1,200}` failed with: )/

/** Text without marks, on one line. */
export const oneLine = (text: string): string => bare(text).replace(/\s+/g, ' ').trim()
