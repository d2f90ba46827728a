import { Serializable } from './serializable'

class Settings {
  volume = 5
  louder(): void {
    this.volume++
  }
}

const SavedSettings = Serializable(Settings)

const settings = new SavedSettings()
settings.louder()
console.log(settings.serialize())
