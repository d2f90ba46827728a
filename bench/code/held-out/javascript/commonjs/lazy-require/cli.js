function run(command, args) {
  switch (command) {
    case 'build': {
      const build = require('./commands/build')
      return build(args)
    }
    case 'clean':
      return require('./commands/clean').clean(...args)
    default:
      return help()
  }
}

function help() {
  return 'build | clean'
}

if (require.main === module) {
  console.log(run('build', ['src']))
  console.log(run('clean', ['dist']))
  console.log(run())
}

module.exports = { run }
