import { didYouMean } from '@hindcast/text/suggestion.ts'
import type { DeclaredSetting } from '../domain/setting-forms.ts'
import { behaviourSwitch, settings } from '../domain/settings.ts'

/** The setting that a key of config.yaml names, or the switch of a behaviour; undefined where there is none. */
export function settingAt(key: string): DeclaredSetting | undefined {
  if (isSwitch(key)) return behaviourSwitch
  return Object.hasOwn(settings, key) ? settings[key as keyof typeof settings] : undefined
}

/** What is said of a key that is no setting: with the setting that was probably meant, where one is close. */
export const unknownSetting = (key: string): string =>
  `unknown setting '${key}'${didYouMean(key, Object.keys(settings))}`

/** Why a value is invalid, the value quoted: `port: 'x' is not a number`. `name`: its key, or its environment variable. */
export function invalidSetting(name: string, raw: unknown, wrong: string, { form }: DeclaredSetting): string {
  const value = typeof raw === 'string' ? raw : JSON.stringify(raw)
  return `${name}: '${value}' is ${wrong}${didYouMean(value, form.choices ?? [])}`
}

/** Whether a key is the switch of a behaviour. */
export const isSwitch = (key: string): boolean => key.startsWith(SWITCH) && key.length > SWITCH.length

/** What stands before a behaviour's name in the key of its switch. */
export const SWITCH = 'behaviours.'

/** The environment variable of a key: `tokenBudget.prompt` → HINDCAST_TOKEN_BUDGET_PROMPT. */
export const envName = (key: string): string =>
  `HINDCAST_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .replaceAll('-', '_')
    .toUpperCase()}`
