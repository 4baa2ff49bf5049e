import { call } from '#renderer/client.ts'
import { askClips } from '#renderer/features/voices/asking.ts'
import { keepDraft } from '#renderer/features/voices/review/clip-drafts.ts'
import { openReview } from '#renderer/features/voices/review/reviewing.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { player } from '#renderer/ui/shared-player.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { type ClipSending, createClipSending, untilTaken } from './clip-sending.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import { problemOf, SILENT, UNPLUGGED, UNSAFE_PAGE } from './microphone-problem.ts'
import { isBusy, rememberDevice, textToRead, useRecorder } from './recorder-store.ts'

/** Two steps of 16 bits: what comes out of a microphone that is off. */
const NOTHING = 2 / 32_768
/** A gate in a headset is silent between words; longer than this, nobody is heard. Milliseconds. */
const SILENT_MS = 2_500
const COUNT = 3

/** The device in use, and the loudest sample since the meter was looked at last. */
let microphone: Microphone | undefined
let loudest = 0
let lastHeardAt = 0
let counting: ReturnType<typeof setTimeout> | undefined
let current: { readonly clipId: string; readonly sending: ClipSending } | undefined
/** Ends the opening of a microphone that nobody waits for any more. */
let opening = 0

/** The loudest sample since this was asked last, 0 to 1. */
export function takePeak(): number {
  const peak = loudest
  loudest = 0
  return peak
}

/** Open the microphone so that its level is seen; says why where it does not open. Resolves with whether it is open. */
export async function tryMicrophone(): Promise<boolean> {
  if (microphone) return true
  if (navigator.mediaDevices === undefined) {
    useRecorder.setState({ problem: UNSAFE_PAGE })
    return false
  }
  opening += 1
  const mine = opening
  useRecorder.setState({ microphone: 'opening', problem: undefined, refusal: undefined })
  try {
    const opened = await openMicrophone(useRecorder.getState().deviceId, {
      onLevel: heard,
      onLost: unplugged,
    })
    if (mine !== opening) {
      opened.close()
      return false
    }
    microphone = opened
    lastHeardAt = performance.now()
    useRecorder.setState({ microphone: 'open', openId: opened.deviceId })
    return true
  } catch (error) {
    if (mine === opening) saysProblem(error)
    return false
  }
}

function saysProblem(error: unknown): void {
  const problem = problemOf(error)
  useRecorder.setState({ microphone: 'closed', problem, step: { kind: 'ready' } })
  announce(`${problem.title} ${problem.advice}`)
}

/** Listen to another device from now on. */
export async function chooseDevice(deviceId: string | undefined): Promise<void> {
  rememberDevice(deviceId)
  const wasOpen = useRecorder.getState().microphone !== 'closed'
  closeMicrophone()
  if (wasOpen) await tryMicrophone()
}

/** Let go of the microphone. */
export function closeMicrophone(): void {
  opening += 1
  microphone?.close()
  microphone = undefined
  loudest = 0
  useRecorder.setState({ microphone: 'closed', openId: undefined, problem: undefined })
}

/** Count down from three, then record. */
export async function record(): Promise<void> {
  player.stop()
  if (!(await tryMicrophone())) return
  // A second press while the microphone opened must not count down a second time.
  if (!isBusy(useRecorder.getState().step)) countDown(COUNT)
}

/** Do not record after all. */
export function cancelCountdown(): void {
  clearTimeout(counting)
  useRecorder.setState({ step: { kind: 'ready' } })
  announce('Not recorded.')
}

/** End the recording and look at it. */
export async function stopRecording(): Promise<void> {
  const clip = await store()
  if (clip) openReview(clip)
}

/** The screen goes away: what is being recorded is kept and waits there. */
export function leaveRecorder(): void {
  const { step } = useRecorder.getState()
  if (step.kind === 'counting') cancelCountdown()
  if (step.kind === 'recording') void store()
  else closeMicrophone()
}

function countDown(left: number): void {
  if (left === 0) {
    begin()
    return
  }
  useRecorder.setState({ step: { kind: 'counting', left } })
  announce(String(left))
  counting = setTimeout(() => countDown(left - 1), 1_000)
}

function begin(): void {
  if (!microphone) return
  const { rate } = microphone
  const clipId = randomId()
  const { language } = useRecorder.getState()
  keepDraft(clipId, { name: '', transcript: textToRead(useRecorder.getState()), language })
  let begun: Promise<unknown> | undefined
  const sending = createClipSending(async (position, bytes) => {
    begun ??= untilTaken(() => call('clips.begin', { clipId, source: 'microphone', rate })).catch(
      unlessBegun,
    )
    await begun
    await call('clips.append', { clipId, position, bytes })
  }, refused)
  current = { clipId, sending }
  const mostBytes = 2 * Math.round(CUSTOM_VOICE_LIMITS.seconds.max * rate)
  let taken = 0
  useRecorder.setState({ step: { kind: 'recording', seconds: 0 }, refusal: undefined })
  announce('Recording. Read now.')
  microphone.record((bytes) => {
    const fitting = bytes.subarray(0, mostBytes - taken)
    sending.add(fitting)
    taken += fitting.length
    if (useRecorder.getState().step.kind !== 'recording') return
    useRecorder.setState({ step: { kind: 'recording', seconds: taken / 2 / rate } })
    if (taken === mostBytes) void stopRecording()
  })
}

/** The answer to a beginning may be lost with the connection: asked again, it has begun already. */
function unlessBegun(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'job/duplicate')) throw error
}

/** Stops and waits until the engine has everything; gives back the clip, or says why there is none. */
async function store() {
  const { step } = useRecorder.getState()
  if (step.kind !== 'recording' || !current) return undefined
  const { clipId, sending } = current
  useRecorder.setState({ step: { kind: 'storing', what: 'Keeping the recording…' } })
  try {
    await microphone?.stop()
    closeMicrophone()
    await sending.finish()
    const clip = await untilTaken(() => call('clips.finish', { clipId }))
    announce('Recorded.')
    return clip
  } catch (error) {
    useRecorder.setState({ refusal: errorMessage(error) })
    return undefined
  } finally {
    current = undefined
    closeMicrophone()
    useRecorder.setState({ step: { kind: 'ready' } })
    await askClips()
  }
}

/** The engine takes no more: what it has is kept, and the reason is said. */
function refused(error: unknown): void {
  announce(errorMessage(error))
  void store()
}

function heard(peak: number): void {
  loudest = Math.max(loudest, peak)
  const now = performance.now()
  if (peak > NOTHING) lastHeardAt = now
  const isSilent = now - lastHeardAt > SILENT_MS
  const { problem } = useRecorder.getState()
  if (isSilent && problem === undefined) {
    useRecorder.setState({ problem: SILENT })
    announce(`${SILENT.title} ${SILENT.advice}`)
  }
  if (!isSilent && problem === SILENT) useRecorder.setState({ problem: undefined })
}

function unplugged(): void {
  const { step } = useRecorder.getState()
  // It was heard to the end: what is on its way to the engine needs it no more.
  if (step.kind === 'storing') return
  announce(`${UNPLUGGED.title} ${UNPLUGGED.advice}`)
  clearTimeout(counting)
  const said = (): void => useRecorder.setState({ problem: UNPLUGGED })
  if (step.kind === 'recording') void store().then(said)
  else {
    closeMicrophone()
    useRecorder.setState({ step: { kind: 'ready' } })
    said()
  }
}
