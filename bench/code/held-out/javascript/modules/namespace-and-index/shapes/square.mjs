export function square(side) {
  return power(side, 2)
}

export function power(base, n) {
  return base ** n
}
