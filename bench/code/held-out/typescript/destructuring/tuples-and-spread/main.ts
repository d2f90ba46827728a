type Setter = (value: string) => void

function useSetting(key: string): [() => string, Setter] {
  function get(): string {
    return store.get(key) ?? '-'
  }
  const set: Setter = (value) => {
    store.set(key, clean(value))
  }
  return [get, set]
}

const store = new Map<string, string>()
const clean = (value: string): string => value.trim()

const [name, setName] = useSetting('name')
setName(' Ada ')
console.log(name())

const defaults = { greet, part }
const polite = { ...defaults, part: leave }

function greet(who: string): string {
  return `hi ${who}`
}
function part(who: string): string {
  return `bye ${who}`
}
function leave(who: string): string {
  return `farewell ${who}`
}

console.log(polite.greet('Bob'), polite.part('Bob'))
const steps = [greet, ...[part]]
console.log(steps.map((step) => step('Eve')))
