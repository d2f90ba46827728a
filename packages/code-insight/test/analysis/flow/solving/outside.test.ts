import { test } from 'vitest'
import { expectPython } from './marked.ts'

test('what a module hands out that has nothing else is its own; of other values a method is guessed', async () => {
  await expectPython(`
import sqlite3
class Table:
    def execute(self, text): pass
    def fetchall(self): pass
def query(path, given):
    with sqlite3.connect(path) as connection:
        rows = connection.execute("x") #>
        for row in rows:
            row.fetchall() #>
    given.execute("x") #> Table.execute
`)
})
