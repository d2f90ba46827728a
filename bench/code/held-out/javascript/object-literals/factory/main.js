function createAccount(owner) {
  let balance = 0
  const history = []

  function record(kind, amount) {
    history.push(`${kind} ${amount}`)
  }

  function deposit(amount) {
    balance += amount
    record('in', amount)
    return account
  }

  const statement = () => `${owner}: ${balance} (${history.join()})`

  const account = { deposit, statement, owner }
  return account
}

const ann = createAccount('Ann')
ann.deposit(5).deposit(6)
console.log(ann.statement())

const { deposit: pay } = createAccount('Bob')
console.log(pay(1).statement())
