import { z } from 'zod'

/** Where the manifest of an answer or a file is; what `X-Provenance` says. `sidecar`: beside the bytes. */
export const PLACEMENTS = ['embedded', 'trailing', 'sidecar', 'none'] as const
export type AnswerPlacement = (typeof PLACEMENTS)[number]

const OneLine = (most: number, what: string) =>
  z
    .string()
    .trim()
    .max(most, `${what} has at most ${most} characters.`)
    .regex(/^\P{Cc}*$/u, `${what} holds no control characters.`)

/** How many entries the registry of what was signed may keep. */
export const KEEP_RECORDS = { min: 1_000, max: 10_000_000 } as const
const KEEP_RECORDS_WORDS = 'The registry keeps 1,000 to 10,000,000 entries.'

/** How many characters the names in a certificate and the author of a file may have. */
export const NAME_LENGTHS = { issuer: 64, author: 200 } as const

/** Settings of manifests, which the owner changes. */
export const ProvenanceSettings = z.object({
  /** Subject of the certificate: `CN=<issuerName>`; empty: "Griot (this computer)". Counts from the next key on. */
  issuerName: OneLine(NAME_LENGTHS.issuer, 'The name'),
  organisation: OneLine(NAME_LENGTHS.issuer, 'The organisation'),
  /** Firefox does not play a FLAC file with a manifest in it: `sidecar` writes it beside an exported file instead. */
  flac: z.enum(['embed', 'sidecar']),
  /** Whether others may train and mine with the sound; left out: nothing is said about it. */
  trainingMining: z.enum(['allowed', 'notAllowed', 'constrained']).optional(),
  /** Written into exported files where it is not empty. */
  author: OneLine(NAME_LENGTHS.author, 'The author'),
  /** Whether the voice's name is written for cloned voices too. */
  namesClonedVoices: z.boolean(),
  /** How many entries the registry of what was signed keeps, the newest; left out: 100,000. */
  keepRecords: z
    .number()
    .int('The registry keeps a whole number of entries.')
    .min(KEEP_RECORDS.min, KEEP_RECORDS_WORDS)
    .max(KEEP_RECORDS.max, KEEP_RECORDS_WORDS)
    .optional(),
})
export type ProvenanceSettings = z.infer<typeof ProvenanceSettings>

/** Details of a certificate for people. Names are what it claims; only the fingerprint identifies. */
export const Certificate = z.object({
  subject: z.string(),
  /** SHA-256 of the DER form, in hex. */
  sha256: z.string(),
  notBefore: z.string(),
  notAfter: z.string(),
})
export type Certificate = z.infer<typeof Certificate>

/** Statements of the signer of a valid file. */
export const StatedFacts = z.object({
  application: z.object({ name: z.string(), version: z.string().optional() }),
  when: z.string().optional(),
  aiGenerated: z.boolean(),
  voice: z.string().optional(),
  voiceKind: z.string().optional(),
  consentRecord: z.string().optional(),
  language: z.string().optional(),
  engine: z.string().optional(),
  requestId: z.string().optional(),
  trainingMining: z.string().optional(),
  title: z.string().optional(),
  author: z.string().optional(),
})

/** Verdict on a file's manifest. Facts come with the first three only: the others prove nothing. */
export const Verdict = z.object({
  kind: z.enum([
    'made-here',
    'known-signer',
    'unknown-signer',
    'changed',
    'damaged',
    'expired',
    'not-understood',
    'nothing',
    'cannot-carry',
    'empty',
  ]),
  /** The verdict as a person reads it: a heading, and what it means. */
  title: z.string(),
  explanation: z.string(),
  facts: StatedFacts.optional(),
  certificate: Certificate.optional(),
  placement: z.enum(['standard', 'trailing', 'sidecar']).optional(),
  manifestId: z.string().optional(),
})
export type Verdict = z.infer<typeof Verdict>

const ImportedCertificate = Certificate.extend({ id: z.number(), addedAt: z.string() })

/** A file to be verified is sent in parts: this many bytes at most in one. */
export const VERIFY_PART_BYTES = 1024 * 1024
const JobId = z.object({ jobId: z.uuid() })
const Bytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length <= VERIFY_PART_BYTES,
  `Send at most ${VERIFY_PART_BYTES} bytes at a time.`,
)

/** The contract table's part about signed provenance. */
export const provenanceMethods = {
  'provenance.settings': { input: z.object({}), output: ProvenanceSettings },
  'provenance.change': { input: ProvenanceSettings, output: ProvenanceSettings },
  /** Exactly what would be written into an exported file now, line by line. */
  'provenance.preview': {
    input: z.object({}),
    output: z.array(z.object({ name: z.string(), value: z.string() })),
  },
  'provenance.certificate': {
    input: z.object({}),
    output: Certificate.extend({ pem: z.string() }),
  },
  /** A new root and key. What was signed before stays "made here". */
  'provenance.rotate': { input: z.object({}), output: Certificate.extend({ pem: z.string() }) },
  'provenance.trusted': { input: z.object({}), output: z.array(ImportedCertificate) },
  /** Believe signers of this certificate (PEM) from now on. */
  'provenance.trust': {
    input: z.object({ pem: z.string().max(100_000) }),
    output: z.array(ImportedCertificate),
  },
  'provenance.distrust': { input: z.object({ id: z.number().int() }), output: z.object({}) },
  /** A file to be verified: begin, append its bytes in order, finish; or leave it with `verify.cancel`. */
  'verify.begin': {
    input: JobId.extend({ fileName: z.string().max(1_000), sizeBytes: z.number().int().min(0) }),
    output: z.object({}),
  },
  /** `sidecar`: the bytes belong to the `.c2pa` file beside it. */
  'verify.append': {
    input: JobId.extend({ bytes: Bytes, sidecar: z.boolean().default(false) }),
    output: z.object({}),
  },
  'verify.finish': { input: JobId, output: Verdict },
  'verify.cancel': { input: JobId, output: z.object({}) },
} as const
