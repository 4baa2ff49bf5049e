import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#app/app.ts'
import { openApp } from '#app/open.ts'
import type { ProviderSettings } from '#app/services/providers.ts'
import { startModelProcess } from '#inference/packs.test-support.ts'
import { FFMPEG_SEARCH } from '#media/ffmpeg.test-support.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import { openServer } from './server.ts'
import { KEY } from './tone-app.test-support.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface RealHost {
  readonly app: App
  readonly url: string
  /** The data folder. */
  readonly home: string
  readonly bugs: readonly unknown[]
  close(): Promise<void>
}

/**
 * The product as `griot serve` opens it, with its speech worker and its encoder; it takes `KEY`. `ofAnother`: the
 * data folder of another one, which stays when this one closes. `packsCatalog`: the folder of the catalog of packs.
 */
export async function openRealHost(
  providers: ProviderSettings = {},
  ofAnother?: string,
  packsCatalog?: string,
): Promise<RealHost> {
  const home = ofAnother ?? mkdtempSync(join(tmpdir(), 'griot ohùn ድምፅ '))
  const bugs: unknown[] = []
  const onBug = (error: unknown): void => {
    bugs.push(error)
  }
  const app = await openApp({
    ...{ home, resources: join(ROOT, 'resources'), version: '0.0.0', providers, onBug },
    startWorker: (engine) =>
      forkWorker(join(ROOT, 'src/speech/worker/index.ts'), [join(ROOT, 'resources'), engine]),
    startTranslator: () =>
      forkWorker(join(ROOT, 'src/app/services/translate/worker/index.ts'), [join(ROOT, 'models')]),
    startModel: startModelProcess,
    packs: { catalogFolder: packsCatalog },
    ...FFMPEG_SEARCH,
    extraKeys: [KEY],
  })
  const { url, close } = await openServer(app, { host: '127.0.0.1', port: 0, onBug })
  return {
    ...{ app, url, home, bugs },
    async close() {
      await close()
      await app.close()
      if (ofAnother === undefined) rmSync(home, { recursive: true })
    },
  }
}
