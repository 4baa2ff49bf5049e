/** A speech worker that knows the tone engines too. */
import { registerToneEngines } from './engines.test-support.ts'

registerToneEngines()
await import('#speech/worker/index.ts')
