function watch(emitter, files) {
  emitter.emit('ready')
  files.filter(visible).forEach((file) => notify(emitter, file))
}

function visible(file) {
  return !file.startsWith('.')
}

function notify(emitter, file) {
  emitter.emit('change', file)
}

module.exports = { watch }
