#!/usr/bin/env node
import { options, type Option } from './options.js'
import { greet } from './greet.js'

type Values = Record<string, string | boolean>

class UsageError extends Error {
  get exitCode(): number {
    return 2
  }
}

export function parse(argv: string[], known: readonly Option[]): Values {
  const values: Values = Object.fromEntries(known.map((o) => [o.name, o.initial()]))
  const rest = [...argv]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const option = find(known, word)
    values[option.name] = option.takesValue ? (option.parse?.(rest.shift() ?? '') ?? '') : true
  }
  return values
}

function find(known: readonly Option[], word: string): Option {
  const option = known.find((o) => `--${o.name}` === word)
  if (!option) throw new UsageError(`unknown option ${word}`)
  return option
}

function main(argv: string[]): number {
  try {
    const { name, loud } = parse(argv, options)
    console.log(greet(String(name), Boolean(loud)))
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return error.exitCode
  }
}

process.exitCode = main(['--name', 'ada', '--loud']) + main(['--fast']) - 2
