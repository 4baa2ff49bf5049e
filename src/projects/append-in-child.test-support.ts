import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import { openProjectFolder } from './project-folder.ts'

/**
 * A program of its own that writes into one line of a project again and again, and says on standard output which number is
 * saved. Arguments: folder, line, number of saves; 0 stands for no end.
 */
const [path = '', id = '', saves = '0'] = process.argv.slice(2)
const tools = { now: () => new Date(), randomName: () => randomBytes(16).toString('hex') }
const project = openProjectFolder(path, tools)
const window = tools.randomName()
for (let number = 1; saves === '0' || number <= Number(saves); number++) {
  await whileBusy(() => {
    const { scriptId, revision: base } = project.load()
    const line = { id, text: `${number} ${'x'.repeat(2_000)}`, voice: 'lina', speed: 1 }
    const changes = [{ kind: 'set' as const, line, fields: ['text' as const] }]
    project.save({ scriptId, base, window, number, changes })
  })
  process.stdout.write(`${number}\n`)
}

async function whileBusy(write: () => void): Promise<void> {
  while (true)
    try {
      write()
      return
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage/busy') throw error
      await wait(2)
    }
}
