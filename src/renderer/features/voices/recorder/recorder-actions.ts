import { call } from '#renderer/client.ts'
import { loadClips } from '#renderer/features/voices/library-actions.ts'
import { saveClipDraft } from '#renderer/features/voices/review/clip-drafts.ts'
import { openReview } from '#renderer/features/voices/review/review-actions.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { player } from '#renderer/ui/shared-player.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { type ClipUpload, createClipUpload, retryOnConnectionLoss } from './clip-upload.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import { describeMicrophoneError, INSECURE_PAGE, SILENT, UNPLUGGED } from './microphone-error.ts'
import { isBusy, promptText, setDevice, useRecorder } from './recorder-store.ts'

/** Two steps of 16 bits: what comes out of a microphone that is off. */
const SILENCE_PEAK = 2 / 32_768
/** A gate in a headset is silent between words; longer than this, nobody is heard. Milliseconds. */
const SILENT_MS = 2_500
const COUNTDOWN_SECONDS = 3

/** The device in use, and the loudest sample since the meter was looked at last. */
let microphone: Microphone | undefined
let loudest = 0
let lastHeardAt = 0
let countdownTimer: ReturnType<typeof setTimeout> | undefined
let current: { readonly clipId: string; readonly sending: ClipUpload } | undefined
/** Ends the opening of a microphone that nobody waits for any more. */
let openAttempts = 0

/** The loudest sample since this was asked last, 0 to 1. */
export function readPeak(): number {
  const peak = loudest
  loudest = 0
  return peak
}

/** Open the microphone so that its level is seen; says why where it does not open. Resolves with whether it is open. */
export async function startMicrophone(): Promise<boolean> {
  if (microphone) return true
  if (navigator.mediaDevices === undefined) {
    useRecorder.setState({ microphoneError: INSECURE_PAGE })
    return false
  }
  openAttempts += 1
  const attempt = openAttempts
  useRecorder.setState({ microphone: 'opening', microphoneError: undefined, error: undefined })
  try {
    const opened = await openMicrophone(useRecorder.getState().deviceId, {
      onLevel: handleLevel,
      onLost: handleUnplugged,
    })
    if (attempt !== openAttempts) {
      opened.close()
      return false
    }
    microphone = opened
    lastHeardAt = performance.now()
    useRecorder.setState({ microphone: 'open', openId: opened.deviceId })
    return true
  } catch (error) {
    if (attempt === openAttempts) showMicrophoneError(error)
    return false
  }
}

function showMicrophoneError(error: unknown): void {
  const problem = describeMicrophoneError(error)
  useRecorder.setState({ microphone: 'closed', microphoneError: problem, step: { kind: 'ready' } })
  announce(`${problem.title} ${problem.advice}`)
}

/** Listen to another device from now on. */
export async function chooseDevice(deviceId: string | undefined): Promise<void> {
  setDevice(deviceId)
  const wasOpen = useRecorder.getState().microphone !== 'closed'
  closeMicrophone()
  if (wasOpen) await startMicrophone()
}

/** Let go of the microphone. */
export function closeMicrophone(): void {
  openAttempts += 1
  microphone?.close()
  microphone = undefined
  loudest = 0
  useRecorder.setState({ microphone: 'closed', openId: undefined, microphoneError: undefined })
}

/** Count down from three, then record. */
export async function record(): Promise<void> {
  player.stop()
  if (!(await startMicrophone())) return
  // A second press while the microphone opened must not count down a second time.
  if (!isBusy(useRecorder.getState().step)) countDown(COUNTDOWN_SECONDS)
}

/** Do not record after all. */
export function cancelCountdown(): void {
  clearTimeout(countdownTimer)
  useRecorder.setState({ step: { kind: 'ready' } })
  announce('Not recorded.')
}

/** End the recording and look at it. */
export async function stopRecording(): Promise<void> {
  const clip = await finishClip()
  if (clip) openReview(clip)
}

/** The screen goes away: what is being recorded is kept and waits there. */
export function leaveRecorder(): void {
  const { step } = useRecorder.getState()
  if (step.kind === 'counting') cancelCountdown()
  if (step.kind === 'recording') void finishClip()
  else closeMicrophone()
}

function countDown(left: number): void {
  if (left === 0) {
    startRecording()
    return
  }
  useRecorder.setState({ step: { kind: 'counting', left } })
  announce(String(left))
  countdownTimer = setTimeout(() => countDown(left - 1), 1_000)
}

function startRecording(): void {
  if (!microphone) return
  const { rate } = microphone
  const clipId = randomId()
  const { language } = useRecorder.getState()
  saveClipDraft(clipId, { name: '', transcript: promptText(useRecorder.getState()), language })
  let begun: Promise<unknown> | undefined
  const upload = createClipUpload(async (position, bytes) => {
    begun ??= retryOnConnectionLoss(() =>
      call('clips.begin', { clipId, source: 'microphone', rate }),
    ).catch(ignoreAlreadyBegun)
    await begun
    await call('clips.append', { clipId, position, bytes })
  }, handleUploadError)
  current = { clipId, sending: upload }
  const maxBytes = 2 * Math.round(CUSTOM_VOICE_LIMITS.seconds.max * rate)
  let taken = 0
  useRecorder.setState({ step: { kind: 'recording', seconds: 0 }, error: undefined })
  announce('Recording. Read now.')
  microphone.record((bytes) => {
    const fitting = bytes.subarray(0, maxBytes - taken)
    upload.add(fitting)
    taken += fitting.length
    if (useRecorder.getState().step.kind !== 'recording') return
    useRecorder.setState({ step: { kind: 'recording', seconds: taken / 2 / rate } })
    if (taken === maxBytes) void stopRecording()
  })
}

/** The answer to a beginning may be lost with the connection: asked again, it has begun already. */
function ignoreAlreadyBegun(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'job/duplicate')) throw error
}

/** Stops and waits until the engine has everything; gives back the clip, or says why there is none. */
async function finishClip() {
  const { step } = useRecorder.getState()
  if (step.kind !== 'recording' || !current) return undefined
  const { clipId, sending: upload } = current
  useRecorder.setState({ step: { kind: 'storing', what: 'Keeping the recording…' } })
  try {
    await microphone?.stop()
    closeMicrophone()
    await upload.finish()
    const clip = await retryOnConnectionLoss(() => call('clips.finish', { clipId }))
    announce('Recorded.')
    return clip
  } catch (error) {
    useRecorder.setState({ error: errorMessage(error) })
    return undefined
  } finally {
    current = undefined
    closeMicrophone()
    useRecorder.setState({ step: { kind: 'ready' } })
    await loadClips()
  }
}

/** The engine takes no more: what it has is kept, and the reason is said. */
function handleUploadError(error: unknown): void {
  announce(errorMessage(error))
  void finishClip()
}

function handleLevel(peak: number): void {
  loudest = Math.max(loudest, peak)
  const now = performance.now()
  if (peak > SILENCE_PEAK) lastHeardAt = now
  const isSilent = now - lastHeardAt > SILENT_MS
  const { microphoneError } = useRecorder.getState()
  if (isSilent && microphoneError === undefined) {
    useRecorder.setState({ microphoneError: SILENT })
    announce(`${SILENT.title} ${SILENT.advice}`)
  }
  if (!isSilent && microphoneError === SILENT) useRecorder.setState({ microphoneError: undefined })
}

function handleUnplugged(): void {
  const { step } = useRecorder.getState()
  // It was heard to the end: what is on its way to the engine needs it no more.
  if (step.kind === 'storing') return
  announce(`${UNPLUGGED.title} ${UNPLUGGED.advice}`)
  clearTimeout(countdownTimer)
  const showUnplugged = (): void => useRecorder.setState({ microphoneError: UNPLUGGED })
  if (step.kind === 'recording') void finishClip().then(showUnplugged)
  else {
    closeMicrophone()
    useRecorder.setState({ step: { kind: 'ready' } })
    showUnplugged()
  }
}
