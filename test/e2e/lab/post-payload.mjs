// A command hook: posts the payload on stdin, with the client's variables, to the recorder named by the first
// argument and prints the recorder's answer.
let payload = ''
for await (const chunk of process.stdin) payload += chunk
const variables = Object.entries(process.env).filter(([name]) => name.startsWith('CLAUDE'))
const response = await fetch(process.argv[2], {
  method: 'POST',
  headers: { 'x-variables': JSON.stringify(Object.fromEntries(variables)) },
  body: payload,
})
process.stdout.write(await response.text())
