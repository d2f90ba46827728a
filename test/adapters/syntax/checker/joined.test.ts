import { expect, it } from 'vitest'
import { joinedCalls } from '../../../../src/adapters/syntax/checker/joined.ts'
import type { FileCalls } from '../../../../src/domain/code/facts.ts'
import type { CallEdge } from '../../../../src/domain/code/graph.ts'
import { Project } from './project.ts'

const TEXT = `class A { go() {} }
class B { go() {} }
function f() {}
function run(a: A, g: () => void) {
  a.go()
  g()
  ;[1].forEach(g)
}
`

/** What the checker says of the text, joined with edges of `run` by syntax: `name:its line@line`. */
function joined(...syntax: string[]): string[] {
  const project = new Project({ 'tsconfig.json': '{}', 'main.ts': TEXT })
  const edges = syntax.map((each): CallEdge => {
    const [, name = '', at = '', line = ''] = /^(.*):(.*)@(.*)$/.exec(each) ?? []
    const from = { file: 'main.ts', name: 'run', line: 4 }
    return { from, to: { file: 'main.ts', name, line: Number(at) }, line: Number(line), confidence: 0.5 }
  })
  const unresolved = [
    { file: 'main.ts', name: 'run', line: 5, text: 'a.go' },
    { file: 'main.ts', name: 'run', line: 6, text: 'g' },
  ]
  const calls: FileCalls = { edges, references: [], unresolved }
  const all = joinedCalls(calls, project.read('main.ts'))
  project.close()
  return [
    ...all.edges.map(({ to, line, confidence }) => `${to.name}@${line} ${confidence}`),
    ...all.unresolved.map(({ text }) => `unresolved ${text}`),
  ]
}

it('drops what the types rule out, and what they resolve is unresolved no longer', () => {
  expect(joined('A.go:1@5', 'B.go:2@5')).toEqual(['A.go@5 1', 'unresolved g'])
})

it('keeps what the syntax knows of calls that the types leave open or that are made outside', () => {
  expect(joined('f:3@6', 'f:3@7')).toEqual(['A.go@5 1', 'f@6 0.5', 'f@7 0.5', 'unresolved g'])
})
