import { LANGUAGES } from '#shared/languages/languages.ts'

/** A part of a text that is not translated; `end` is behind its last UTF-16 unit. */
export interface ProtectedSpan {
  readonly start: number
  readonly end: number
}

/** The first of the characters that stand for spans, and how many there are of them. */
const FIRST_MASK = 0xe000
export const MAX_MASKS = 256

const CODES = LANGUAGES.map(({ code }) => code).join('|')
/** Speech markup, as docs/markup.md has it; what is in another language, spelled or fixed stays as it is. */
const MARKUP = [
  String.raw`\\\[`,
  String.raw`\[(?<span>${CODES}|spell)\][^]{0,2000}?\[/\k<span>\]`,
  String.raw`\[/?(?:${CODES}|spell|emphasis)\]`,
  String.raw`\[(?:pause|say|ipa)(?![\p{L}\p{M}])[^[\]]{0,1000}\]`,
].join('|')
/** Comments, tags of HTML and SSML, and characters by name or number. */
const TAG = String.raw`<!--[^]{0,2000}?-->|</?[a-z!?][^<>]{0,2000}>|&(?:[a-z][a-z\d]{1,20}|#\d{1,7}|#x[\da-f]{1,6});`
/** Fields of templates: {name}, {{ name }}, ${name}, %(name)s, %1$s, %s, %.2f. */
const FIELD = [
  String.raw`\$?\{\{?\s{0,5}[\p{L}\d_.:$-]{0,100}\s{0,5}\}?\}`,
  String.raw`%\([\w.]{1,100}\)[#0 +-]{0,5}\d{0,4}(?:\.\d{1,4})?[sdifgxeoc]`,
  String.raw`%(?:\d{1,3}\$)?[0+-]{0,3}\d{0,4}(?:\.\d{1,4})?[sdifgxeoc](?![\p{L}\p{M}\d])`,
].join('|')
const ADDRESS = [
  String.raw`(?:https?|ftp)://[^\s<>"”’]{1,2000}`,
  String.raw`(?<![\p{L}\p{N}])www\.[^\s<>"”’]{1,2000}`,
  String.raw`(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}`,
  String.raw`(?<![\p{L}\p{N}._-])(?:[a-z\d-]{1,63}\.){1,8}(?:com|org|net|edu|gov|info|io|ng|et|uk)(?![\p{L}\p{M}\p{N}.])(?:/[^\s<>"”’]{0,2000})?`,
  String.raw`(?<![\p{L}\p{N}])[#@][\p{L}_][\p{L}\p{M}\p{N}_]{0,100}`,
].join('|')
const UNIT = String.raw`(?:[kcmµn]?[gml]|[kMG]?W|[KMGT]i?B|[kM]?Hz|k?cal|ha|k?V|kWh|k?Pa|mAh|°[CF]?|[ap]\.?m\.?|km/h|m/s|m²|m³|km²)`
const CURRENCY = String.raw`(?:[$€£¥₦₵₣]|\b(?:USD|EUR|GBP|NGN|ETB|Br)\s?)`
/** Figures with what belongs to them: ₦5,000.50, 10:30, 2024-05-01, 3.5 %, 25 kg, 1st, B12, H2O; and 2016 in በ2016. */
const FIGURE = String.raw`(?<!\p{N}|(?!\p{Script=Ethiopic})[\p{L}\p{M}])(?:${CURRENCY}|[a-z]{1,3})?[+−-]?\p{Nd}(?:[\p{Nd}.,:/’'–-]{0,40}\p{Nd})?(?:\s?[%‰€]|[a-z]{1,3}(?![\p{L}\p{M}])|\s?${UNIT}(?![\p{L}\p{M}\p{N}]))?`
const PICTURE = String.raw`(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}\u20E3\uFE0F\u200D])+`
/** Characters that no provider can be trusted with: controls but for line ends and tabs, private use, half characters. */
const STRANGE = String.raw`(?:(?![\t\n\r\v\f\u0085])[\p{Cc}\p{Co}\p{Cs}\uFFFE\uFEFF\u2066-\u2069\u202A-\u202E])+`

const SPAN = new RegExp([MARKUP, TAG, FIELD, ADDRESS, PICTURE, FIGURE, STRANGE].join('|'), 'giu')
/** What may stand between two spans that become one. */
const BETWEEN = /^[^\p{L}\p{M}\p{N}\n\r.!?…።፧]{0,3}$/u
/** Marks at the end of an address belong to the sentence. */
const TRAILING = /[.,;:!?)\]]+$/
const IS_ADDRESS = /^(?:https?:|ftp:|www\.)/i

/**
 * Parts of a text that survive translation unchanged, in order: speech markup with what it gives to another language,
 * tags, template fields, addresses, figures with their units, pictures, control characters. Neighbours are one span.
 */
export function protectedSpans(text: string): readonly ProtectedSpan[] {
  const spans: ProtectedSpan[] = []
  for (const match of text.matchAll(SPAN)) {
    const start = match.index
    const matched = match[0]
    const length = IS_ADDRESS.test(matched) ? matched.replace(TRAILING, '').length : matched.length
    const end = start + length
    const last = spans.at(-1)
    if (last && BETWEEN.test(text.slice(last.end, start)))
      spans[spans.length - 1] = { start: last.start, end }
    else spans.push({ start, end })
  }
  return spans
}

/** A text whose spans are one character each. */
export interface MaskedText {
  readonly text: string
  /** What the masks stand for, in order. */
  readonly spans: readonly string[]
}

/**
 * Masks the spans that lie within a stretch of a text, the first as number `first`; what would come after number 255
 * stays as it is.
 */
export function maskRange(
  text: string,
  spans: readonly ProtectedSpan[],
  { start, end }: ProtectedSpan,
  first = 0,
): MaskedText {
  const inside = spans
    .filter((span) => span.start >= start && span.end <= end)
    .slice(0, MAX_MASKS - first)
  let masked = ''
  let done = start
  for (const [index, span] of inside.entries()) {
    masked += text.slice(done, span.start) + maskOf(first + index)
    done = span.end
  }
  return {
    text: masked + text.slice(done, end),
    spans: inside.map((span) => text.slice(span.start, span.end)),
  }
}

/** The words of a text: each protected span is a space. */
export function withoutSpans(text: string): string {
  let words = ''
  let done = 0
  for (const { start, end } of protectedSpans(text)) {
    words += `${text.slice(done, start)} `
    done = end
  }
  return words + text.slice(done)
}

/** What of a span is no text: markup, tags, fields and addresses. */
const IS_CODE = /[[\]<>{}@#&\\]|\/\/|www\.|%[(\d.$]*[sdf]/u

/** The words and figures of a text: markup, tags, fields and addresses are spaces. */
export function withoutCode(text: string): string {
  let kept = ''
  let done = 0
  for (const { start, end } of protectedSpans(text)) {
    const span = text.slice(start, end)
    kept += text.slice(done, start) + (IS_CODE.test(span) ? ' ' : span)
    done = end
  }
  return kept + text.slice(done)
}

/** The character that stands for the span of this number. */
export function maskOf(index: number): string {
  return String.fromCharCode(FIRST_MASK + index)
}

const MASK = /[\uE000-\uE0FF]/g

/** Numbers of the spans whose characters are in a text, in order. */
export function masksIn(text: string): readonly number[] {
  return Array.from(text.matchAll(MASK), ([mask]) => numberOf(mask))
}

function numberOf(mask: string): number {
  return mask.charCodeAt(0) - FIRST_MASK
}

/** A text without the characters that stand for spans, for those who look at its words alone. */
export function withoutMasks(text: string): string {
  return text.replace(MASK, ' ')
}

/**
 * Puts a provider's answer right: each mask of `source` exactly once, and no other one. Of a repeated one the first stays; a
 * lost one comes behind the mask that was before it, else, by its place in `source`, between two words of the answer.
 */
export function repairMasks(source: string, answer: string): string {
  const wanted = masksIn(source)
  const left = new Set(wanted)
  let repaired = answer.replace(MASK, (mask) => (left.delete(numberOf(mask)) ? mask : ''))
  for (const [place, index] of wanted.entries())
    if (left.has(index)) repaired = inserted(source, repaired, index, wanted[place - 1])
  return repaired
}

function inserted(
  source: string,
  answer: string,
  index: number,
  previous: number | undefined,
): string {
  const mask = maskOf(index)
  const place = source.indexOf(mask)
  const before = source.slice(0, place)
  const after = source.slice(place + 1)
  // Spaces around it as in the source.
  const [left, right] = [/\s$/.test(before) ? ' ' : '', /^\s/.test(after) ? ' ' : '']
  if (before.trim() === '') return `${mask}${right}${answer}`
  if (!/[\p{L}\p{N}]/u.test(withoutMasks(after))) return atEnd(answer, `${left}${mask}`)
  const share = place / Math.max(1, source.length - 1)
  const at =
    previous === undefined
      ? wordBreakNear(answer, Math.round(share * answer.length))
      : answer.indexOf(maskOf(previous)) + 1
  return `${answer.slice(0, at).trimEnd()}${left || ' '}${mask}${right || ' '}${answer.slice(at).trimStart()}`
}

/** Before the marks that end a sentence. */
function atEnd(answer: string, piece: string): string {
  const [marks = ''] = /[.!?…።፧]*\s*$/u.exec(answer) ?? []
  return `${answer.slice(0, answer.length - marks.length).trimEnd()}${piece}${marks}`
}

function wordBreakNear(text: string, near: number): number {
  const breaks = Array.from(text.matchAll(/\s+/g), ({ index }) => index)
  let best = text.length
  for (const at of breaks) if (Math.abs(at - near) < Math.abs(best - near)) best = at
  return best
}

/** Replaces each character that stands for a span by the span. */
export function unmask(text: string, spans: readonly string[]): string {
  return text.replace(MASK, (mask) => spans[numberOf(mask)] ?? '')
}
