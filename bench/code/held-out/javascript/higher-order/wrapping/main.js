import { debounce, once } from './wrap.js'

let saved = 0

function save() {
  saved++
  return report()
}

const report = () => `saved ${saved}`

const saveOnce = once(save)
const logLater = debounce(console.log, 1)
const saveLater = debounce(save, 1)

console.log(saveOnce(), saveOnce())
logLater('later')
saveLater()
