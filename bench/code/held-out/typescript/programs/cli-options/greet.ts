export const greet = (name: string, loud: boolean): string => {
  const text = `Hello, ${name}`
  return loud ? shout(text) : text
}

const shout = (text: string): string => `${text.toUpperCase()}!`
