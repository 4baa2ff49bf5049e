import { z } from 'zod'
import type { ProvenanceRecord, SignedCopy } from '#provenance/provenance.ts'
import { SIGNABLE_FORMATS } from '#shared/formats.ts'
import { PLACEMENTS, Verdict } from '#shared/provenance.ts'

const Sha256 = z.string().regex(/^[\da-f]{64}$/)

const Copy = z.object({
  format: z.enum(SIGNABLE_FORMATS),
  placement: z.enum(PLACEMENTS).meta({
    description: 'Where its manifest is: see X-Provenance. With `sidecar`, beside the file.',
  }),
  sha256: Sha256.meta({ description: 'Of all its bytes.' }),
  size_bytes: z.int().min(0),
  manifest_id: z.string().meta({ examples: ['urn:c2pa:6e5b1f6a-1a52-4d0e-8a53-3b2a6c1b7f10'] }),
  certificate_sha256: Sha256.meta({ description: 'Of the certificate that signed it.' }),
})

/** Record of a signed sound. It does not hold the text. */
export const RecordAnswer = Copy.extend({
  request_id: z.uuid(),
  created_at: z.iso.datetime(),
  voice: z.string(),
  language: z.string(),
  engine: z.string(),
  copies: z.array(Copy).meta({
    description: 'What else was signed for this request, such as the copy in your files.',
  }),
}).meta({ id: 'ProvenanceRecord' })

/** Verdict on the Content Credentials of a file. */
export const VerdictAnswer = z
  .object({
    verdict: Verdict.shape.kind,
    title: z.string(),
    explanation: z.string(),
    facts: z
      .object({
        application: z.object({ name: z.string(), version: z.string().nullable() }),
        ai_generated: z.boolean(),
        when: z.string().nullable().meta({ description: 'As the signer stated it.' }),
        voice: z.string().nullable(),
        voice_kind: z.string().nullable(),
        consent_record: z.string().nullable(),
        language: z.string().nullable(),
        engine: z.string().nullable(),
        request_id: z.string().nullable(),
        training_mining: z.string().nullable(),
        title: z.string().nullable(),
        author: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'What the signer says of it; null where the file is not valid.' }),
    certificate: z
      .object({
        subject: z.string(),
        sha256: Sha256,
        not_before: z.string(),
        not_after: z.string(),
      })
      .nullable(),
    placement: z.enum(['standard', 'trailing', 'sidecar']).nullable(),
    manifest_id: z.string().nullable(),
  })
  .meta({ id: 'ProvenanceVerdict' })

/** A record as the API tells it. */
export function recordAnswer(record: ProvenanceRecord): z.infer<typeof RecordAnswer> {
  const { requestId, createdAt, voice, language, engine, copies } = record
  return {
    ...{ request_id: requestId, created_at: createdAt, voice, language, engine },
    ...copyAnswer(record),
    copies: copies.map(copyAnswer),
  }
}

function copyAnswer(copy: SignedCopy): z.infer<typeof Copy> {
  const { format, placement, sha256, sizeBytes, manifestId, certificateSha256 } = copy
  return {
    ...{ format, placement, sha256, size_bytes: sizeBytes },
    ...{ manifest_id: manifestId, certificate_sha256: certificateSha256 },
  }
}

/** A verdict as the API tells it. */
export function verdictAnswer(verdict: Verdict): z.infer<typeof VerdictAnswer> {
  const { kind, title, explanation, facts, certificate, placement, manifestId } = verdict
  return {
    ...{ verdict: kind, title, explanation },
    facts: facts ? factsAnswer(facts) : null,
    certificate: certificate
      ? {
          subject: certificate.subject,
          sha256: certificate.sha256,
          not_before: certificate.notBefore,
          not_after: certificate.notAfter,
        }
      : null,
    placement: placement ?? null,
    manifest_id: manifestId ?? null,
  }
}

function factsAnswer(
  facts: NonNullable<Verdict['facts']>,
): NonNullable<z.infer<typeof VerdictAnswer>['facts']> {
  const { application, when, voice, language, engine, title, author } = facts
  return {
    application: { name: application.name, version: application.version ?? null },
    ai_generated: facts.aiGenerated,
    when: when ?? null,
    voice: voice ?? null,
    voice_kind: facts.voiceKind ?? null,
    consent_record: facts.consentRecord ?? null,
    language: language ?? null,
    engine: engine ?? null,
    request_id: facts.requestId ?? null,
    training_mining: facts.trainingMining ?? null,
    title: title ?? null,
    author: author ?? null,
  }
}
