async function* pages(fetchPage) {
  for (let n = 1; ; n++) {
    const page = await fetchPage(n)
    if (!page) return
    yield page
  }
}

async function fetchPage(n) {
  return n < 3 ? `page ${n}` : undefined
}

function* actions() {
  yield open
  yield close
}

const open = () => 'opened'
function close() {
  return 'closed'
}

async function main() {
  for await (const page of pages(fetchPage)) console.log(render(page))
  for (const action of actions()) console.log(action())
}

const render = (page) => `<${page}>`

main()
