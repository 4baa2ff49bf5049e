import { z } from 'zod'
import { accessMethods } from './access.ts'
import { appOriginEvents, appOriginMethods } from './app-origins.ts'
import { browserMethods } from './browsers.ts'
import { clipMethods, ownVoiceMethods, voiceEvents } from './clips.ts'
import { desktopEvents, desktopMethods } from './desktop.ts'
import { diacriticsMethods } from './diacritics.ts'
import { ExportedFile, ExportOrder } from './export-order.ts'
import { historyMethods } from './history.ts'
import { importEvents, importMethods } from './imports.ts'
import { fileEvents, fileMethods } from './library-files.ts'
import { packEvents, packMethods } from './packs.ts'
import { projectEvents, projectMethods } from './projects.ts'
import { pronunciationMethods } from './pronunciation.ts'
import { provenanceMethods, Verdict } from './provenance.ts'
import {
  LINE_SPEED,
  NUMBER_STYLES,
  PITCH,
  Script,
  ScriptLine,
  ScriptSettings,
  STORED_LINE_LIMIT,
  TEXT_LIMIT,
  VOLUME,
} from './script.ts'
import { Entry } from './script-changes.ts'
import { settingEvents, settingMethods } from './settings.ts'
import { Seed, takeEvents, takeMethods } from './takes.ts'
import { transcriptionEvents, transcriptionMethods } from './transcription.ts'
import { translationEvents, translationMethods } from './translation.ts'
import { wordReadingMethods } from './word-reading.ts'

const JobId = z.object({ jobId: z.uuid() })
const Nothing = z.object({})

/** One text by one voice. `language` left out means the voice's own. */
export const SpeakRequest = z.object({
  text: z.string().max(TEXT_LIMIT),
  voice: z.string().max(80),
  language: z.string().max(35).optional(),
  speed: z.number().min(LINE_SPEED.min).max(LINE_SPEED.max).default(LINE_SPEED.normal),
  /** Semitones above the voice's own pitch. */
  pitch: z.number().min(PITCH.min).max(PITCH.max).optional(),
  /** Decibels above the voice's own level. */
  volume: z.number().min(VOLUME.min).max(VOLUME.max).optional(),
  /** How figures are said; left out, as speakers of the language expect. */
  numbers: z.enum(NUMBER_STYLES).optional(),
  /** Which of the ways to say it; left out, as it is said by default. */
  seed: Seed.optional(),
  /** Left out: Yoruba gets the marks that its writer left out. False: it is said with those that are written. */
  restoresMarks: z.boolean().optional(),
  /** The project whose pronunciations count besides the global ones. */
  projectId: z.string().max(64).optional(),
})
export type SpeakRequest = z.infer<typeof SpeakRequest>

const AnyVoice = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  /** A sentence in its own language by which to know it. */
  sample: z.string(),
})
/** `custom`: made by the owner of this copy. */
const Voice = z.discriminatedUnion('kind', [
  AnyVoice.extend({
    kind: z.literal('system'),
    gender: z.enum(['female', 'male']),
    character: z.string(),
    /** Languages that it speaks; left out: all of them. */
    languages: z.array(z.string()).optional(),
    /** The installed pack of models that it comes from; left out: it comes with the program. */
    pack: z
      .object({
        ...{ id: z.string(), name: z.string() },
        /** SPDX identifier. */
        licence: z.string(),
        commercialUse: z.boolean(),
      })
      .optional(),
  }),
  AnyVoice.extend({
    kind: z.literal('custom'),
    createdAt: z.string(),
    /** How many things were noticed in its recording; `voices.show` says which. */
    warnings: z.number(),
  }),
])

/** A script by its name over all restarts, and how many saves it has seen. */
const Revision = z.object({ scriptId: z.string().max(64), revision: z.number().int().min(0) })

const Timing = z.object({ text: z.string(), start: z.number(), end: z.number() })

/** Everything a window or a script may ask of the host. The caller names its jobs, so that no event can outrun its id. */
export const methods = {
  'app.about': {
    input: Nothing,
    output: z.object({
      version: z.string(),
      /** Where the HTTP API answers, once it does. */
      apiUrl: z.string().optional(),
      /** A key made at this start, to be shown once. */
      firstKey: z.string().optional(),
      /** Whether a text can be spoken now, and what is being done or why not, in words; `degraded`: not signed. */
      health: z.object({
        state: z.enum(['starting', 'ready', 'degraded', 'restarting', 'failed']),
        step: z.string(),
      }),
    }),
  },
  'voices.list': { input: Nothing, output: z.array(Voice) },
  /**
   * The languages of the lines that have none yet, among those around them; `script`: the languages that the script is said to be in.
   * `language` is left out where it stays in doubt, `likeliest` where a line has no word.
   */
  'languages.detect': {
    input: z.object({
      lines: z
        .array(
          z.object({
            text: ScriptLine.shape.text,
            voice: ScriptLine.shape.language,
            language: ScriptLine.shape.language,
          }),
        )
        .max(STORED_LINE_LIMIT),
      script: ScriptSettings.shape.languages.unwrap().default([]),
    }),
    output: z.array(
      z.object({
        language: ScriptLine.shape.language,
        likeliest: z
          .object({ language: ScriptLine.shape.language.unwrap(), confidence: z.number() })
          .optional(),
      }),
    ),
  },
  /**
   * Stretches of texts in a language that are read by the rules of another one, without anybody having said so; `start` and `end` in
   * UTF-16 code units of the text. The texts have no markup.
   */
  'languages.within': {
    input: z.object({
      texts: z.array(ScriptLine.shape.text).max(STORED_LINE_LIMIT),
      language: ScriptLine.shape.language.unwrap(),
    }),
    output: z.array(
      z.array(
        z.object({
          language: ScriptLine.shape.language.unwrap(),
          start: z.number(),
          end: z.number(),
        }),
      ),
    ),
  },
  /**
   * `projectId` left out: the project that was opened last. `notice`: what of it could not be read, in words, until a window dismisses
   * it. `whyNotLast`: why it is another project than the one opened last.
   */
  'script.load': {
    input: z.object({ projectId: Revision.shape.scriptId.optional() }),
    output: Revision.extend({
      script: Script,
      notice: z.string().optional(),
      whyNotLast: z.string().optional(),
    }),
  },
  'script.dismissNotice': {
    input: z.object({ projectId: Revision.shape.scriptId, notice: z.string().max(10_000) }),
    output: Nothing,
  },
  /** Saves the changes of a window to the script that it knew at `base`; projects/project-folder.ts merges them. */
  'script.save': {
    input: Entry.omit({ revision: true }).extend({
      scriptId: Revision.shape.scriptId,
      base: Revision.shape.revision,
    }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('kept'), revision: z.number() }),
      z.object({ outcome: z.literal('merged'), revision: z.number(), entries: z.array(Entry) }),
      z.object({ outcome: z.literal('unknown-base') }),
    ]),
  },
  /** `lineId`: the take is kept for this line of the project, under the id of the job. */
  'speech.start': {
    input: SpeakRequest.extend(JobId.shape).extend({ lineId: ScriptLine.shape.id.optional() }),
    output: Nothing,
  },
  'export.start': {
    input: ExportOrder.extend(JobId.shape),
    output: Nothing,
  },
  /** Verifies a saved file of an export, with its sidecar where it has one. */
  'export.verify': { input: z.object({ path: z.string().max(4_096) }), output: Verdict },
  /** Shows a saved file of an export in its folder. */
  'export.reveal': { input: z.object({ path: z.string().max(4_096) }), output: Nothing },
  'job.cancel': { input: JobId, output: Nothing },
  ...pronunciationMethods,
  ...accessMethods,
  ...browserMethods,
  ...provenanceMethods,
  ...diacriticsMethods,
  ...wordReadingMethods,
  ...clipMethods,
  ...ownVoiceMethods,
  ...translationMethods,
  ...transcriptionMethods,
  ...importMethods,
  ...packMethods,
  ...takeMethods,
  ...projectMethods,
  ...fileMethods,
  ...historyMethods,
  ...settingMethods,
  ...appOriginMethods,
  ...desktopMethods,
} as const

/** Everything the host says without being asked. A job ends in exactly one `done` or `failed`. */
export const events = {
  /** Other windows, also those of another program, have saved: all that came after `base`. */
  'script.changed': z.object({
    scriptId: z.string(),
    base: z.number(),
    entries: z.array(Entry),
  }),
  'speech.chunk': JobId.extend({
    /** 24 kHz mono, 16 bit little endian. */
    pcm: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    words: z.array(Timing),
    done: z.number(),
    total: z.number(),
  }),
  'speech.done': JobId,
  'export.progress': JobId.extend({ done: z.number(), total: z.number() }),
  /** A file of an export is there, or could not be made. */
  'export.file': JobId.extend({ file: ExportedFile }),
  /** All files, in their order; where a browser would fetch several, also all of them in one. */
  'export.done': JobId.extend({
    files: z.array(ExportedFile),
    bundle: z.object({ fileName: z.string(), sizeBytes: z.number(), url: z.string() }).optional(),
  }),
  'job.failed': JobId.extend({ code: z.string(), message: z.string() }),
  ...voiceEvents,
  ...translationEvents,
  ...transcriptionEvents,
  ...importEvents,
  ...packEvents,
  ...takeEvents,
  ...projectEvents,
  ...fileEvents,
  ...settingEvents,
  ...appOriginEvents,
  ...desktopEvents,
} as const

export type Event = keyof typeof events
export type Data<E extends Event> = z.output<(typeof events)[E]>
export type EmitEvent = <E extends Event>(event: E, data: Data<E>) => void

export type Method = keyof typeof methods
export type Input<M extends Method> = z.input<(typeof methods)[M]['input']>
export type Parsed<M extends Method> = z.output<(typeof methods)[M]['input']>
export type Output<M extends Method> = z.output<(typeof methods)[M]['output']>
export type Handlers = { readonly [M in Method]: (input: Parsed<M>) => Promise<Output<M>> }
export type Call = <M extends Method>(method: M, input: Input<M>) => Promise<Output<M>>
export type On = <E extends Event>(event: E, listener: (data: Data<E>) => void) => () => void
