import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import { call, currentConnection } from '#renderer/call.ts'
import { ConnectionLost } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { samplesOf } from '#renderer/ui/pcm.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { reasonOf } from '#renderer/ui/reason-of.ts'
import type { Data } from '#shared/api.ts'
import { player } from './speaking.ts'
import { useStudio, type Voice } from './studio-store.ts'

/** The sample that is heard now, from the press of its button to its end. `isMade`: the engine has nothing more to send. */
interface Sampling {
  readonly jobId: string
  readonly voice: Voice
  readonly isMade: boolean
}

export const useSampling = create<{ readonly current: Sampling | undefined }>(() => ({
  current: undefined,
}))

// Whatever else takes the loudspeaker ends the sample.
player.subscribe(() => {
  const { current } = useSampling.getState()
  if (current && player.state().takeId !== current.jobId) stopSample()
})

/** Let a voice say who it is, in its own language; silence it if it is just doing that. No line changes. */
export function hearSample(voice: Voice): void {
  const isHeard = useSampling.getState().current?.voice.id === voice.id
  stopSample()
  if (isHeard) return
  player.stop()
  useStudio.setState({ playlist: [] })
  const jobId = randomId()
  const { id, language, sample } = voice
  useSampling.setState({ current: { jobId, voice, isMade: false } })
  if (currentConnection().status !== 'connected') {
    sampleFailed(jobId, 'The engine cannot be reached just now.')
    return
  }
  player.play(jobId, [], false)
  call('speech.start', { jobId, text: sample, voice: id, language }).catch((error) =>
    sampleFailed(jobId, reasonOf(error)),
  )
}

/** Silence the sample, if there is one. */
export function stopSample(): void {
  const { current } = useSampling.getState()
  if (!current) return
  useSampling.setState({ current: undefined })
  if (player.state().takeId === current.jobId) player.stop()
  if (current.isMade) return
  call('job.cancel', { jobId: current.jobId }).catch((error) => {
    // A lost connection has ended the job already.
    if (!(error instanceof ConnectionLost)) announce(String(error))
  })
}

/** News: more sound of the sample. */
export function sampleArrived({ jobId, pcm }: Data<'speech.chunk'>): void {
  if (isCurrent(jobId)) player.append(jobId, samplesOf(pcm))
}

/** News: the sample is complete. */
export function sampleDone({ jobId }: Data<'speech.done'>): void {
  const { current } = useSampling.getState()
  if (current?.jobId !== jobId) return
  useSampling.setState({ current: { ...current, isMade: true } })
  player.complete(jobId)
}

/** News: the sample could not be spoken. */
export function sampleFailed(jobId: string, message: string): void {
  const { current } = useSampling.getState()
  if (current?.jobId !== jobId) return
  useSampling.setState({ current: undefined })
  player.stop()
  const title = `${current.voice.name} could not be heard`
  announce(`${title}. ${message}`)
  notifications.show({ color: 'orange', title, message })
}

function isCurrent(jobId: string): boolean {
  return useSampling.getState().current?.jobId === jobId
}
