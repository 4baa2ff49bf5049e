/** A process that stores takes of a project, one after another, and writes the line of each when it is stored. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { createTakes } from './takes.ts'

const [home = '', project = '', name = ''] = process.argv.slice(2)
const takes = createTakes({
  folderOf: (id) => join(home, 'projects', id, 'takes'),
  ...{ getFfmpeg, now: () => new Date(), madeBy: () => 'griot test' },
})
for (let number = 0; number < 5; number++) {
  const hz = 200 + 37 * number + name.length
  const samples = Float32Array.from(
    { length: SAMPLE_RATE },
    (_, index) => 0.2 * Math.sin((2 * Math.PI * hz * index) / SAMPLE_RATE),
  )
  const source = { text: `${name} ${number}`, voice: 'lina', speed: 1, dictionary: '' }
  const lineId = `${name} ${number}`
  await takes.keep(project, { id: randomUUID(), lineId, source, samples, words: [] })
  process.stdout.write(`${lineId}\n`)
}
