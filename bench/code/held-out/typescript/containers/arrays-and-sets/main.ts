type Rule = (password: string) => boolean

const long: Rule = (p) => p.length > 7
const mixed: Rule = (p) => p !== p.toLowerCase()
function numbered(p: string): boolean {
  return digits(p) > 0
}

function digits(p: string): number {
  return p.replace(/\D/g, '').length
}

const rules: readonly Rule[] = [long, mixed, numbered]
const observers = new Set<(ok: boolean) => void>()

function strong(password: string): boolean {
  const ok = rules.every((rule) => rule(password))
  observers.forEach((observe) => observe(ok))
  for (const observe of observers) observe(ok)
  return ok
}

let passed = 0
function tally(ok: boolean): void {
  if (ok) passed++
}

observers.add(tally)
const [firstRule] = rules
console.log(strong('abc'), strong('Abcdefg1'), passed)
console.log(firstRule?.('abcdefghi'))
