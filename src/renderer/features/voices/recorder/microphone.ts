import type { CaptureCommand, CaptureEvent } from './capture-messages.ts'
import workletUrl from './capture-worklet.ts?worker&url'

/** Longest wait for the last part; a disconnected device never sends it. Milliseconds. */
const STOP_MS = 2_000

/** Open microphone. Its level is reported all the time, its audio only while recording. */
export interface Microphone {
  /** Id of the device; empty if the browser does not tell. */
  readonly deviceId: string
  /** Sample rate in Hz. */
  readonly rate: number
  /** Starts passing on audio: 16-bit little-endian mono. */
  record(onPart: (bytes: Uint8Array) => void): void
  /** Stops recording. Resolves when the last part has been passed on. */
  stop(): Promise<void>
  /** Releases the device. */
  close(): void
}

interface MicrophoneListeners {
  /** Peak of the last 20 ms, 0 to 1. */
  readonly onLevel: (peak: number) => void
  /** Called when the device was disconnected. */
  readonly onLost: () => void
}

/**
 * Opens a microphone without echo cancellation, noise suppression or gain control. Rejects with the error of
 * getUserMedia.
 */
export async function openMicrophone(
  deviceId: string | undefined,
  listeners: MicrophoneListeners,
): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      // `ideal`, so that another microphone opens if the remembered one is missing.
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
    // The device was disconnected before there was a listener.
    if (track?.readyState === 'ended') throw new DOMException('', 'NotFoundError')
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
  // A closed context must not be closed again.
  if (context && context.state !== 'closed') void context.close()
}
