import { z } from 'zod'
import { LineDoubts } from './doubts.ts'
import { LANGUAGES } from './languages/languages.ts'

export const TEXT_LIMIT = 20_000
/** Paces that a request over HTTP may ask for. */
export const SPEED = { min: 0.7, max: 1.2, normal: 1 } as const
/** Paces of a line of a script. */
export const LINE_SPEED = { min: 0.5, max: 2, normal: 1 } as const
/** Change of the pitch of a line, in semitones. */
export const PITCH = { min: -6, max: 6, normal: 0 } as const
/** Change of the level of a line, in decibels. */
export const VOLUME = { min: -20, max: 10, normal: 0 } as const
/** Silence after a line or a chapter, in seconds. */
export const GAP = { min: 0, max: 30 } as const
/** Silence after a line where nothing else is chosen, in seconds. */
export const LINE_GAP_SECONDS = 0.35
/** Silence after a chapter where nothing else is chosen, in seconds. */
export const CHAPTER_GAP_SECONDS = 1.5

/**
 * How figures are said where speakers have a choice: in the counting the language had before schools taught another
 * (Yoruba and Igbo by scores; the older word for sixty in Amharic), in its decimal counting, in that with a break between thousands,
 * hundreds and the rest (Igbo), or in English words.
 */
export const NUMBER_STYLES = ['traditional', 'decimal', 'commas', 'english'] as const
export type NumberStyle = (typeof NUMBER_STYLES)[number]

/** When something is heard in a recording, in seconds from its start. */
export const HeardAt = z.object({ start: z.number().min(0), end: z.number().min(0) })
export type HeardAt = z.infer<typeof HeardAt>

const Language = z.enum(LANGUAGES.map(({ code }) => code))
const Gap = z.number().min(GAP.min).max(GAP.max)

/**
 * What the text of a line is a translation of. `translated`: the text from which the translation was made, `made`: the translation as it was
 * made; where `text` or the text of the line is another, a person has changed it since.
 */
export const Original = z.object({
  text: z.string().max(TEXT_LIMIT),
  language: Language,
  translated: z.string().max(TEXT_LIMIT),
  made: z.string().max(TEXT_LIMIT),
})
export type Original = z.infer<typeof Original>

/**
 * One line of a script: a text and who says it. `kind`: left out, it is spoken; a `chapter` is a heading, to which all lines down to the
 * next heading belong, and is not. `language` left out means the voice's own. `languageChosen`: a person chose it, so that it no longer
 * follows what is written. `pitch` is in semitones, `volume` in decibels, `pauseAfter` in seconds; left out, they are those of the voice
 * and of the project. `comment` is for people. `doubts`: its text is a translation that leaves doubt. `heardAt`: when it is said in the recording from which it was written down.
 */
export const ScriptLine = z.object({
  id: z.string().min(1).max(64),
  text: z.string().max(TEXT_LIMIT),
  voice: z.string().min(1).max(80),
  kind: z.literal('chapter').optional(),
  language: Language.optional(),
  languageChosen: z.literal(true).optional(),
  speed: z.number().min(LINE_SPEED.min).max(LINE_SPEED.max),
  pitch: z.number().min(PITCH.min).max(PITCH.max).optional(),
  volume: z.number().min(VOLUME.min).max(VOLUME.max).optional(),
  pauseAfter: Gap.optional(),
  comment: z.string().max(2_000).optional(),
  heardAt: HeardAt.optional(),
  original: Original.optional(),
  doubts: LineDoubts.optional(),
})
export type ScriptLine = z.infer<typeof ScriptLine>

/** The most lines that a person may write into a script. */
export const LINE_LIMIT = 10_000
/** The most that may be stored: two windows that fill the last places at once both keep what they wrote. */
export const STORED_LINE_LIMIT = 2 * LINE_LIMIT

const Title = z.string().max(200)
/** A window of the studio as long as its page lives, by a random name. */
export const WindowId = z.string().min(1).max(64)

/**
 * Two windows changed the same thing at once. The script has what was there first; this is what the later window,
 * `by`, would have. Both are stored until a person has answered.
 */
export const Conflict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('line'), id: z.string().max(200), by: WindowId, line: ScriptLine }),
  z.object({ kind: z.literal('title'), id: z.string().max(200), by: WindowId, title: Title }),
])
export type Conflict = z.infer<typeof Conflict>

/** Who speaks the lines of a name that an imported script has. */
export const CastMember = z.object({ voice: ScriptLine.shape.voice, language: Language.optional() })
export type CastMember = z.infer<typeof CastMember>

/** A name that an imported script has. */
export const CastName = z.string().min(1).max(80)

/**
 * What holds for a whole script. `languages`: those it is written in. `lineGap` and `chapterGap`: silence after every line and chapter, in
 * seconds. `cast`: by the names of an imported script. `speaksDirections`: whether stage directions are spoken.
 */
export const ScriptSettings = z
  .object({
    languages: z.array(Language).max(LANGUAGES.length),
    lineGap: Gap,
    chapterGap: Gap,
    cast: z.record(CastName, CastMember),
    speaksDirections: z.boolean(),
  })
  .partial()
export type ScriptSettings = z.infer<typeof ScriptSettings>

/** Changes of settings; null takes one away. Of the cast, only names that change are given. */
export const SettingsChange = z
  .object({
    languages: ScriptSettings.shape.languages.unwrap().nullable(),
    lineGap: Gap.nullable(),
    chapterGap: Gap.nullable(),
    cast: z.record(CastName, CastMember.nullable()),
    speaksDirections: z.boolean().nullable(),
  })
  .partial()
export type SettingsChange = z.infer<typeof SettingsChange>

export const Script = z.object({
  title: Title,
  lines: z.array(ScriptLine).max(STORED_LINE_LIMIT),
  /** Left out where everything is as it is without. */
  settings: ScriptSettings.optional(),
  /** Questions that are open; left out where there are none. */
  conflicts: z.array(Conflict).optional(),
})
export type Script = z.infer<typeof Script>
