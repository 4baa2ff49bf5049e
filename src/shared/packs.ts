import { z } from 'zod'

/** What a pack is for. */
export const PACK_TASKS = ['transcription', 'translation', 'speech'] as const

/** Programs that run packs, by the form of the files that they read. */
export const PACK_RUNTIMES = ['omnilingual-ctc', 'whisper', 'seq2seq', 'kokoro', 'vits'] as const

/** Figures about the quality or the speed of a pack, each with who measured it. */
export const PackFigure = z.object({
  what: z.string(),
  figure: z.string(),
  /** Who measured it, and on what. */
  source: z.string(),
})

/**
 * An installation that runs, or has ended. `waiting`: another one is first. `paused`, `failed` and `cancelled` keep nothing
 * running; what had arrived stays, except after `cancelled`.
 */
export const PackJob = z.object({
  state: z.enum([
    ...['waiting', 'downloading', 'unpacking', 'checking'],
    ...['paused', 'failed', 'cancelled', 'done'],
  ] as const),
  doneBytes: z.number(),
  totalBytes: z.number(),
  /** Left out before the first seconds have passed, and where nothing is being downloaded. */
  bytesPerSecond: z.number().optional(),
  secondsLeft: z.number().optional(),
  /** Why it failed, in words. */
  message: z.string().optional(),
})
export type PackJob = z.infer<typeof PackJob>

export const PACK_STATES = ['absent', 'partial', 'installed', 'damaged'] as const
export type PackStateName = (typeof PACK_STATES)[number]

/** A pack as a list shows it. */
export const PackSummary = z.object({
  id: z.string(),
  name: z.string(),
  task: z.enum(PACK_TASKS),
  /** What it would improve, in a sentence. */
  improves: z.string(),
  languages: z.array(z.string()),
  licence: z.object({
    /** SPDX identifier. */
    id: z.string(),
    name: z.string(),
    commercialUse: z.boolean(),
    /** Whom to name when the pack is used. */
    attribution: z.string(),
    /** When its text was accepted here, in RFC 3339; left out: not yet. */
    acceptedAt: z.string().optional(),
  }),
  source: z.object({ page: z.string().optional(), revision: z.string().optional() }),
  /** Size of its files, and of what is downloaded for them. */
  sizeBytes: z.number(),
  downloadBytes: z.number(),
  /** Whether both sizes are known to the byte. */
  isSizeExact: z.boolean(),
  /** Memory that it needs while it is used, in megabytes; estimated from the size of its files. */
  memoryMegabytes: z.number(),
  measured: z.array(PackFigure),
  /** Whether anyone here has run it. */
  isChecked: z.boolean(),
  notes: z.array(z.string()),
  /** Whether all of its bytes are known, so that it can be downloaded; otherwise a folder has to be imported. */
  canDownload: z.boolean(),
  state: z.enum(PACK_STATES),
  /** What is wrong with a damaged pack, in words. */
  problem: z.string().optional(),
  /** Bytes of it that are on the disk, finished or not. */
  storedBytes: z.number(),
  job: PackJob.optional(),
})
export type PackSummary = z.infer<typeof PackSummary>

/** A pack with the text of its licence and its files. */
export const PackDetails = PackSummary.extend({
  licenceText: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number().optional(),
      sha256: z.string().optional(),
      /**
       * Where the SHA-256 comes from: `catalog`, or `first-use`: the catalog has none, and it is that of the file as it
       * was imported. Left out: it is not known yet.
       */
      knownFrom: z.enum(['catalog', 'first-use']).optional(),
    }),
  ),
})
export type PackDetails = z.infer<typeof PackDetails>

const PackId = z.object({ id: z.string().max(64) })

/** The contract table's part about packs of models. */
export const packMethods = {
  'packs.list': { input: z.object({}), output: z.array(PackSummary) },
  'packs.show': { input: PackId, output: PackDetails },
  /** Accepts the licence of a pack, named so that nobody accepts one they were not shown. */
  'packs.accept': { input: PackId.extend({ licence: z.string().max(80) }), output: PackSummary },
  /** Begins or resumes its installation; `packs.changed` tells how far it is. */
  'packs.install': { input: PackId, output: PackSummary },
  'packs.pause': { input: PackId, output: PackSummary },
  /** Ends its installation and deletes what had arrived. */
  'packs.cancel': { input: PackId, output: PackSummary },
  /** Compares every byte with what the catalog says, or with what was imported. */
  'packs.verify': { input: PackId, output: PackSummary },
  'packs.remove': { input: PackId, output: PackSummary },
  /** Whether `packs.import` asks for the folder itself, as the desktop does. */
  'packs.importAsks': { input: z.object({}), output: z.object({ asks: z.boolean() }) },
  /** Installs from a folder on the host's computer; left out: the person is asked for one, on the desktop. */
  'packs.import': {
    input: PackId.extend({ folder: z.string().max(4_000).optional() }),
    output: PackSummary,
  },
} as const

/** Events about packs: one of them is not what it was. Sent at most a few times a second while a download runs. */
export const packEvents = {
  'packs.changed': PackSummary,
  /** A pack with voices was installed or removed, by whichever program: `voices.list` has others now. */
  'voices.changed': z.object({ /** How many voices everybody has now. */ voices: z.number() }),
} as const
