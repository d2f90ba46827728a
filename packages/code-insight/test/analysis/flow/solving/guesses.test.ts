import { expect, test } from 'vitest'
import { callsOf } from '../../../../src/analysis/calls.ts'
import { memorySources } from '../../memory-sources.ts'

const calls = async (path: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { edges = [] } = callsOf([path], await memorySources(files)).get(path) ?? {}
  return edges.map(({ from, to, confidence }) => `${from.name} -> ${to.name} ${confidence}`).sort()
}

const BOX = `
class Box:
    @property
    def volume(self): return self.side ** 3
    @volume.setter
    def volume(self, value): self.side = value ** (1 / 3)
    def weigh(self): return self.volume
    @property
    def label(self): return 'box'
`

test('a property of an unknown receiver is guessed by its name, as a method is', async () => {
  const text = `
def pack(box):
    box.weigh()
    return box.volume
`
  expect(await calls('pack.py', { 'pack.py': text, 'box.py': BOX })).toEqual([
    'pack -> Box.volume 0.3',
    'pack -> Box.weigh 0.3',
  ])
  const script = 'export const pack = (box) => box.volume'
  const classes = 'export class Box { get volume() { return 1 } }'
  expect(await calls('pack.js', { 'pack.js': script, 'box.js': classes })).toEqual(['pack -> Box.volume 0.3'])
})

test('a property is not guessed where values are kept under its name, or where the receiver is known', async () => {
  const text = `
class Parcel:
    def __init__(self): self.label = ''
def pack(box):
    return box.label
def weigh():
    return Parcel().volume
`
  expect(await calls('pack.py', { 'pack.py': text, 'box.py': BOX })).toEqual(['weigh -> Parcel.__init__ 1'])
  const script = 'export const pack = (box) => box.volume\npack({ volume: 3 })'
  const classes = 'export class Box { get volume() { return 1 } }'
  expect(await calls('pack.js', { 'pack.js': script, 'box.js': classes })).toEqual(['<module> -> pack 1'])
})
