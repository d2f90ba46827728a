function greet(name = defaultName(), decorate = plain) {
  return decorate(`hello ${name}`)
}

function defaultName() {
  return 'world'
}

function plain(text) {
  return text
}

function stars(text) {
  return `*${text}*`
}

function sumAll() {
  return Array.from(arguments).reduce(add, 0)
}

const add = (a, b) => a + b

function callWith(fn, ...args) {
  return fn(...args)
}

console.log(greet())
console.log(greet('Ada', stars))
console.log(callWith(sumAll, 1, 2, 3))
console.log(callWith(greet, 'Bob'))
console.log(sumAll.apply(null, [4, 5]), sumAll.call(null, 6))
