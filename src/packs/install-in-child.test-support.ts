/** Installs the pack called "small" in a process of its own: `node install-in-child.test-support.ts HOME CATALOG`. */
import { openCatalog } from './catalog.ts'
import { openPackHttp } from './http-client.ts'
import { createPackStore } from './store.ts'

const [home = '', catalog = '', freeBytes = ''] = process.argv.slice(2)
const store = createPackStore({
  ...{ home, catalog: openCatalog(catalog), now: () => new Date() },
  openHttp: () => openPackHttp(),
  mirror: undefined,
  ...(freeBytes === '' ? {} : { freeBytes: () => Number(freeBytes) }),
})
await store.accept('small', 'Apache-2.0')
const done = store.install('small', () => undefined, new AbortController().signal)
const outcome = await done.then(
  () => ({ code: 'done' }),
  ({ code, message }) => ({ code, message }),
)
console.log(JSON.stringify(outcome))
