/**
 * How a project's own file may change a setting: turn it `off`, `lower` or `raise` it, `shorten` a span of which 0 is the
 * longest, `add` to a list, or move `along` its choices, which stand loosest first. A setting without one is the user's alone.
 */
export type Tightening = 'off' | 'lower' | 'raise' | 'shorten' | 'add' | 'along'

/** The values that a setting takes. */
export interface SettingForm<T = unknown> {
  /** All of them in words: `a whole number from 0 to 100`. */
  readonly values: string
  readonly choices?: readonly string[]
  /** The value of what a file, the environment or a person says; `wrong`: what that is instead, such as `not a number`. */
  parse(raw: unknown): { readonly value: T } | { readonly wrong: string }
}

/** One setting: its form, its default, one sentence that describes it, and how a project may tighten it. */
export interface DeclaredSetting<T = unknown> {
  readonly form: SettingForm<T>
  readonly fallback: T
  readonly sentence: string
  /** Older documented names of the environment variable. */
  readonly aliases?: readonly string[]
  readonly tightens?: Tightening
}

/** A row of the declaration: `setting(form, default, sentence, { aliases, tightens })`. */
export const setting = <T>(
  form: SettingForm<T>,
  fallback: NoInfer<T>,
  sentence: string,
  more: Pick<DeclaredSetting, 'aliases' | 'tightens'> = {},
): DeclaredSetting<T> => ({ form, fallback, sentence, ...more })

const ON = ['true', '1', 'on', 'yes']
const OFF = ['false', '0', 'off', 'no']
/** A switch, in any of the usual words. */
export const flag: SettingForm<boolean> = {
  values: 'true or false',
  parse(raw) {
    const word = String(raw).toLowerCase()
    return ON.includes(word) || OFF.includes(word) ? { value: ON.includes(word) } : { wrong: 'not true or false' }
  },
}

/** A number, also as text, but no blank, list or flag. */
export const fraction = (min: number, max: number): SettingForm<number> => ({
  values: `a number from ${min} to ${max}`,
  parse(raw) {
    const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
    if (typeof value !== 'number' || !Number.isFinite(value)) return { wrong: 'not a number' }
    if (value < min) return { wrong: `less than ${min}` }
    return value > max ? { wrong: `more than ${max}` } : { value }
  },
})
/** A whole number, also as text. */
export const whole = (min: number, max: number): SettingForm<number> => ({
  values: `a whole number from ${min} to ${max}`,
  parse(raw) {
    const number = fraction(min, max).parse(raw)
    return 'value' in number && !Number.isInteger(number.value) ? { wrong: 'not a whole number' } : number
  },
})

/** One of these words, for `along`: loosest first. */
export const choice = <const T extends string>(...choices: readonly T[]): SettingForm<T> => ({
  values: choices.join(', '),
  choices,
  parse(raw) {
    const value = choices.find((one) => one === raw)
    return value === undefined ? { wrong: `not one of ${choices.join(', ')}` } : { value }
  },
})
/** Any text. */
export const text: SettingForm<string> = {
  values: 'text',
  parse: (raw) => (typeof raw === 'string' ? { value: raw } : { wrong: 'not text' }),
}
/** A list of words, also as text with commas. */
export const words: SettingForm<readonly string[]> = {
  values: 'words, separated by commas',
  parse(raw) {
    const value = typeof raw === 'string' ? raw.split(',').map((word) => word.trim()) : raw
    const isList = Array.isArray(value) && value.every((word) => typeof word === 'string')
    return isList
      ? { value: typeof raw === 'string' ? value.filter(Boolean) : value }
      : { wrong: 'not a list of words' }
  },
}
