import type { Delivery } from '#renderer/features/studio/script-commands.ts'
import type { ScriptLine } from '#shared/script.ts'

const WORDS: Readonly<Record<keyof Delivery, (value: number) => string>> = {
  speed: (value) => `${round(value)}×`,
  pitch: (value) => `${signed(value)} st`,
  volume: (value) => `${signed(value)} dB`,
  pauseAfter: (value) => `${round(value)} s`,
}

/** How values of a setting are written, with their unit: "1.2×", "+2 st", "−3 dB", "0.5 s". */
export function deliveryWords(field: keyof Delivery): (value: number) => string {
  return WORDS[field]
}

/** What a line has of its own besides its speed, to show beside it: "+2 st", "−3 dB", "then 1 s". */
export function ownDelivery(line: ScriptLine): readonly string[] {
  const { pitch, volume, pauseAfter } = line
  return [
    ...(pitch ? [WORDS.pitch(pitch)] : []),
    ...(volume ? [WORDS.volume(volume)] : []),
    ...(pauseAfter === undefined ? [] : [`then ${WORDS.pauseAfter(pauseAfter)}`]),
  ]
}

function round(value: number): string {
  return `${Number(value.toFixed(2))}`
}

function signed(value: number): string {
  if (value === 0) return '0'
  return `${value > 0 ? '+' : '−'}${round(Math.abs(value))}`
}
