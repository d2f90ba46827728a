// Folder viewer/: the web page; only types from `src/`. A new page goes into `test/e2e/viewer-pages.test.ts`

import { render } from 'preact'
import { keepKey } from './api.ts'
import { App } from './app.tsx'
import { followAddress } from './place.ts'

keepKey()
followAddress()
render(<App />, document.body)
