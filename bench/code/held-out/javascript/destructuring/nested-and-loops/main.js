const plugins = {
  text: { name: 'text', hooks: { load: loadText, save } },
  json: { name: 'json', hooks: { load: loadJson, save } },
}

function loadText(raw) {
  return raw
}
function loadJson(raw) {
  return JSON.parse(raw)
}
function save(value) {
  return String(value)
}

const {
  text: {
    hooks: { load: loadPlain },
  },
} = plugins

for (const { name, hooks } of Object.values(plugins)) {
  console.log(name, hooks.save(1))
}

for (const [name, { hooks: { load } }] of Object.entries(plugins)) {
  console.log(name, load('"x"'))
}

console.log(loadPlain('y'))
