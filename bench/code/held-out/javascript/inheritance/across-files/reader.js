class Reader {
  constructor(name) {
    this.name = name
  }

  read(text) {
    return { name: this.name, data: this.parse(this.clean(text)) }
  }

  clean(text) {
    return text.trim()
  }

  parse(text) {
    return text
  }
}

module.exports = Reader
