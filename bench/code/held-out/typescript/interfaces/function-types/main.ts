interface Validator {
  (value: string): string | undefined
}

interface Field {
  name: string
  validate: Validator
}

const required: Validator = (value) => (value ? undefined : 'required')

function isEmail(value: string): string | undefined {
  return value.includes('@') ? undefined : hint('email')
}

const hint = (what: string): string => `not an ${what}`

const fields: Field[] = [
  { name: 'name', validate: required },
  { name: 'mail', validate: isEmail },
]

function check(form: Record<string, string>): string[] {
  const errors: string[] = []
  for (const { name, validate } of fields) {
    const error = validate(form[name] ?? '')
    if (error) errors.push(`${name}: ${error}`)
  }
  return errors
}

console.log(check({ name: 'Ada', mail: 'ada' }))
