import type { SecretRange } from '@hindcast/redaction/clean.ts'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'

/**
 * Rules that are not used: `filter-comments`, because comments in a text must not switch redaction off; `gcp`, because
 * it opens the file that a text names; the other two, because they redact a whole URL where the password is enough (see
 * PATTERNS).
 */
const LEFT_OUT = ['filter-comments', 'gcp', 'basicauth', 'database-connection-string']
/** AWS key ids are disabled by default. */
const OPTIONS: Readonly<Record<string, object>> = { aws: { enableIDScanRule: true } }
/** Account numbers are found along with key ids, but are not secret. */
const NOT_SECRET = ['AWSAccountID']
/** How far after its reported start a secret is searched for. */
const MAX_NAME = 300

/** The part of a preset's rule that Hindcast uses. */
interface Rule {
  readonly meta: { readonly id: string }
  create(context: object, options: object): { file?(source: object): unknown }
}
interface Report {
  readonly message: { readonly messageId: string; readonly data?: Readonly<Record<string, unknown>> }
  readonly range: readonly [start: number, end: number]
}

const RULES = (rules as readonly unknown[] as readonly Rule[])
  .map((rule) => ({ rule, kind: rule.meta.id.replace(/^.*secretlint-rule-/, '') }))
  .filter(({ kind }) => !LEFT_OUT.includes(kind))

/** The kinds of the rules in use. */
export const KINDS: readonly string[] = RULES.map(({ kind }) => kind)

/**
 * The secrets found by the recommended rules of these kinds. The rules are called without `@secretlint/core`, because
 * its profiler keeps every mark and searches them all, so that a call took 54 ms after 2,000 of them.
 */
export async function findByRules(text: string, kinds: ReadonlySet<string>): Promise<SecretRange[]> {
  const found: SecretRange[] = []
  const source = { content: text, contentType: 'text', filePath: 'text', ext: '.txt', hasBOM: false }
  for (const { rule, kind } of RULES) {
    if (!kinds.has(kind)) continue
    const context = {
      sharedOptions: {},
      createTranslator: () => (messageId: string, data: object) => ({ message: messageId, messageId, data }),
      report: (report: Report) => {
        if (!NOT_SECRET.includes(report.message.messageId)) found.push({ ...secretRange(text, report), kind })
      },
      ignore: () => {},
    }
    await rule.create(context, OPTIONS[kind] ?? {}).file?.(source)
  }
  return found
}

/**
 * Some rules report the start of the name before the secret, with the secret's length; the secret itself is in the
 * data.
 */
function secretRange(text: string, { message, range: [start, end] }: Report): Omit<SecretRange, 'kind'> {
  const length = end - start
  const secret = Object.values(message.data ?? {}).find((value) => typeof value === 'string' && value.length === length)
  const at = typeof secret === 'string' ? text.slice(start, end + MAX_NAME).indexOf(secret) : -1
  return at > 0 ? { start: start + at, end: end + at } : { start, end }
}
