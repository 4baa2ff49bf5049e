import type { CaptureCommand, CaptureEvent } from './capture-messages.ts'
import workletUrl from './capture-worklet.ts?worker&url'

/** A sound card that went away takes its thread along: its last word is not waited for longer. Milliseconds. */
const STOP_MS = 2_000

/** A microphone that is open: its level is told all the time, its sound only while it is recorded. */
export interface Microphone {
  /** Which device it is; empty where the browser does not say. */
  readonly deviceId: string
  /** Samples a second. */
  readonly rate: number
  /** Pass on what is heard from now on: 16 bit little endian, mono. */
  record(onPart: (bytes: Uint8Array) => void): void
  /** Resolves when the last of what was recorded has been passed on. */
  stop(): Promise<void>
  /** Let go of the device. */
  close(): void
}

interface MicrophoneListeners {
  /** The loudest sample of the last fiftieth of a second, 0 to 1. */
  readonly onLevel: (peak: number) => void
  /** The device went away. */
  readonly onLost: () => void
}

/** A microphone as it is, without what browsers do to make calls clearer. Rejects with what getUserMedia throws. */
export async function openMicrophone(
  deviceId: string | undefined,
  listeners: MicrophoneListeners,
): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      // One that was remembered but is not there any more must not keep another one from opening.
      ...(deviceId === undefined ? {} : { deviceId: { ideal: deviceId } }),
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
      channelCount: 1,
    },
  })
  const [track] = stream.getAudioTracks()
  let context: AudioContext | undefined
  try {
    context = new AudioContext()
    const capture = await createCapture(stream, context)
    // It went away before anybody listened for that.
    if (track?.readyState === 'ended') throw new DOMException('It went away.', 'NotFoundError')
    return createMicrophone(stream, context, capture, listeners)
  } catch (error) {
    release(stream, context)
    throw error
  }
}

async function createCapture(
  stream: MediaStream,
  context: AudioContext,
): Promise<AudioWorkletNode> {
  await context.audioWorklet.addModule(workletUrl)
  await context.resume()
  const capture = new AudioWorkletNode(context, 'capture', {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(capture)
  return capture
}

function createMicrophone(
  stream: MediaStream,
  context: AudioContext,
  capture: AudioWorkletNode,
  { onLevel, onLost }: MicrophoneListeners,
): Microphone {
  const [track] = stream.getAudioTracks()
  track?.addEventListener('ended', onLost)

  let onRecorded: ((bytes: Uint8Array) => void) | undefined
  let ended = Promise.withResolvers<void>()
  capture.port.onmessage = ({ data }: MessageEvent<CaptureEvent>) => {
    if (data.kind === 'level') onLevel(data.peak)
    else if (data.kind === 'part') onRecorded?.(new Uint8Array(data.bytes))
    else ended.resolve()
  }
  const send = (message: CaptureCommand): void => capture.port.postMessage(message)
  return {
    deviceId: track?.getSettings().deviceId ?? '',
    rate: context.sampleRate,
    record(onPart) {
      onRecorded = onPart
      send('record')
    },
    async stop() {
      ended = Promise.withResolvers()
      send('stop')
      const timeout = setTimeout(ended.resolve, STOP_MS)
      await ended.promise
      clearTimeout(timeout)
      onRecorded = undefined
    },
    close() {
      track?.removeEventListener('ended', onLost)
      release(stream, context)
    },
  }
}

function release(stream: MediaStream, context: AudioContext | undefined): void {
  for (const track of stream.getTracks()) track.stop()
  // A context that is closed twice is closed all the same.
  if (context && context.state !== 'closed') void context.close()
}
