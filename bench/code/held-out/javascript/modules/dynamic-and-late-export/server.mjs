const start = async (port) => {
  const lines = []
  lines.push(await listen(port))
  return lines
}

async function listen(port) {
  return `listening on ${port}`
}

export { start }
