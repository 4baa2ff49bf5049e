/** What the header Content-Range says (RFC 9110, section 14.4). */
export interface ContentRange {
  /** Undefined where no range could be sent: `bytes *\/1234`. */
  readonly start: number | undefined
  readonly end: number | undefined
  /** Size of the whole file; undefined where the server does not know it. */
  readonly total: number | undefined
}

/** Parses the header; undefined where it makes no sense. */
export function parseContentRange(text: string | undefined): ContentRange | undefined {
  const [, from, to, of] =
    /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i.exec(text ?? '') ?? []
  if (of === undefined) return undefined
  const [start, end] = from === undefined ? [undefined, undefined] : [Number(from), Number(to)]
  const total = of === '*' ? undefined : Number(of)
  if (start === undefined || end === undefined)
    return total === undefined ? undefined : { start, end, total }
  const isSound = start <= end && (total === undefined || end < total)
  return isSound ? { start, end, total } : undefined
}
