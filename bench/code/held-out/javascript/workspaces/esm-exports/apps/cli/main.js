import wrap, { measure } from 'text-lib'
import { bold } from 'text-lib/style'

function print(text) {
  const lines = wrap(text, 10)
  for (const line of lines) console.log(bold(line), measure(line))
}

print('some words that are wrapped')
