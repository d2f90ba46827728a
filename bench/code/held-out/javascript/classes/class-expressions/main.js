const Stack = class {
  items = []

  push(item) {
    this.items.push(item)
    return this
  }

  pop() {
    return this.items.pop() ?? empty()
  }
}

function empty() {
  return 'empty'
}

const Rate = class InternalRate {
  constructor(value) {
    this.value = value
  }
  times(n) {
    return this.value * n
  }
}

const kinds = { Stack, Rate }

function make(kind, ...args) {
  return new kinds[kind](...args)
}

const s = new Stack()
console.log(s.push(1).pop(), s.pop())
console.log(make('Rate', 3).times(2))
