const DECADE = /(?<![\p{L}\p{M}\d.,])((?:1\d|20)\d0)'?s(?![\p{L}\p{M}\d])/gu

/** Decades as English writes them, without an s that other languages do not say: "1990s" → 1990. */
export function nameDecades(text: string): string {
  return text.replace(DECADE, '$1')
}
