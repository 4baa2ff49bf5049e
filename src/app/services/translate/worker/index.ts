/** The translation process: the built-in translator behind a message port. Nothing else runs here. */
import { openHostLink } from '#speech/worker/host-link.ts'
import { openBuiltInTranslator } from '#translation/translator.ts'
import { serveTranslator } from './serve.ts'

const [models = ''] = process.argv.slice(2)
await serveTranslator(await openHostLink(), () => openBuiltInTranslator(models))
