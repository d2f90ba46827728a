import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openKernel, type Rounded, type Tensors, tensorsIn } from './tensors.ts'
import { wordPieces } from './word-pieces.ts'

/** Embeds a text as a vector of length 1. */
export type Encode = (text: string) => Float32Array

const WIDTH = 384
const WIDE = 1_536
const LAYERS = 6
const HEADS = 12
const OF_HEAD = WIDTH / HEADS
/** Only the beginning of a longer text is read. */
const MOST_PIECES = 128
/** The kernel reads and writes up to three pieces beyond the end; see kernel.wat. */
const ROOM = MOST_PIECES + 3
const EPSILON = 1e-12
/** Limits int16 values so that sums of products with int8 fit in 32 bits, even for the widest row. */
const LARGEST = 8_191

/**
 * all-MiniLM-L6-v2, a BERT (Devlin et al. 2019) with six layers; the mean of its output is the text's vector. Loaded
 * from a folder created by scripts/model.mjs. Weights are int8, and are multiplied with int16.
 */
export async function openEncoder(folder: string): Promise<Encode> {
  const vocabulary = gunzipSync(await readFile(join(folder, 'pieces.gz')))
    .toString()
    .split('\n')
  const { buffers, tensors, layers } = await load(folder)
  const pieces = wordPieces(vocabulary)
  const words = tensors.rounded('words')
  const [places, norm] = [tensors.floats('places'), normOf(tensors, 'words.norm')]
  return (text) => {
    const numbers = pieces(text, MOST_PIECES)
    const values = embedded(numbers, words, places)
    normalise(values, norm)
    return meanOf(layers.reduce((input, layer) => pass(input, layer, buffers), values))
  }
}

interface Norm {
  readonly weight: Float32Array
  readonly bias: Float32Array
}

interface Linear extends Rounded {
  readonly bias: Float32Array
}

interface Layer {
  readonly asked: Linear
  readonly heard: Linear
  readonly heardNorm: Norm
  readonly wide: Linear
  readonly narrow: Linear
  readonly narrowNorm: Norm
}

/** Buffers in the kernel's memory, and its functions, which take addresses; see kernel.wat. */
interface Buffers {
  readonly given: Int16Array
  readonly sums: Int32Array
  /** Each piece's query, key and value. */
  readonly asked: Float32Array
  readonly shares: Float32Array
  readonly heard: Float32Array
  products(weights: number, given: number, sums: number, rows: number, depth: number, pieces: number): void
  matches(asking: number, offered: number, shares: number, stride: number, pieces: number): void
  mixes(shares: number, said: number, heard: number, stride: number, pieces: number): void
}

async function load(folder: string) {
  const sizes = [ROOM * WIDE * 2, ROOM * WIDE * 4, ROOM * 3 * WIDTH * 4, ROOM * WIDTH * 4, ROOM * 4]
  const room = sizes.reduce((sum, size) => sum + size, 0)
  const { memory, free, functions } = await openKernel(
    join(folder, 'kernel.wasm'),
    join(folder, 'weights.safetensors'),
    room,
  )
  const [given, sums, asked, heard, shares] = sizes.map(
    (_, at) => free + sizes.slice(0, at).reduce((sum, size) => sum + size, 0),
  )
  const buffers: Buffers = {
    given: new Int16Array(memory, given, ROOM * WIDE),
    sums: new Int32Array(memory, sums, ROOM * WIDE),
    asked: new Float32Array(memory, asked, ROOM * 3 * WIDTH),
    heard: new Float32Array(memory, heard, ROOM * WIDTH),
    shares: new Float32Array(memory, shares, ROOM),
    ...(functions as Pick<Buffers, 'products' | 'matches' | 'mixes'>),
  }
  const tensors = tensorsIn(memory)
  return { buffers, tensors, layers: Array.from({ length: LAYERS }, (_, number) => layerOf(tensors, number)) }
}

function layerOf(tensors: Tensors, number: number): Layer {
  const linear = (name: string) => ({
    ...tensors.rounded(`${number}.${name}`),
    bias: tensors.floats(`${number}.${name}.bias`),
  })
  return {
    asked: linear('asked'),
    heard: linear('heard'),
    heardNorm: normOf(tensors, `${number}.heard.norm`),
    wide: linear('wide'),
    narrow: linear('narrow'),
    narrowNorm: normOf(tensors, `${number}.narrow.norm`),
  }
}

const normOf = (tensors: Tensors, name: string): Norm => ({
  weight: tensors.floats(`${name}.weight`),
  bias: tensors.floats(`${name}.bias`),
})

function embedded(numbers: readonly number[], { values, scales }: Rounded, places: Float32Array): Float32Array {
  const found = new Float32Array(numbers.length * WIDTH)
  for (const [at, number] of numbers.entries()) {
    const scale = scales[number] as number
    for (let k = 0; k < WIDTH; k++)
      found[at * WIDTH + k] = (values[number * WIDTH + k] as number) * scale + (places[at * WIDTH + k] as number)
  }
  return found
}

function pass(input: Float32Array, layer: Layer, buffers: Buffers): Float32Array {
  linear(input, layer.asked, buffers, buffers.asked)
  const heard = linear(attended(input.length / WIDTH, buffers), layer.heard, buffers)
  addTo(heard, input)
  normalise(heard, layer.heardNorm)
  const wide = linear(heard, layer.wide, buffers)
  for (let at = 0; at < wide.length; at++) wide[at] = gelu(wide[at] as number)
  const narrow = linear(wide, layer.narrow, buffers)
  addTo(narrow, heard)
  normalise(narrow, layer.narrowNorm)
  return narrow
}

/** Quantises each input row by its own largest value. */
function linear(
  input: Float32Array,
  { at, width, rows, scales, bias }: Linear,
  { given, sums, products }: Buffers,
  output: Float32Array = new Float32Array((input.length / width) * rows),
): Float32Array {
  const pieces = input.length / width
  const steps = Array.from({ length: pieces }, (_, piece) => rounded(input, given, piece * width, width))
  products(at, given.byteOffset, sums.byteOffset, rows, width, pieces)
  for (const [piece, step] of steps.entries())
    for (let row = 0, to = piece * rows; row < rows; row++, to++)
      output[to] = (sums[to] as number) * step * (scales[row] as number) + (bias[row] as number)
  return output
}

function rounded(input: Float32Array, given: Int16Array, from: number, width: number): number {
  let most = 1e-9
  for (let at = from; at < from + width; at++) {
    const size = Math.abs(input[at] as number)
    if (size > most) most = size
  }
  const steps = LARGEST / most
  for (let at = from; at < from + width; at++) given[at] = (input[at] as number) * steps
  return 1 / steps
}

/** Scaled dot-product attention (Vaswani et al. 2017). */
function attended(pieces: number, { asked, shares, heard, matches, mixes }: Buffers): Float32Array {
  const stride = 3 * WIDTH * 4
  for (let head = 0; head < HEADS; head++)
    for (let piece = 0; piece < pieces; piece++) {
      const asking = asked.byteOffset + head * OF_HEAD * 4
      matches(asking + piece * stride, asking + WIDTH * 4, shares.byteOffset, stride, pieces)
      share(shares, pieces)
      const to = heard.byteOffset + (piece * WIDTH + head * OF_HEAD) * 4
      mixes(shares.byteOffset, asking + 2 * WIDTH * 4, to, stride, pieces)
    }
  return heard.subarray(0, pieces * WIDTH)
}

/** Softmax over values scaled by the square root of the head's width. */
function share(shares: Float32Array, pieces: number): void {
  const scale = 1 / Math.sqrt(OF_HEAD)
  let [most, all] = [Number.NEGATIVE_INFINITY, 0]
  for (let at = 0; at < pieces; at++) most = Math.max(most, shares[at] as number)
  for (let at = 0; at < pieces; at++) {
    const part = Math.exp(((shares[at] as number) - most) * scale)
    shares[at] = part
    all += part
  }
  for (let at = 0; at < pieces; at++) shares[at] = (shares[at] as number) / all
}

function addTo(values: Float32Array, others: Float32Array): void {
  for (let at = 0; at < values.length; at++) values[at] = (values[at] as number) + (others[at] as number)
}

/** Layer normalisation (Ba et al. 2016), in place for each row. */
function normalise(values: Float32Array, { weight, bias }: Norm): void {
  for (let from = 0; from < values.length; from += WIDTH) {
    const row = values.subarray(from, from + WIDTH)
    let [sum, squares] = [0, 0]
    for (let k = 0; k < WIDTH; k++) sum += row[k] as number
    const mean = sum / WIDTH
    for (let k = 0; k < WIDTH; k++) squares += ((row[k] as number) - mean) ** 2
    const scale = 1 / Math.sqrt(squares / WIDTH + EPSILON)
    for (let k = 0; k < WIDTH; k++)
      row[k] = ((row[k] as number) - mean) * scale * (weight[k] as number) + (bias[k] as number)
  }
}

/** Beyond this, x · Φ(x) is x or 0. */
const EDGE = 6
const STEPS = 512
/** Gaussian error linear unit (Hendrycks, Gimpel 2016), from a table. */
const GELU = Float32Array.from({ length: 2 * EDGE * STEPS + 2 }, (_, at) => exactGelu(at / STEPS - EDGE))

function gelu(x: number): number {
  if (x >= EDGE) return x
  if (x <= -EDGE) return 0
  const place = (x + EDGE) * STEPS
  const below = Math.floor(place)
  const low = GELU[below] as number
  return low + (place - below) * ((GELU[below + 1] as number) - low)
}

/** Error function by Abramowitz and Stegun 7.1.26, accurate to 1.5e-7. */
function exactGelu(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const erf = Math.sign(x) * (1 - poly * Math.exp(-z * z))
  return (x * (1 + erf)) / 2
}

function meanOf(values: Float32Array): Float32Array {
  const mean = new Float32Array(WIDTH)
  for (let at = 0; at < values.length; at++) mean[at % WIDTH] = (mean[at % WIDTH] as number) + (values[at] as number)
  const length = Math.hypot(...mean)
  return mean.map((value) => value / length)
}
