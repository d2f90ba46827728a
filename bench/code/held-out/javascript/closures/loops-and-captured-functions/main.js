const tasks = []

function schedule(action, label) {
  function task() {
    return `${label}: ${action()}`
  }
  tasks.push(task)
}

function sweep() {
  return 'swept'
}

const mop = () => 'mopped'

let counted = 0
function count() {
  return ++counted
}

schedule(sweep, 'hall')
schedule(mop, 'kitchen')
for (let i = 0; i < 2; i++) {
  schedule(count, `n${i}`)
}

function runAll() {
  return tasks.map((task) => task())
}

console.log(runAll())
console.log(tasks[0]())
