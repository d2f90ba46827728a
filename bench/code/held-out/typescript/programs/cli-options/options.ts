export interface Option {
  name: string
  takesValue: boolean
  initial(): string | boolean
  parse?(text: string): string
}

const no = () => false
const nobody = () => 'nobody'

function titleCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const options: readonly Option[] = [
  { name: 'name', takesValue: true, initial: nobody, parse: titleCase },
  { name: 'loud', takesValue: false, initial: no },
]
