import { AppError } from '#shared/errors.ts'

/** Longest key, in bytes of UTF-8: S3 takes 1,024 with the prefix of the store. */
const MAX_KEY_BYTES = 800
/** Longest name between two slashes, in bytes of UTF-8: file systems take 255 with the endings that Griot adds. */
const MAX_NAME_BYTES = 200
/** Names with which Windows opens a device, whatever follows a dot (docs: "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i
/** Ending of an unfinished file beside the whole one. */
const PART = /\.[\da-f]{16}\.part$/

/**
 * Throws AppError('request/invalid') where `key` is no key that folders of every system and S3 can hold: names with slashes between
 * them, in Unicode's composed form (NFC), none of which begins with a dot.
 */
export function checkKey(key: string): void {
  const names = key.split('/')
  const problem =
    (key === '' ? 'it is empty' : problemOf(key)) ??
    names.map((name) => (name === '' ? 'it has an empty name' : problemOfName(name))).find(Boolean)
  if (problem !== undefined) throw invalid(key, problem)
}

/** Throws AppError('request/invalid') where no key can begin with `prefix`. */
export function checkPrefix(prefix: string): void {
  const names = prefix.split('/')
  const last = names.pop() ?? ''
  const problem =
    problemOf(prefix) ??
    names
      .map((name) => (name === '' ? 'it has an empty name' : problemOfName(name)))
      .find(Boolean) ??
    problemOfStart(last)
  if (problem !== undefined) throw invalid(prefix, problem)
}

function problemOf(text: string): string | undefined {
  if (!text.isWellFormed()) return 'it is not Unicode text'
  if (text.normalize('NFC') !== text) return 'it is not in the composed form of Unicode (NFC)'
  if (Buffer.byteLength(text) > MAX_KEY_BYTES) return `it is longer than ${MAX_KEY_BYTES} bytes`
  return undefined
}

function problemOfName(name: string): string | undefined {
  if (/[. ]$/.test(name)) return 'a name in it ends with a dot or a space'
  if (DEVICE.test(name)) return 'a name in it is the name of a device on Windows'
  if (PART.test(name)) return 'it ends like an unfinished file'
  return problemOfStart(name)
}

function problemOfStart(name: string): string | undefined {
  if (name.startsWith('.')) return 'a name in it begins with a dot'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f<>:"|?*\\]/.test(name))
    return 'it has a character that Windows allows in no file name'
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    return `a name in it is longer than ${MAX_NAME_BYTES} bytes`
  return undefined
}

function invalid(key: string, problem: string): AppError {
  const shown = JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key)
  return new AppError('request/invalid', `Nothing can be stored under ${shown}: ${problem}.`)
}
