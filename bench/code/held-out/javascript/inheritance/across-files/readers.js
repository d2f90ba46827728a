const Reader = require('./reader')

class JsonReader extends Reader {
  parse(text) {
    return JSON.parse(`[${text}]`)
  }
}

class CsvReader extends Reader {
  clean(text) {
    return super.clean(text).replace(/;/g, ',')
  }
  parse(text) {
    return text.split(',')
  }
}

const kinds = { json: JsonReader, csv: CsvReader }

exports.createReader = function createReader(name) {
  const Kind = kinds[name.split('.').pop()] || Reader
  return new Kind(name)
}
