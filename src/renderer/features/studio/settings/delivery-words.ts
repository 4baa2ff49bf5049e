import type { Delivery } from '#renderer/features/studio/script-commands.ts'
import { numberWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { ScriptLine } from '#shared/script.ts'

const WORDS: Readonly<Record<keyof Delivery, (value: number) => string>> = {
  speed: (value) => t('line-settings:values.speed', { value: round(value) }),
  pitch: (value) => t('line-settings:values.pitch', { value: signed(value) }),
  volume: (value) => t('line-settings:values.volume', { value: signed(value) }),
  pauseAfter: (value) => t('line-settings:values.pauseAfter', { value: round(value) }),
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
    ...(pauseAfter === undefined
      ? []
      : [t('line-settings:thenPause', { pause: WORDS.pauseAfter(pauseAfter) })]),
  ]
}

function round(value: number): string {
  return numberWords(value, { maximumFractionDigits: 2 })
}

function signed(value: number): string {
  if (value === 0) return '0'
  return `${value > 0 ? '+' : '−'}${round(Math.abs(value))}`
}
