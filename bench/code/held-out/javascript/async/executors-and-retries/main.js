function load(resolve, reject) {
  const answer = ask()
  if (answer < 2) reject(new Error('busy'))
  else resolve(answer)
}

let asked = 0
function ask() {
  return asked++
}

const attempt = () => new Promise(load)

async function retry(action, times) {
  for (let i = 0; i < times; i++) {
    try {
      return await action()
    } catch (error) {
      await note(error)
    }
  }
  return giveUp()
}

async function note(error) {
  console.log('retrying:', error.message)
}

function giveUp() {
  return -1
}

;(async () => {
  console.log(await retry(attempt, 5))
})()
