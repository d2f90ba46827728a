import type { Haystack, Turn } from './haystack.ts'

interface Instance {
  readonly question_id: string
  readonly question_type: string
  readonly question: string
  readonly haystack_dates: readonly string[]
  readonly haystack_session_ids: readonly string[]
  readonly haystack_sessions: readonly (readonly { role: string; content: string; has_answer?: boolean }[])[]
  readonly answer_session_ids: readonly string[]
}

/** LongMemEval_S (Wu et al. 2024): a haystack a question. Categories of abstention questions end in `_abs`. */
export function* longMemEval(json: string): Generator<Haystack> {
  for (const each of JSON.parse(json) as readonly Instance[]) {
    const turns = each.haystack_sessions.flatMap((session, at): (Turn & { answers: boolean })[] => {
      const id = each.haystack_session_ids[at] as string
      const began = Date.parse(`${(each.haystack_dates[at] ?? '').replace(/\(\w+\) /, '').replaceAll('/', '-')}Z`)
      return session.map(({ content, has_answer }, turn) => ({
        ...{ id: `${id}:${turn}`, session: id, at: began + turn * 1_000, text: content, answers: has_answer === true },
      }))
    })
    const category = each.question_type + (each.question_id.endsWith('_abs') ? '_abs' : '')
    const gold = turns.filter(({ answers }) => answers).map(({ id }) => id)
    yield { turns, questions: [{ text: each.question, category, turns: gold, sessions: each.answer_session_ids }] }
  }
}
