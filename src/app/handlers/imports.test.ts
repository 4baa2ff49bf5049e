import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { docx, paragraph } from '#app/imports/docx.test-support.ts'
import type { Data, EmitEvent } from '#shared/api.ts'
import { IMPORT_LIMITS } from '#shared/imports.ts'
import { importHandlers } from './imports.ts'
import { createJobs } from './jobs.ts'

/** A window with its handlers, and the end of each of its jobs. */
function openWindow() {
  const done = new Map<string, Data<'import.done'>['file']>()
  const failed = new Map<string, string>()
  // The events of this table that a window of imports gets.
  const emit = ((event: string, data: { jobId: string; file: never; message: string }) => {
    if (event === 'import.done') done.set(data.jobId, data.file)
    if (event === 'job.failed') failed.set(data.jobId, data.message)
  }) as EmitEvent
  const jobs = createJobs(emit, (error) => expect.unreachable(String(error)))
  return { handlers: importHandlers(jobs, emit), jobs, done, failed }
}
type Window = ReturnType<typeof openWindow>

async function send({ handlers }: Window, bytes: Uint8Array, partBytes: number): Promise<string> {
  const jobId = randomUUID()
  await handlers['import.begin']({ jobId, sizeBytes: bytes.length })
  for (let position = 0; position < bytes.length; position += partBytes)
    await handlers['import.append']({
      ...{ jobId, position },
      bytes: bytes.subarray(position, position + partBytes),
    })
  return jobId
}

test('a file that comes in parts is read, one after the other', async () => {
  const window = openWindow()
  const first = await send(window, docx(paragraph('Ẹ káàárọ̀')), 100)
  await window.handlers['import.read']({ jobId: first, name: 'a.docx' })
  const second = await send(window, Buffer.from('caf\xe9', 'latin1'), 100)
  await window.handlers['import.read']({
    ...{ jobId: second, name: 'b.txt', encoding: 'windows-1252' },
  })
  await expect.poll(() => window.done.size).toBe(2)
  const texts = [first, second].map((id) => window.done.get(id)?.content)
  expect(texts).toEqual([
    { kind: 'pieces', pieces: [{ text: 'Ẹ káàárọ̀' }] },
    { kind: 'pieces', pieces: [{ text: 'café' }] },
  ])
})

test('a file that cannot be read fails in words', async () => {
  const window = openWindow()
  const jobId = await send(window, Buffer.from('%PDF-1.7'), 100)
  await window.handlers['import.read']({ jobId, name: 'paper.pdf' })
  await expect.poll(() => window.failed.get(jobId)).toContain('is a PDF')
})

test('a file that is too large, lost parts and a second file are refused', async () => {
  const { handlers, jobs } = openWindow()
  const jobId = randomUUID()
  const begin = (sizeBytes: number) => handlers['import.begin']({ jobId, sizeBytes })
  await expect(begin(IMPORT_LIMITS.bytes + 1)).rejects.toThrow('Divide it into smaller files')
  await begin(4)
  await expect(handlers['import.begin']({ jobId: randomUUID(), sizeBytes: 1 })).rejects.toThrow(
    'Another file is being read',
  )
  const part = { jobId, bytes: new Uint8Array(3) }
  await expect(handlers['import.append']({ ...part, position: 2 })).rejects.toThrow('was lost')
  await handlers['import.append']({ ...part, position: 0 })
  await expect(handlers['import.read']({ jobId, name: 'a.txt' })).rejects.toThrow('was lost')
  jobs.cancel(jobId)
  await expect.poll(() => begin(1).catch(String)).toEqual({})
})

test('a file that was cancelled is not read any more', async () => {
  const window = openWindow()
  const jobId = await send(window, Buffer.from('Kedu?'), 100)
  window.jobs.cancel(jobId)
  await expect.poll(() => window.failed.get(jobId)).toBe('Stopped.')
  await expect(window.handlers['import.read']({ jobId, name: 'a.txt' })).rejects.toThrow(
    'not being read any more',
  )
})
