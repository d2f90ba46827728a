const base = {
  init(name) {
    this.name = name
    return this
  },
  hello() {
    return `hello ${this.title()}`
  },
  title() {
    return this.name
  },
}

const loud = {
  __proto__: base,
  title() {
    return this.name.toUpperCase()
  },
}

function create(name) {
  return Object.create(loud).init(name)
}

const ada = create('ada')
console.log(ada.hello())
console.log(loud.init('bob').title())
