export function once(fn) {
  let result
  let called = false
  function wrapped(...args) {
    if (!called) {
      called = true
      result = fn(...args)
    }
    return result
  }
  return wrapped
}

export const debounce = (fn, ms) => {
  let timer
  const delayed = (...args) => {
    clearTimeout(timer)
    timer = setTimeout(() => fn(...args), ms)
  }
  return delayed
}
