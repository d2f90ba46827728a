import type { Meaning } from '../learning/meaning.ts'

/** The headings under which rules are written, in this order. */
export const SECTIONS = ['Tool Preferences', 'Workflow Rules', 'Code Style', 'Communication', 'Other Rules'] as const

/** One of these headings. */
export type RuleSection = (typeof SECTIONS)[number]

/** The heading that a rule belongs under, by the words that it names. */
export function sectionOf(rule: Meaning & { readonly text: string }): RuleSection {
  const said = [rule.subject, rule.object ?? '', rule.text].join(' ').toLowerCase()
  if (STYLE.test(said)) return 'Code Style'
  if (isTool(rule.subject) && (rule.object === undefined ? USED.test(said) : isTool(rule.object)))
    return 'Tool Preferences'
  if (TALK.test(said)) return 'Communication'
  return WORKFLOW.test(said) ? 'Workflow Rules' : 'Other Rules'
}

/** A program, a package or a command is named in one or two words. */
const isTool = (name: string): boolean => /^[\p{L}\p{N}@`][\p{L}\p{N}`@./+_-]*(?: [\p{L}\p{N}`._-]+)?$/u.test(name)
const USED = /\b(?:use|using|run|install|prefer|switch to)\b/

const anyOf = (words: string): RegExp => new RegExp(`\\b(?:${words.split(' ').join('|')})\\b`)
const STYLE = anyOf(
  'indent(?:ation)? tabs? spaces? quotes? semicolons? naming camelcase snake_case kebab-case comments? docstrings? types? annotations? imports? exports? functions? const let var class(?:es)? arrow commas? variables? constants? braces? one-liners? style format(?:ting)? any null undefined async callbacks?',
)
const TALK = anyOf(
  'answers? reply replies explain explanations? emojis? summary summaries verbose brief tone english german french spanish apologi[sz]e say language messages?',
)
const WORKFLOW = anyOf(
  'commits? push(?:es)? branch(?:es)? merge rebase squash pr prs pull review tests? lint linter build deploy release run before after ask plan changelog issues? tickets? ci first done worktree migrations?',
)
