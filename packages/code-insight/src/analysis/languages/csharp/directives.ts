/** A text without the lines that begin with `#`, and with the first of the branches among which they choose. */
export function withoutDirectives(text: string): string {
  // How many of the directives around decide against the line
  const left: boolean[] = []
  return text
    .split('\n')
    .map((line) => {
      const directive = /^\s*#\s*(if|elif|else|endif)?\b/.exec(line)
      const keyword = directive?.[1]
      if (keyword === 'if') left.push(false)
      else if (keyword === 'endif') left.pop()
      else if (keyword !== undefined && left.length > 0) left[left.length - 1] = true
      return directive !== null || left.includes(true) ? ' '.repeat(line.length) : line
    })
    .join('\n')
}
