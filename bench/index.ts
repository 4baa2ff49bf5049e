/** npm run bench [-- latency throughput voices cold-start peers intelligibility load fairness kills sign own-voices studio studio-memory model-runtimes translation worst-cases blobs batches cluster]: figures of the built program on this machine. */
import { benchBatches } from './batches.ts'
import { benchBlobs } from './blobs.ts'
import { benchCluster } from './cluster.ts'
import { benchColdStart } from './cold-start.ts'
import { benchFairness } from './fairness.ts'
import { benchIntelligibility } from './intelligibility.ts'
import { benchKills } from './kills.ts'
import { benchLatency } from './latency.ts'
import { benchLoad } from './load.ts'
import { benchModelRuntimes } from './model-runtimes.ts'
import { benchOwnVoices } from './own-voices.ts'
import { benchPeers } from './peers.ts'
import { benchSign } from './sign.ts'
import { benchStudio } from './studio.ts'
import { benchStudioMemory } from './studio-memory.ts'
import { benchThroughput } from './throughput.ts'
import { benchTranslation } from './translation.ts'
import { benchVoices } from './voices.ts'
import { benchWorstCases } from './worst-cases.ts'

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  latency: benchLatency,
  throughput: benchThroughput,
  voices: benchVoices,
  'cold-start': benchColdStart,
  peers: benchPeers,
  intelligibility: benchIntelligibility,
  load: benchLoad,
  fairness: benchFairness,
  kills: benchKills,
  sign: benchSign,
  'own-voices': benchOwnVoices,
  studio: benchStudio,
  'studio-memory': benchStudioMemory,
  'model-runtimes': benchModelRuntimes,
  translation: benchTranslation,
  'worst-cases': benchWorstCases,
  blobs: benchBlobs,
  batches: benchBatches,
  cluster: benchCluster,
}

const wanted = process.argv.slice(2)
for (const [name, run] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  await run()
}
