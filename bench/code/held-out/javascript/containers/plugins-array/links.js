export const links = {
  wants: (text) => /https?:/.test(text),
  apply(text) {
    return text.replace(/\S+:\/\/\S+/g, this.anchor)
  },
  anchor(url) {
    return `[${url}]`
  },
}
