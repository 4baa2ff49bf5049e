import { call } from '#renderer/client.ts'
import { loadClips } from '#renderer/features/voices/library-actions.ts'
import { saveClipDraft } from '#renderer/features/voices/review/clip-drafts.ts'
import { openReview } from '#renderer/features/voices/review/review-actions.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { player } from '#renderer/ui/shared-player.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { type ClipUpload, createClipUpload, retryOnConnectionLoss } from './clip-upload.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import { describeMicrophoneError, type MicrophoneProblem } from './microphone-error.ts'
import { isRecorderBusy, promptText, setDevice, useRecorder } from './recorder-store.ts'

/** Two steps of 16-bit audio: the most that a muted microphone sends. */
const SILENCE_PEAK = 2 / 32_768
/** A noise gate is silent between words; a longer silence means that nothing is heard. Milliseconds. */
const SILENT_MS = 2_500
const COUNTDOWN_SECONDS = 3

/** Open microphone, and the peak since the meter was last updated. */
let microphone: Microphone | undefined
let loudest = 0
let lastHeardAt = 0
let countdownTimer: ReturnType<typeof setTimeout> | undefined
let current: { readonly clipId: string; readonly upload: ClipUpload } | undefined
/** Number of attempts to open a microphone; an outdated attempt is discarded. */
let openAttempts = 0

/** Returns the peak since the last call, 0 to 1, and resets it. */
export function readPeak(): number {
  const peak = loudest
  loudest = 0
  return peak
}

/** Opens the microphone and its level meter, or shows why it does not open. Resolves to whether it is open. */
export async function startMicrophone(): Promise<boolean> {
  if (microphone) return true
  if (navigator.mediaDevices === undefined) {
    useRecorder.setState({ microphoneError: 'insecurePage' })
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
  const problem = error instanceof Error ? error : new Error('', { cause: error })
  useRecorder.setState({ microphone: 'closed', microphoneError: problem, step: { kind: 'ready' } })
  announceProblem(problem)
}

function announceProblem(problem: MicrophoneProblem): void {
  const { title, advice } = describeMicrophoneError(problem)
  announce(`${title} ${advice}`)
}

/** Switches to another device. */
export async function chooseDevice(deviceId: string | undefined): Promise<void> {
  setDevice(deviceId)
  const wasOpen = useRecorder.getState().microphone !== 'closed'
  closeMicrophone()
  if (wasOpen) await startMicrophone()
}

/** Closes the microphone. */
export function closeMicrophone(): void {
  openAttempts += 1
  microphone?.close()
  microphone = undefined
  loudest = 0
  useRecorder.setState({ microphone: 'closed', openId: undefined, microphoneError: undefined })
}

/** Counts down from three, then records. */
export async function record(): Promise<void> {
  player.stop()
  if (!(await startMicrophone())) return
  // A second click while the microphone opens must not start a second countdown.
  if (!isRecorderBusy(useRecorder.getState().step)) countDown(COUNTDOWN_SECONDS)
}

/** Cancels the countdown. */
export function cancelCountdown(): void {
  clearTimeout(countdownTimer)
  useRecorder.setState({ step: { kind: 'ready' } })
  announce(t('voices:recorder.cancelled'))
}

/** Ends the recording and opens it for review. */
export async function stopRecording(): Promise<void> {
  const clip = await finishClip()
  if (clip) openReview(clip)
}

/** Leaves the screen: a recording in progress is finished and kept. */
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
  current = { clipId, upload }
  const maxBytes = 2 * Math.round(CUSTOM_VOICE_LIMITS.seconds.max * rate)
  let recordedBytes = 0
  useRecorder.setState({ step: { kind: 'recording', seconds: 0 }, error: undefined })
  announce(t('voices:recorder.started'))
  microphone.record((bytes) => {
    const fitting = bytes.subarray(0, maxBytes - recordedBytes)
    upload.add(fitting)
    recordedBytes += fitting.length
    if (useRecorder.getState().step.kind !== 'recording') return
    useRecorder.setState({ step: { kind: 'recording', seconds: recordedBytes / 2 / rate } })
    if (recordedBytes === maxBytes) void stopRecording()
  })
}

/** Ignores that the clip exists already: the first response may have been lost with the connection. */
function ignoreAlreadyBegun(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'job/duplicate')) throw error
}

/** Stops recording and waits for the upload. Resolves to the clip, or shows why there is none. */
async function finishClip() {
  const { step } = useRecorder.getState()
  if (step.kind !== 'recording' || !current) return undefined
  const { clipId, upload } = current
  useRecorder.setState({ step: { kind: 'storing', what: t('voices:recorder.saving') } })
  try {
    await microphone?.stop()
    closeMicrophone()
    await upload.finish()
    const clip = await retryOnConnectionLoss(() => call('clips.finish', { clipId }))
    announce(t('voices:recorder.recorded'))
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

/** Ends the recording if the backend refuses a part, and announces the reason. */
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
    useRecorder.setState({ microphoneError: 'silent' })
    announceProblem('silent')
  }
  if (!isSilent && microphoneError === 'silent')
    useRecorder.setState({ microphoneError: undefined })
}

function handleUnplugged(): void {
  const { step } = useRecorder.getState()
  // The recording is complete; its upload does not need the microphone.
  if (step.kind === 'storing') return
  announceProblem('unplugged')
  clearTimeout(countdownTimer)
  const showUnplugged = (): void => useRecorder.setState({ microphoneError: 'unplugged' })
  if (step.kind === 'recording') void finishClip().then(showUnplugged)
  else {
    closeMicrophone()
    useRecorder.setState({ step: { kind: 'ready' } })
    showUnplugged()
  }
}
