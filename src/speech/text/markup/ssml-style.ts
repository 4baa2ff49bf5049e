import { LANGUAGE_CODES, type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import type { SpeechStyle, VoiceWish } from '#speech/text/runs.ts'
import {
  contourPoints,
  durationSeconds,
  limitRange,
  limitRate,
  limitSemitones,
  limitVolume,
  pitchValue,
  rangeFactor,
  rateFactor,
  volumeValue,
} from './ssml-values.ts'
import type { Fail, XmlElement } from './xml.ts'

/** Semitones, decibels and factor on the pace by which a stretch stands out, or the opposite. */
const EMPHASIS: Readonly<
  Record<string, { readonly rate: number; readonly semitones: number; readonly decibels: number }>
> = {
  strong: { rate: 0.75, semitones: 4, decibels: 3 },
  moderate: { rate: 0.85, semitones: 2, decibels: 0 },
  none: { rate: 1, semitones: 0, decibels: 0 },
  reduced: { rate: 1.1, semitones: -1.5, decibels: -4 },
}

/** Style of an element's content, where `outer` is that around it. */
export function styleOf(element: XmlElement, outer: SpeechStyle, fail: Fail): SpeechStyle {
  const { name, attributes, at } = element
  const tag = attributes.get('xml:lang')
  if (name === 'lang' && tag === undefined) throw fail(at, '<lang> needs xml:lang.')
  const spoken = tag === undefined ? outer : { ...outer, language: languageAt(tag, at, fail) }
  if (name === 'prosody') return prosodyOf(element, spoken, fail)
  if (name === 'emphasis') return emphasisOf(element, spoken, fail)
  return name === 'voice' ? voiceOf(element, spoken, fail) : spoken
}

/** Stronger and slower, in step with the prosody around it. */
export function emphasised(
  outer: SpeechStyle,
  { rate, semitones, decibels } = EMPHASIS['moderate'] as (typeof EMPHASIS)[string],
): SpeechStyle {
  return {
    ...outer,
    rate: limitRate((outer.rate ?? 1) * rate),
    pitchSemitones: limitSemitones((outer.pitchSemitones ?? 0) + semitones),
    ...(decibels === 0
      ? {}
      : { volumeDecibels: limitVolume((outer.volumeDecibels ?? 0) + decibels) }),
  }
}

function emphasisOf({ attributes, at }: XmlElement, outer: SpeechStyle, fail: Fail): SpeechStyle {
  const level = attributes.get('level')?.trim().toLowerCase() ?? 'moderate'
  const emphasis = Object.hasOwn(EMPHASIS, level) ? EMPHASIS[level] : undefined
  if (!emphasis)
    throw fail(
      at,
      `The level of an emphasis is strong, moderate, reduced or none, not "${level.slice(0, 35)}".`,
    )
  return level === 'none' ? outer : emphasised(outer, emphasis)
}

function languageAt(tag: string, at: number, fail: Fail): LanguageCode {
  const language = languageOf(tag)
  if (language) return language
  throw fail(at, `xml:lang is one of ${LANGUAGE_CODES}, not "${tag.slice(0, 35)}".`)
}

type Change = (outer: SpeechStyle, value: string) => SpeechStyle | undefined

/** What each attribute of a prosody element does, and what its values are, in words. */
const PROSODY: Readonly<Record<string, { readonly apply: Change; readonly values: string }>> = {
  rate: {
    apply: withRate,
    values: 'A rate is x-slow, slow, medium, fast, x-fast, or a percentage ("80%", "+20%").',
  },
  pitch: {
    apply: withPitch,
    values:
      'A pitch is x-low, low, medium, high, x-high, semitones ("+2st"), a percentage ("+10%") or Hz ("+20Hz", "150Hz").',
  },
  range: {
    apply: withRange,
    values:
      'A range is x-low, low, medium, high, x-high, a percentage ("+50%"), semitones ("+2st") or Hz ("+20Hz").',
  },
  volume: {
    apply: withVolume,
    values:
      'A volume is silent, x-soft, soft, medium, loud, x-loud, decibels ("+6dB") or a number from 0 to 100.',
  },
  contour: {
    apply: withContour,
    values:
      'A contour has places and changes of pitch: "(0%,+20Hz) (40%,+2st) (100%,-10%)", at most 100.',
  },
  duration: { apply: withDuration, values: 'A duration is a time: "2s", "800ms".' },
}

/** Rates multiply, pitches and volumes add up where one prosody lies in another. */
function prosodyOf({ attributes, at }: XmlElement, outer: SpeechStyle, fail: Fail): SpeechStyle {
  let style = outer
  for (const [name, { apply, values }] of Object.entries(PROSODY)) {
    const value = attributes.get(name)
    if (value === undefined) continue
    const changed = apply(style, value)
    if (!changed) throw fail(at, values)
    style = changed
  }
  return style
}

function withRate(outer: SpeechStyle, value: string): SpeechStyle | undefined {
  const factor = rateFactor(value)
  return factor === undefined
    ? undefined
    : { ...outer, rate: limitRate((outer.rate ?? 1) * factor) }
}

function withPitch(outer: SpeechStyle, value: string): SpeechStyle | undefined {
  const pitch = pitchValue(value)
  if (!pitch) return undefined
  if ('hz' in pitch) {
    const { pitchSemitones: _, pitchChangeHz: __, ...rest } = outer
    return { ...rest, pitchHz: pitch.hz }
  }
  if ('changeHz' in pitch)
    return { ...outer, pitchChangeHz: (outer.pitchChangeHz ?? 0) + pitch.changeHz }
  const all = limitSemitones((outer.pitchSemitones ?? 0) + pitch.semitones)
  return { ...outer, pitchSemitones: all }
}

function withRange(outer: SpeechStyle, value: string): SpeechStyle | undefined {
  const factor = rangeFactor(value)
  if (factor === undefined) return undefined
  return { ...outer, melodyRange: limitRange((outer.melodyRange ?? 1) * factor) }
}

function withVolume(outer: SpeechStyle, value: string): SpeechStyle | undefined {
  const volume = volumeValue(value)
  if (!volume) return undefined
  const before = volume.isChange ? (outer.volumeDecibels ?? 0) : 0
  return { ...outer, volumeDecibels: limitVolume(before + volume.decibels) }
}

function withContour(outer: SpeechStyle, value: string): SpeechStyle | undefined {
  const points = contourPoints(value)
  if (!points) return undefined
  return points.length === 0 ? outer : { ...outer, contour: { points } }
}

/** A duration goes before a rate. */
function withDuration(outer: SpeechStyle, value: string): SpeechStyle | undefined {
  const seconds = durationSeconds(value)
  return seconds === undefined || seconds === 0 ? undefined : { ...outer, duration: { seconds } }
}

const GENDERS: readonly string[] = ['female', 'male', 'neutral', '']
const FAILURES: readonly string[] = [
  'priorityselect',
  'keepexisting',
  'ignoredesired',
  'processorchoice',
]

/** Who speaks: a voice with nothing but a language changes the language alone. */
function voiceOf({ attributes, at }: XmlElement, outer: SpeechStyle, fail: Fail): SpeechStyle {
  const value = (name: string): string => attributes.get(name)?.trim() ?? ''
  const gender = value('gender').toLowerCase()
  if (!GENDERS.includes(gender))
    throw fail(
      at,
      `The gender of a voice is female, male or neutral, not "${gender.slice(0, 35)}".`,
    )
  const failure = value('onvoicefailure').toLowerCase()
  if (failure !== '' && !FAILURES.includes(failure))
    throw fail(at, `onvoicefailure is one of ${FAILURES.join(', ')}.`)
  const variant = value('variant')
  if (variant !== '' && !/^[1-9]\d{0,3}$/.test(variant))
    throw fail(at, 'The variant of a voice is a whole number from 1.')
  // "en:ng" names an accent too; every voice speaks every language with its own.
  const languages = value('languages')
    .split(/\s+/)
    .filter((tag) => tag !== '')
    .map((tag) => languageAt(tag.replace(/:.*$/, ''), at, fail))
  const names = value('name')
    .split(/\s+/)
    .filter((name) => name !== '')
  const wish: VoiceWish = {
    ...{ names, languages, at, mayKeep: failure !== '' },
    gender: gender === 'female' || gender === 'male' ? gender : undefined,
    variant: variant === '' ? undefined : Number(variant),
  }
  const [language] = languages
  const spoken =
    language === undefined || attributes.has('xml:lang') ? outer : { ...outer, language }
  const asks = names.length > 0 || wish.gender !== undefined || wish.variant !== undefined
  return asks ? { ...spoken, voice: wish } : spoken
}
