const ann = { name: 'Ann', greet }
const bob = { name: 'Bob' }

function greet(greeting, mark = '!') {
  return `${greeting} ${this.name}${mark}`
}

function shout(...args) {
  return greet.apply(this, args).toUpperCase()
}

const greetBob = greet.bind(bob)
const hello = ann.greet.bind(ann, 'hello')

function report(format) {
  return [ann, bob].map((person) => format.call(person, 'hi'))
}

console.log(ann.greet('hey'))
console.log(greetBob('hey'))
console.log(hello())
console.log(report(greet), report(shout))
