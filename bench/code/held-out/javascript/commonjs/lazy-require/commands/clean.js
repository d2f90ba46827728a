exports.clean = function clean(folder) {
  return `removed ${folder}`
}
