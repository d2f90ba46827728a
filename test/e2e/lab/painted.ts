/** The style sheet for the lines of `htmlOf`. */
export const STYLE = `
body { margin: 0; background: #fff }
pre { margin: 0; padding: 18px 20px; color: #e6e4df; background: #15171a; font: 14px/1.4 "DejaVu Sans Mono", monospace }
img { display: block }
`

/** Converts lines with terminal colours (SGR) to HTML. */
export const htmlOf = (lines: readonly string[]): string => lines.map(lineOf).join('\n')

interface Look {
  readonly colour?: string | undefined
  readonly ground?: string | undefined
  readonly bold?: boolean
  readonly dim?: boolean
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with an escape character
const SGR = /\x1b\[([\d;]*)m/

function lineOf(line: string): string {
  let look: Look = {}
  return line
    .split(SGR)
    .map((piece, at) => {
      if (at % 2 === 0) return piece === '' ? '' : `<span style="${styleOf(look)}">${escaped(piece)}</span>`
      look = after(look, piece.split(';').map(Number))
      return ''
    })
    .join('')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const styleOf = ({ colour, ground, bold, dim }: Look): string =>
  [colour && `color:${colour}`, ground && `background:${ground}`, bold && 'font-weight:bold', dim && 'opacity:.65']
    .filter(Boolean)
    .join(';')

/** The style after the codes of one sequence. */
function after(look: Look, [code = 0, ...rest]: readonly number[]): Look {
  if (code === 38 || code === 48) {
    const isRgb = rest[0] === 2
    const colour = isRgb ? `rgb(${rest.slice(1, 4).join(',')})` : indexed(rest[1] ?? 0)
    const next = code === 38 ? { ...look, colour } : { ...look, ground: colour }
    const others = rest.slice(isRgb ? 4 : 2)
    return others.length === 0 ? next : after(next, others)
  }
  const next = simple(look, code)
  return rest.length === 0 ? next : after(next, rest)
}

function simple(look: Look, code: number): Look {
  if (code === 0) return {}
  if (code === 1) return { ...look, bold: true }
  if (code === 2) return { ...look, dim: true }
  if (code === 22) return { ...look, bold: false, dim: false }
  if (code === 39) return { ...look, colour: undefined }
  if (code === 49) return { ...look, ground: undefined }
  if (code >= 30 && code <= 37) return { ...look, colour: indexed(code - 30) }
  return code >= 90 && code <= 97 ? { ...look, colour: indexed(code - 82) } : look
}

const SYSTEM = ['#2e3436', '#f2938c', '#6cc48f', '#e0b25a', '#86bdea', '#b8a3ee', '#69b8b0', '#e6e4df']
const LEVELS = [0, 95, 135, 175, 215, 255]

/** One of the terminal's 256 colours: a system colour, one of the cube, or a grey. */
function indexed(n: number): string {
  if (n < 16) return SYSTEM[n % 8] ?? '#e6e4df'
  if (n >= 232)
    return `rgb(${Array(3)
      .fill(8 + (n - 232) * 10)
      .join(',')})`
  const at = n - 16
  return `rgb(${[Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((level) => LEVELS[level]).join(',')})`
}
