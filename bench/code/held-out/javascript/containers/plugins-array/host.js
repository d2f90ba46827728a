const plugins = []

export function use(plugin) {
  plugins.push(plugin)
}

export function runAll(text) {
  for (const plugin of plugins) {
    if (plugin.wants(text)) text = plugin.apply(text)
  }
  return text
}
