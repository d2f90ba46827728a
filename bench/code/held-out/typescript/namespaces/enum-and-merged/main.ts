enum Level {
  Debug,
  Info,
  Error,
}

namespace Level {
  export function parse(text: string): Level {
    return text === 'error' ? Level.Error : fallback()
  }

  function fallback(): Level {
    return Level.Info
  }
}

class Note {
  constructor(
    readonly level: Level,
    readonly text: string,
  ) {}
}

namespace Note {
  export function error(text: string): Note {
    return new Note(Level.Error, text)
  }
}

const handlers: Record<Level, (note: Note) => string> = {
  [Level.Debug]: ignore,
  [Level.Info]: print,
  [Level.Error]: alarm,
}

function ignore(): string {
  return ''
}
function print(note: Note): string {
  return note.text
}
function alarm(note: Note): string {
  return note.text.toUpperCase()
}

function handle(note: Note): string {
  return handlers[note.level](note)
}

console.log(handle(Note.error('disk')))
console.log(handle(new Note(Level.parse('info'), 'hi')))
