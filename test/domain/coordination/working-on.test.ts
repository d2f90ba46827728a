import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesTask, workingOn } from '../../../src/domain/coordination/working-on.ts'

const person = (text: string) => ({ text, origin: 'person' as const, at: 1 })
const script = (text: string) => ({ text, origin: 'script' as const, at: 1 })
const machine = (text: string) => ({ text, origin: 'machine' as const, at: 1 })

describe('what a session is doing', () => {
  test('is its newest prompt that names a task, with who gave it', () => {
    const prompts = [
      person('Add a retry to the uploader'),
      person('Round the prices in pricing.py'),
      machine('<done/>'),
    ]
    expect(workingOn(prompts)).toEqual({ text: 'Round the prices in pricing.py', by: 'user' })
    expect(workingOn([script('Translate the README to French')])?.by).toBe('script')
  })

  test.each([
    'yes',
    'go on',
    'continue',
    'ok, do that',
    '/review',
    '/compact keep the plan of the parser',
    'option 2',
    'commit and push',
  ])('is not %j, but the task before it', (little) => {
    expect(workingOn([person('Round the prices in pricing.py'), person(little)])?.text).toBe(
      'Round the prices in pricing.py',
    )
  })

  test('is what its matter was asked for, unless a newer prompt names a task, in whose words it is', () => {
    const summary = { request: 'Round the prices in pricing.py', at: 2 }
    expect(workingOn([person('yes')], summary)).toEqual({ text: summary.request, by: 'user' })
    expect(workingOn([person('Why is there a second price list?')], summary)?.text).toBe(summary.request)
    expect(workingOn([], { ...summary, requestBy: 'agent' })).toEqual({ text: summary.request, by: 'agent' })
    const newer = { ...person('Translate the README to French'), at: 3 }
    expect(workingOn([newer], summary)?.text).toBe('Translate the README to French')
    expect(workingOn([person('Translate the README to French')], { request: 'yes', at: 2 })?.text).toMatch(/README/)
  })

  test('is the newest prompt if nothing else is known, and undefined if there is none', () => {
    expect(workingOn([person('hello'), person('/init')])?.text).toBe('/init')
    expect(workingOn([machine('<task-notification>')])).toBeUndefined()
    expect(workingOn([])).toBeUndefined()
  })

  test('is the sentence that asks, where a prompt begins with a long paste', () => {
    const paste = `\`\`\`\n${'at line 3 of the trace\n'.repeat(40)}\`\`\`\nFix the rounding in pricing.py, please.`
    expect(workingOn([person(paste)])?.text).toContain('Fix the rounding in pricing.py')
    expect(workingOn([person(paste)])?.text).not.toContain('trace')
  })

  test('never comes from a machine, and a person’s task is never lost behind what says little', () => {
    const littles = fc.array(fc.constantFrom('yes', 'go on', '/clear', 'ok', 'continue'), { maxLength: 5 })
    const noise = fc.array(fc.string().map(machine), { maxLength: 5 })
    fc.assert(
      fc.property(littles, noise, (little, machines) => {
        const task = 'Round the prices in pricing.py'
        expect(workingOn([...machines, person(task), ...little.map(person), ...machines])?.text).toBe(task)
        expect(workingOn(machines)).toBeUndefined()
      }),
    )
  })

  test('is judged for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => typeof namesTask(text) === 'boolean'))
  })
})
