import { createHash, type Hash } from 'node:crypto'
import fastifyMultipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { visibleName } from '#shared/visible-name.ts'
import { drainBody } from './drain-body.ts'
import { clip, InvalidRequest, SEND_A_FORM } from './errors.ts'

/** Fields and files that a form may hold. Others are skipped; one name may be in both lists. */
export interface FormSpec {
  /** Field name to the most characters of its value. */
  readonly fields: Readonly<Record<string, number>>
  /** File name to the most bytes of its content. */
  readonly files: Readonly<Record<string, number>>
  /** What to do with a file that is larger, as a sentence. */
  readonly advice?: string | undefined
}

export interface FormFile {
  /**
   * File name as sent, without folders and control characters; undefined where there is none. For display, never a
   * path.
   */
  readonly fileName: string | undefined
  /** Read once, no faster than it is taken. Throws AppError where the body ends too early or the file is too large. */
  readonly bytes: AsyncIterable<Uint8Array>
}

const MAX_PARTS = 100
const MAX_NAME_CHARACTERS = 255
/** Maximum length of a field's value in bytes; the rest is cut off. */
const MAX_FIELD_BYTES = 64 * 1024
const LIMITS = {
  parts: MAX_PARTS,
  headerPairs: 20,
  headerSize: 16 * 1024,
  fieldSize: MAX_FIELD_BYTES,
  // Every file has its own, below.
  fileSize: Number.POSITIVE_INFINITY,
}
/** Maximum size of a file that the form does not name, in bytes. */
const MAX_OTHER_BYTES = 1024 * 1024

type Receive = (name: string, file: FormFile) => Promise<void>
type Part = MultipartFile | MultipartValue

interface Limit {
  /** Bytes of the file. */
  readonly most: number
  /** Bytes of the whole form, where the caller has said so. */
  readonly formSize: string | undefined
  readonly advice: string | undefined
}
const ANY_SIZE: Limit = {
  most: Number.POSITIVE_INFINITY,
  formSize: undefined,
  advice: undefined,
}

const fingerprints = new WeakMap<FastifyRequest, Hash>()

/** Lets operations read multipart/form-data with `readForm`. Add it after what reads JSON bodies. */
export async function readFormBodies(fastify: FastifyInstance): Promise<void> {
  await fastify.register(fastifyMultipart, { throwFileSizeLimit: false, limits: LIMITS })
}

/**
 * Reads a multipart/form-data body part by part as it arrives (RFC 7578). Answers every value of every field of `spec`
 * in the order sent, an empty list where there is none. Each file of `spec` is handed to `receive`, which may leave it
 * half read; the next part waits until it is done. A part with a file name is a file, even an empty one.
 *
 * Throws InvalidRequest for a field that is too long, AppError('file/too-large') for a file,
 * AppError('request/too-large') for more than 100 parts, AppError('request/unreadable') for what is no form or ends
 * too early, also because the caller went away: `bytes` throws the same, so that `receive` can clear up. What
 * `receive` has kept of earlier files is the caller's to remove.
 */
export async function readForm(
  request: FastifyRequest,
  spec: FormSpec,
  receive: Receive,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const values = new Map(Object.keys(spec.fields).map((name) => [name, [] as string[]]))
  const maxOther = Math.max(MAX_OTHER_BYTES, ...Object.values(spec.files))
  await eachPart(request, async (part, fingerprint) => {
    const { fieldname: name } = part
    if (part.type === 'field') {
      const text = textOf(part, fingerprint)
      if (values.has(name)) checkLength(part, text, spec.fields[name] ?? 0)
      values.get(name)?.push(text)
      return
    }
    const wanted = Object.hasOwn(spec.files, name) ? receive : async () => undefined
    const most = spec.files[name] ?? maxOther
    const formSize = request.headers['content-length']
    await readFile(part, fingerprint, wanted, { most, formSize, advice: spec.advice })
  })
  return Object.fromEntries(values)
}

/** Whether an optional field of a form says anything: its null is left out, empty, or `null`, as the official client tells. */
export function isPresent(value: string): boolean {
  return !/^\s*(null)?\s*$/.test(value)
}

/** Reads a form of any size for nothing but its fingerprint. Throws as `readForm`. */
export async function skipForm(request: FastifyRequest): Promise<Uint8Array> {
  await eachPart(request, async (part, fingerprint) => {
    if (part.type === 'field') textOf(part, fingerprint)
    else await readFile(part, fingerprint, async () => undefined, ANY_SIZE)
  })
  return formFingerprint(request) ?? new Uint8Array()
}

/**
 * SHA-256 of the names and contents of a form that was read, without boundaries and headers; undefined where none
 * was.
 */
export function formFingerprint(request: FastifyRequest): Uint8Array | undefined {
  return fingerprints.get(request)?.copy().digest()
}

async function eachPart(
  request: FastifyRequest,
  take: (part: Part, fingerprint: Hash) => Promise<void>,
): Promise<void> {
  const fingerprint = createHash('sha256')
  try {
    for await (const part of partsOf(request)) await take(part, fingerprint)
    fingerprints.set(request, fingerprint)
  } catch (error) {
    drainBody(request)
    throw error
  }
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Part> {
  if (!request.isMultipart()) throw new AppError('request/unreadable', SEND_A_FORM)
  const parts = request.parts()
  while (true) {
    const next = await parts.next().catch((error: unknown) => {
      throw describeFormError(error)
    })
    if (next.done) return
    const part = next.value
    // A part without a name is nobody's.
    if (typeof part.fieldname === 'string') yield part
    else if (part.type === 'file') part.file.resume()
  }
}

function textOf({ fieldname, value }: MultipartValue, fingerprint: Hash): string {
  // A part that says it is JSON was parsed on the way.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  addTo(fingerprint, 'field', fieldname, text)
  return text
}

function checkLength(part: MultipartValue, text: string, most: number): void {
  const { fieldname: name, valueTruncated } = part
  const length = charactersIn(text)
  if (!valueTruncated && length <= most) return
  const counted = `${valueTruncated ? 'more than ' : ''}${length}`
  const msg = `${name} has ${counted} characters; at most ${most} are allowed.`
  throw new InvalidRequest([{ loc: ['body', name], msg, type: 'too_big' }])
}

/** Number of code points in NFC, without surrounding white space: the same from every keyboard. */
function charactersIn(text: string): number {
  return [...text.trim().normalize('NFC')].length
}

async function readFile(
  part: MultipartFile,
  fingerprint: Hash,
  receive: Receive,
  limit: Limit,
): Promise<void> {
  const fileName = cleanName(part.filename)
  addTo(fingerprint, 'file', part.fieldname, fileName ?? '')
  const content = createHash('sha256')
  let size = 0
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      // Whoever stops reading half-way must not end the whole form with it.
      for await (const chunk of part.file.iterator({ destroyOnReturn: false })) {
        size += chunk.length
        if (size > limit.most) throw tooLarge(part.fieldname, limit)
        content.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw describeFormError(error)
    }
  }
  await receive(part.fieldname, { fileName, bytes: { [Symbol.asyncIterator]: bytes } })
  // The rest of this part comes before the next part.
  if (!part.file.readableEnded) for await (const _ of bytes());
  addTo(fingerprint, content.digest('hex'))
}

/** Each text with its length before it, so that no two lists of texts look alike. */
function addTo(fingerprint: Hash, ...texts: readonly string[]): void {
  for (const text of texts) fingerprint.update(`${Buffer.byteLength(text)}:`).update(text)
}

/** The last part of what may be a path, without what nobody sees and halves of characters, short enough to store. */
function cleanName(fileName: string | undefined): string | undefined {
  const last =
    decoded(fileName ?? '')
      .split(/[/\\]/)
      .at(-1) ?? ''
  const written = last.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, '').toWellFormed()
  const clean = visibleName(written).trim()
  const cut = [...clean].slice(0, MAX_NAME_CHARACTERS).join('')
  return /^\.*$/.test(cut) ? undefined : cut
}

/** Programs write a name in percent signs where it has other characters than ASCII (RFC 7578, section 2), or quotes. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // A name that has a percent sign of its own.
    return name
  }
}

function tooLarge(name: string, { most, formSize, advice }: Limit): AppError {
  const whole = formSize === undefined ? '' : ` The whole form has ${figure(formSize)}.`
  return new AppError(
    'file/too-large',
    `The file "${name}" is larger than the ${figure(most)} allowed here.${whole}${advice === undefined ? '' : ` ${advice}`}`,
  )
}

function figure(bytes: number | string): string {
  return `${Number(bytes).toLocaleString('en')} bytes`
}

/** Failures of the form's reader, told by their codes; the rest are those of a body that is broken or cut. */
function describeFormError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'FST_PARTS_LIMIT')
    return new AppError(
      'request/too-large',
      `A form may have at most ${MAX_PARTS} parts; this one has more.`,
    )
  if (code === 'FST_PROTO_VIOLATION')
    return new AppError(
      'request/unreadable',
      'The form has a field with a name that is not allowed.',
    )
  const known = WORDS.find(([pattern]) => pattern.test(`${code} ${message}`))
  const detail = known?.[1] ?? `The form cannot be read (${clip(message)}).`
  return new AppError('request/unreadable', `${detail} Send the whole form again.`, error)
}

/** Codes of @fastify/multipart and messages of @fastify/busboy. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/Boundary not found/i, 'The header Content-Type of the form names no boundary.'],
  [/PREMATURE_CLOSE|Unexpected end|terminated early/i, 'The form ended before it was complete.'],
  [/INVALID_JSON_FIELD/, 'A field of the form is labelled as JSON, but is not JSON.'],
]
