import { openPhoneLine } from './phone-line.ts'

// Globals of an AudioWorkletGlobalScope (https://webaudio.github.io/web-audio-api/#AudioWorkletGlobalScope).
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {}

/** Sound as it is heard at the other end of a telephone line. */
class PhoneLineProcessor extends AudioWorkletProcessor {
  readonly #line = openPhoneLine()

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [sound] = input ?? []
    const [heard] = output ?? []
    if (!heard) return true
    const samples = Int16Array.from(heard, (_, index) =>
      Math.max(-32_768, Math.min(32_767, Math.round((sound?.[index] ?? 0) * 32_768))),
    )
    heard.set(Float32Array.from(this.#line(samples), (sample) => sample / 32_768))
    return true
  }
}

registerProcessor('phone-line', PhoneLineProcessor)
