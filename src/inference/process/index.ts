/** The model process: opens one pack and answers calls about it. Nothing else runs here. */
import { openHostLink } from '#speech/worker/host-link.ts'
import { limitMemory } from './limit-memory.ts'
import { openPack } from './open-pack.ts'
import { serveModel } from './serve-model.ts'

serveModel(await openHostLink(), async (pack, threads) => {
  await limitMemory(pack.memoryMegabytes)
  return openPack(pack, threads)
})
