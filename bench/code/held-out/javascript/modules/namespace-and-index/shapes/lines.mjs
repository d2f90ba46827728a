export function length(line) {
  return line.length
}
