import { call } from '#renderer/client.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { VERIFY_PART_BYTES, type Verdict } from '#shared/provenance.ts'
import { pairFiles, type ToVerify } from './pair-files.ts'
import { type Check, type CheckStep, isUnderWay, useVerify } from './verify-store.ts'

/** More than a person compares at once; the oldest verdicts leave the list. */
const KEPT = 20

/** One at a time: the next file waits until the one before has its verdict. */
let queue: Promise<void> = Promise.resolve()

/** The check under way, to be given up. */
let running: { readonly id: string; readonly stopping: AbortController } | undefined

/** Take a drop or a choice of files: what can be verified is, and the rest is refused in words. */
export function takeFiles(files: readonly File[]): void {
  const { pairs, refusals } = pairFiles(files)
  if (pairs.length > 0) useVerify.setState({ refusals: [] })
  for (const reason of refusals) refuse(reason)
  verifyFiles(pairs)
}

/** Say why something cannot be verified. */
export function refuse(reason: string): void {
  useVerify.setState(({ refusals }) => ({ refusals: [...new Set([...refusals, reason])] }))
  announce(reason)
}

/** Put files on the list and have them verified, one after another. */
export function verifyFiles(files: readonly ToVerify[]): void {
  if (files.length === 0) return
  const added = files.map((one): Check => ({ ...one, id: randomId(), step: { kind: 'waiting' } }))
  useVerify.setState(({ checks }) => ({
    checks: [...added, ...checks].filter((check, place) => place < KEPT || isUnderWay(check)),
    openId: added[0]?.id,
  }))
  for (const check of added) queue = queue.then(() => run(check))
}

/** Take a file off the list; a check that is under way is given up. */
export function removeCheck(id: string): void {
  if (running?.id === id) running.stopping.abort()
  useVerify.setState(({ checks }) => ({ checks: checks.filter((check) => check.id !== id) }))
}

/** Verify a file of the list once more. */
export function verifyAgain(check: Check): void {
  removeCheck(check.id)
  const { file, sidecar } = check
  verifyFiles([sidecar ? { file, sidecar } : { file }])
}

async function run(check: Check): Promise<void> {
  const isListed = useVerify.getState().checks.some(({ id }) => id === check.id)
  if (!isListed) return
  const stopping = new AbortController()
  const jobId = randomId()
  running = { id: check.id, stopping }
  // Whatever the engine is doing with it, it stops there too.
  const cancel = (): void => void call('verify.cancel', { jobId }).catch(() => undefined)
  stopping.signal.addEventListener('abort', cancel)
  try {
    const verdict = await judge(jobId, check, stopping.signal)
    becomes(check.id, { kind: 'done', verdict })
    announce(`${check.file.name}: ${verdict.title}.`)
  } catch (error) {
    if (stopping.signal.aborted) return
    cancel()
    const reason = errorMessage(error)
    becomes(check.id, { kind: 'failed', reason })
    announce(`${check.file.name} could not be verified. ${reason}`)
  } finally {
    running = undefined
  }
}

/** Sends both files in parts, each after the one before was taken, and waits for the verdict. */
async function judge(jobId: string, check: Check, signal: AbortSignal): Promise<Verdict> {
  const { file, sidecar } = check
  await call('verify.begin', { jobId, fileName: file.name.slice(0, 1_000), sizeBytes: file.size })
  let sentBytes = 0
  const send = async (source: File, isSidecar: boolean): Promise<void> => {
    for (let start = 0; start < source.size; start += VERIFY_PART_BYTES) {
      signal.throwIfAborted()
      becomes(check.id, { kind: 'sending', sentBytes })
      const bytes = await partOf(source, start)
      signal.throwIfAborted()
      await call('verify.append', { jobId, bytes, sidecar: isSidecar })
      sentBytes += bytes.length
    }
  }
  await send(file, false)
  if (sidecar) await send(sidecar, true)
  signal.throwIfAborted()
  becomes(check.id, { kind: 'judging' })
  const verdict = await call('verify.finish', { jobId })
  signal.throwIfAborted()
  return verdict
}

async function partOf(source: File, start: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await source.slice(start, start + VERIFY_PART_BYTES).arrayBuffer())
  } catch (error) {
    const why = 'It was moved, changed or closed to you. Drop it again.'
    throw new Error(`${source.name} cannot be read. ${why}`, { cause: error })
  }
}

function becomes(id: string, step: CheckStep): void {
  useVerify.setState(({ checks }) => ({
    checks: checks.map((check) => (check.id === id ? { ...check, step } : check)),
  }))
}
