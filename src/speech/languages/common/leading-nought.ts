const POINT_FIRST = /(?<![\p{L}\p{M}\d.,:/)])\.(?=\d)/gu

/** Decimals with the nought that was left out: ".5" → 0.5. */
export function addLeadingNought(text: string): string {
  return text.replace(POINT_FIRST, '0.')
}
