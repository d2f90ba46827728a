import { render } from 'preact'
import { keepKey } from './api.ts'
import { App } from './app.tsx'
import { followAddress } from './place.ts'

keepKey()
followAddress()
render(<App />, document.body)
