import type { CaptureCommand, CaptureEvent } from './capture-messages.ts'

// Globals of an AudioWorkletGlobalScope (https://webaudio.github.io/web-audio-api/#AudioWorkletGlobalScope).
declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** Interval of level messages and length of a recorded part, in seconds. */
const LEVEL_SECONDS = 0.02
const PART_SECONDS = 0.25

/**
 * Captures the microphone on the audio thread: reports its level, and sends the recording in parts of a quarter of a
 * second.
 */
class Capture extends AudioWorkletProcessor {
  #part = new DataView(new ArrayBuffer(2 * Math.round(PART_SECONDS * sampleRate)))
  #filled = 0
  #isRecording = false
  #peak = 0
  #samplesSinceLevel = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<CaptureCommand>) => {
      if (data === 'record') this.#isRecording = true
      else this.#finish()
    }
  }

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const samples = input?.[0]
    if (!samples) return true
    for (const sample of samples) {
      this.#peak = Math.max(this.#peak, Math.abs(sample))
      if (this.#isRecording) this.#store(sample)
    }
    this.#samplesSinceLevel += samples.length
    if (this.#samplesSinceLevel >= LEVEL_SECONDS * sampleRate) {
      this.#post({ kind: 'level', peak: this.#peak })
      this.#peak = 0
      this.#samplesSinceLevel = 0
    }
    return true
  }

  #store(sample: number): void {
    const whole = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
    this.#part.setInt16(this.#filled, whole, true)
    this.#filled += 2
    if (this.#filled === this.#part.byteLength) this.#send()
  }

  #send(): void {
    this.#post({ kind: 'part', bytes: this.#part.buffer.slice(0, this.#filled) })
    this.#filled = 0
  }

  #finish(): void {
    if (this.#isRecording && this.#filled > 0) this.#send()
    this.#isRecording = false
    this.#post({ kind: 'end' })
  }

  #post(message: CaptureEvent): void {
    if (message.kind === 'part') this.port.postMessage(message, [message.bytes])
    else this.port.postMessage(message)
  }
}

registerProcessor('capture', Capture)
