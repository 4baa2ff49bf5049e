const UUID =
  /^(?:urn:uuid:)?\{?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})\}?$/i

/**
 * A UUID of any version and variant, in the ways in which programs write them (RFC 9562, sections 4 and 5), in small letters and with
 * hyphens; undefined for any other text.
 */
export function uuidIn(text: string): string | undefined {
  const parts = UUID.exec(text.trim())?.slice(1)
  return parts?.join('-').toLowerCase()
}
