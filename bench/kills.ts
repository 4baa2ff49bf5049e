import type { Kills } from './kill-results.ts'
import { killFfmpeg } from './kills-ffmpeg.ts'
import { killMigrate } from './kills-migrate.ts'
import { killPacks } from './kills-packs.ts'
import { killSayBatch } from './kills-say-batch.ts'
import { killServer } from './kills-server.ts'
import { report } from './statistics.ts'

const PARTS: Readonly<Record<string, () => Promise<Kills>>> = {
  server: killServer,
  ffmpeg: killFfmpeg,
  say: killSayBatch,
  models: killPacks,
  migrate: killMigrate,
}

/** Programs that are killed again and again in the middle of their work: is everything there that they have acknowledged, and nothing half? All parts at once. */
export async function benchKills(): Promise<void> {
  const wanted = process.env['GRIOT_BENCH_PARTS']?.split(' ') ?? Object.keys(PARTS)
  let [kills, lost] = [0, 0]
  const killAll = async ([name, run]: readonly [string, () => Promise<Kills>]): Promise<void> => {
    const result = await run()
    kills += result.kills
    lost += result.problems.length
    const counts = Object.entries({ ...result.acknowledged, ...result.notes })
    const words = counts.map(([what, count]) => `${count} ${what}`).join(', ')
    report(`${name}: kills; lost, half or wrong`, `${result.kills}; ${result.problems.length}`, '0')
    console.log(`  acknowledged: ${words}`)
    for (const problem of new Set(result.problems)) console.log(`  ${problem}`)
  }
  await Promise.all(
    Object.entries(PARTS)
      .filter(([name]) => wanted.includes(name))
      .map(killAll),
  )
  report('all kills; lost, half or wrong', `${kills}; ${lost}`, '0')
  if (lost > 0) process.exitCode = 1
}
