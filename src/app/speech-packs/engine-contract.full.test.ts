/** The contract between the pipeline and the engines of packs, with and without durations. */
import { afterAll } from 'vitest'
import { describeEngine } from '#speech/engines/engine-contract.test-support.ts'
import { engineOfPack, registerEngine } from '#speech/engines/registry.ts'
import { openTinyModels, tinySpeechPack } from './tiny-speech.test-support.ts'

const IDS = ['tiny-kokoro', 'tiny-piper', 'tiny-piper-untimed'] as const
const models = openTinyModels(IDS)
const engines = IDS.map((id) => engineOfPack(tinySpeechPack(id), models))
const removals = engines.map(registerEngine)
afterAll(() => {
  for (const remove of removals) remove()
  models.close()
})

for (const engine of engines) describeEngine(engine)
