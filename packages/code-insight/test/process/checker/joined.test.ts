import { expect, it } from 'vitest'
import type { FileCalls } from '../../../src/analysis/facts.ts'
import type { CallEdge } from '../../../src/analysis/graph.ts'
import { joinedCalls } from '../../../src/process/checker/joined.ts'
import { Project } from './project.ts'

const TYPED = `class A { go() {} }
class B { go() {} }
function f() {}
function run(a: A, g: () => void) {
  a.go()
  g()
  ;[1].forEach(g)
}
`
const PLAIN = `class A { go() {} }
class B { go() {} }
function f() {}
/** @param {A} a  @param {() => void} g */ function run(a, g) {
  a.go()
  g()
  ;[1].forEach(g)
}
`

/** What the checker says of the file's text, joined with edges of `run` by syntax: `name:its line@line confidence`. */
function joined(file: 'main.ts' | 'main.js', ...syntax: string[]): string[] {
  return joinedWith(file, false, syntax)
}

function joinedWith(file: 'main.ts' | 'main.js', isPart: boolean, syntax: readonly string[]): string[] {
  const project = new Project({ 'tsconfig.json': '{}', [file]: file === 'main.ts' ? TYPED : PLAIN })
  const edges = syntax.map((each): CallEdge => {
    const [, name = '', at = '', line = '', confidence = '0.5'] = /^(.*):(.*)@(\S*) ?(.*)$/.exec(each) ?? []
    const from = { file, name: 'run', line: 4 }
    return { from, to: { file, name, line: Number(at) }, line: Number(line), confidence: Number(confidence || 0.5) }
  })
  const unresolved = [
    { file, name: 'run', line: 5, text: 'a.go', why: 'unknown receiver' } as const,
    { file, name: 'run', line: 6, text: 'g', why: 'unknown value' } as const,
  ]
  const calls: FileCalls = { edges, references: [], unresolved }
  const all = joinedCalls(calls, { ...project.read(file), isPart })
  project.close()
  return [
    ...all.edges.map(({ to, line, confidence }) => `${to.name}@${line} ${confidence}`),
    ...all.unresolved.map(({ text }) => `unresolved ${text}`),
  ]
}

it('drops what the types rule out, and what they resolve is unresolved no longer', () => {
  expect(joined('main.ts', 'A.go:1@5', 'B.go:2@5')).toEqual(['A.go@5 1', 'unresolved g'])
})

it('keeps what the syntax knows of calls that the types leave open or that are made outside', () => {
  expect(joined('main.ts', 'f:3@6', 'f:3@7')).toEqual(['A.go@5 1', 'f@6 0.5', 'f@7 0.5', 'unresolved g'])
})

it('keeps a function of another name that flows to a call, such as a wrapper, but none that is guessed', () => {
  expect(joined('main.ts', 'f:3@5')).toEqual(['A.go@5 1', 'f@5 0.5', 'unresolved g'])
  expect(joined('main.ts', 'f:3@5 0.3')).toEqual(['A.go@5 1', 'unresolved g'])
})

it('keeps what flows to a call in JavaScript, whatever class its types name, but none that is guessed', () => {
  expect(joined('main.js', 'B.go:2@5')).toEqual(['A.go@5 1', 'B.go@5 0.5', 'unresolved g'])
  expect(joined('main.js', 'B.go:2@5 0.3')).toEqual(['A.go@5 1', 'unresolved g'])
})

it('keeps what flows to a call where only a part of the package was checked', () => {
  expect(joinedWith('main.ts', true, ['B.go:2@5'])).toEqual(['A.go@5 1', 'B.go@5 0.5', 'unresolved g'])
})
