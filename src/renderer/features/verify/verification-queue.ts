import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { createMutex } from '#shared/mutex.ts'
import { VERIFY_PART_BYTES, type Verdict } from '#shared/provenance.ts'
import { type FileToVerify, pairFiles } from './pair-files.ts'
import {
  isPending,
  type ListedVerification,
  useVerify,
  type VerificationStep,
} from './verify-store.ts'

/** Most files on the list; the oldest verdicts are removed. */
const MAX_LISTED = 20

/** One file at a time: the next one waits for the verdict before it. */
const oneVerification = createMutex()

/** Verification in progress, which can be aborted. */
let current: { readonly id: string; readonly controller: AbortController } | undefined

/** Adds dropped or chosen files to the list, and shows why the others were rejected. */
export function addFiles(files: readonly File[]): void {
  const { pairs, rejections } = pairFiles(files)
  if (pairs.length > 0) useVerify.setState({ rejections: [] })
  for (const reason of rejections) addRejection(reason)
  enqueueFiles(pairs)
}

/** Shows why a file was rejected. */
export function addRejection(reason: string): void {
  useVerify.setState(({ rejections }) => ({ rejections: [...new Set([...rejections, reason])] }))
  announce(reason)
}

/** Adds files to the list and verifies them one after another. */
export function enqueueFiles(files: readonly FileToVerify[]): void {
  if (files.length === 0) return
  const added = files.map(
    (file): ListedVerification => ({ ...file, id: randomId(), step: { kind: 'waiting' } }),
  )
  useVerify.setState(({ verifications }) => ({
    verifications: [...added, ...verifications].filter(
      (verification, place) => place < MAX_LISTED || isPending(verification),
    ),
    openId: added[0]?.id,
  }))
  for (const verification of added) void oneVerification.runExclusive(() => run(verification))
}

/** Removes a file from the list, and aborts its verification. */
export function removeVerification(id: string): void {
  if (current?.id === id) current.controller.abort()
  useVerify.setState(({ verifications }) => ({
    verifications: verifications.filter((verification) => verification.id !== id),
  }))
}

/** Verifies a file on the list again. */
export function retryVerification(verification: ListedVerification): void {
  removeVerification(verification.id)
  const { file, sidecar } = verification
  enqueueFiles([sidecar ? { file, sidecar } : { file }])
}

async function run(verification: ListedVerification): Promise<void> {
  const isListed = useVerify.getState().verifications.some(({ id }) => id === verification.id)
  if (!isListed) return
  const controller = new AbortController()
  const jobId = randomId()
  current = { id: verification.id, controller }
  // Stops the work in the backend too.
  const cancel = (): void => void call('verify.cancel', { jobId }).catch(() => undefined)
  controller.signal.addEventListener('abort', cancel)
  try {
    const verdict = await uploadAndVerify(jobId, verification, controller.signal)
    setStep(verification.id, { kind: 'done', verdict })
    announce(t('verify:list.announced', { name: verification.file.name, verdict: verdict.title }))
  } catch (error) {
    if (controller.signal.aborted) return
    cancel()
    const reason = errorMessage(error)
    setStep(verification.id, { kind: 'failed', reason })
    announce(t('verify:list.announcedFailed', { name: verification.file.name, reason }))
  } finally {
    current = undefined
  }
}

/** Uploads both files part by part and resolves to the verdict. */
async function uploadAndVerify(
  jobId: string,
  verification: ListedVerification,
  signal: AbortSignal,
): Promise<Verdict> {
  const { file, sidecar } = verification
  await call('verify.begin', { jobId, fileName: file.name.slice(0, 1_000), sizeBytes: file.size })
  let sentBytes = 0
  const send = async (source: File, isSidecar: boolean): Promise<void> => {
    for (let start = 0; start < source.size; start += VERIFY_PART_BYTES) {
      signal.throwIfAborted()
      setStep(verification.id, { kind: 'sending', sentBytes })
      const bytes = await readPart(source, start)
      signal.throwIfAborted()
      await call('verify.append', { jobId, bytes, sidecar: isSidecar })
      sentBytes += bytes.length
    }
  }
  await send(file, false)
  if (sidecar) await send(sidecar, true)
  signal.throwIfAborted()
  setStep(verification.id, { kind: 'verifying' })
  const verdict = await call('verify.finish', { jobId })
  signal.throwIfAborted()
  return verdict
}

async function readPart(source: File, start: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await source.slice(start, start + VERIFY_PART_BYTES).arrayBuffer())
  } catch (error) {
    throw new Error(t('verify:problems.notRead', { name: source.name }), { cause: error })
  }
}

function setStep(id: string, step: VerificationStep): void {
  useVerify.setState(({ verifications }) => ({
    verifications: verifications.map((verification) =>
      verification.id === id ? { ...verification, step } : verification,
    ),
  }))
}
