import { Repository } from './repository'
import { User } from './user'

const users = new Repository<User>((row) => new User(row))
users.add('ada')
users.add('bob')

const first = users.find(0)
console.log(first?.greet())
for (const user of users.all()) {
  console.log(user.greet())
}
