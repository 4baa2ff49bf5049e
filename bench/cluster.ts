import { findService, SERVICES } from '#testing/services/debian-services.test-support.ts'
import { benchBatch } from './cluster-batch.ts'
import { benchCost } from './cluster-cost.ts'
import { benchFirst } from './cluster-first.ts'
import { benchPaced } from './cluster-paced.ts'
import { benchReal } from './cluster-real.ts'
import { benchStreams } from './cluster-streams.ts'
import { benchTransports } from './cluster-transports.ts'

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  first: benchFirst,
  transports: benchTransports,
  real: benchReal,
  paced: benchPaced,
  streams: benchStreams,
  batch: benchBatch,
  cost: benchCost,
}

/** A service of several programs on this machine, with Debian's PostgreSQL and Redis. `GRIOT_BENCH_PARTS` names parts, such as "first,paced". */
export async function benchCluster(): Promise<void> {
  for (const service of [SERVICES.postgresql, SERVICES.redis])
    if (!findService(service)) {
      console.log(`${service.name} is not installed: apt-get install ${service.debianPackage}`)
      return
    }
  const wanted = process.env['GRIOT_BENCH_PARTS']?.split(',')
  for (const [name, run] of Object.entries(PARTS)) {
    if (wanted && !wanted.includes(name)) continue
    console.log(`\ncluster: ${name}`)
    await run()
  }
}
