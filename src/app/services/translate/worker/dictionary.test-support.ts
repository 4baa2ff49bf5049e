/** The translation process with the translator for tests, as worker/index.ts is with the real one. */
import { openHostLink } from '#speech/worker/host-link.ts'
import { createDictionaryTranslator } from '#translation/dictionary-translator.test-support.ts'
import { serveTranslator } from './serve.ts'

await serveTranslator(await openHostLink(), async () => createDictionaryTranslator())
