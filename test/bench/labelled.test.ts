import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  edgesIn,
  judge,
  type LabelledPlace,
  type LabelledProgram,
  labelledPrograms,
} from '../../bench/code/labelled.ts'

const programs = labelledPrograms()
const titleOf = ({ language, construct, name }: LabelledProgram) => `${language}/${construct}/${name}`

test('each label of a program names files, lines and functions that it has, once', () => {
  const wrong = programs.flatMap((program) =>
    program.edges.flatMap(({ from, to, line }) => {
      const faults = [fault(program, from), fault(program, to)].filter((text) => text !== '')
      const length = linesOf(program, from.file).length
      if (line < 1 || line > length) faults.push(`${from.file} has ${length} lines`)
      return faults.map((text) => `${titleOf(program)} @${line}: ${text}`)
    }),
  )
  const twice = programs.filter(
    ({ edges }) => new Set(edges.map((e) => JSON.stringify({ ...e, demanded: 0 }))).size < edges.length,
  )
  expect(wrong).toEqual([])
  expect(twice.map(titleOf)).toEqual([])
  expect(programs.length).toBeGreaterThan(0)
})

const linesOf = ({ folder }: LabelledProgram, file: string): string[] => {
  const path = join(folder, file)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
}

function fault(program: LabelledProgram, { file, name, line }: LabelledPlace): string {
  const lines = linesOf(program, file)
  if (lines.length === 0) return `no file ${file}`
  if (name === '<module>' || name === 'default') return ''
  const last = name.slice(name.lastIndexOf('.', name.endsWith(']') ? name.indexOf('[') : undefined) + 1)
  const shown = line === undefined ? lines.join('\n') : (lines[line - 1] ?? '')
  return shown.includes(last) ? '' : `no ${name} in ${file}${line === undefined ? '' : `:${line}`}`
}

test('edges read from labels have their lines where a file has several of one name, and say whether they are demanded', () => {
  expect(edgesIn('a.py <module> -> b/c.py K.x:7 @3\na.ts R.[Symbol.iterator]:2 -> b.ts #f @4 ?\n')).toEqual([
    {
      from: { file: 'a.py', name: '<module>', line: undefined },
      to: { file: 'b/c.py', name: 'K.x', line: 7 },
      line: 3,
      demanded: true,
    },
    {
      from: { file: 'a.ts', name: 'R.[Symbol.iterator]', line: 2 },
      to: { file: 'b.ts', name: '#f', line: undefined },
      line: 4,
      demanded: false,
    },
  ])
  expect(() => edgesIn('a.py f -> b.py g')).toThrow('not an edge')
})

test('an answer is judged by what is demanded; an edge that is right without being demanded counts nowhere', () => {
  const labels = edgesIn('a.py f -> a.py g @2\na.py f -> a.py h:9 @3\na.py f -> a.py k @4 ?\n')
  const edge = (name: string, at: number, line: number) => ({
    from: { file: 'a.py', name: 'f', line: 1 },
    to: { file: 'a.py', name, line: at },
    line,
    confidence: 1,
  })
  const { found, missed, wrong } = judge(labels, [edge('g', 5, 2), edge('h', 8, 3), edge('k', 6, 4)])
  expect(found.map(({ to }) => to.name)).toEqual(['g'])
  expect(missed.map(({ to }) => to.name)).toEqual(['h'])
  expect(wrong.map(({ to }) => `${to.name}:${to.line}`)).toEqual(['h:8'])
})
