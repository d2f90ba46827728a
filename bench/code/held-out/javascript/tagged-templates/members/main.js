class Translator {
  constructor(words) {
    this.words = words
    this.t = this.t.bind(this)
  }

  t(strings, ...values) {
    return strings.map((s, i) => this.lookup(s.trim()) + (values[i] ?? '')).join(' ')
  }

  lookup(word) {
    return this.words[word] ?? word
  }
}

const log = {
  info: (strings, ...values) => write('info', strings, values),
  warn(strings, ...values) {
    write('warn', strings, values)
  },
}

function write(level, strings, values) {
  console.log(level, strings.join('_'), values.length)
}

const { t } = new Translator({ hello: 'hallo' })
log.info`started ${1}`
log.warn`disk ${90} full`
console.log(t`hello ${'Ada'}`)
