import { isIP } from 'node:net'
import { AppError } from '#shared/errors.ts'
import { isPublicAddress } from './public-address.ts'

const MAX_CHARACTERS = 2_048

/**
 * The URL of a link that may be fetched for a stranger: https, the usual port, no name and password, and no address
 * that is not public. The host's name is yet to be resolved. Throws AppError('transcribe/source').
 */
export function checkUrl(link: string): URL {
  if (link.length > MAX_CHARACTERS)
    throw refused(`The link is longer than ${MAX_CHARACTERS} characters.`)
  // The parser of the WHATWG writes addresses in octal, hexadecimal or one number as four numbers.
  const url = URL.parse(link.trim())
  if (!url) throw refused('The link cannot be read.')
  if (url.protocol !== 'https:') throw refused('The link does not begin with https://.')
  if (url.username !== '' || url.password !== '')
    throw refused('The link contains a user name or a password.')
  if (url.port !== '') throw refused('The link names a port; only 443, the usual one, is used.')
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw refused('The link leads to an address that is not on the public internet.')
  return url
}

/** The name or address a URL names, IPv6 without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** AppError('transcribe/source') that says `why`, a sentence, and what kind of link to give. */
export function refused(why: string, cause?: unknown): AppError {
  const rule = 'Give a link to a sound file that anybody on the internet can open over https.'
  return new AppError('transcribe/source', `${why} ${rule}`, cause)
}
