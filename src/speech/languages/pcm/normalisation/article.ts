const HELD = '\ue211'
const WRITTEN = /(?<!\p{L})(?:the|The)(?!\p{L})/gu
const ADDED = new RegExp(`(?<!\\p{L})the(?![\\p{L}${HELD}])`, 'gu')

/** The same step, in which the article it adds is "di": "5 May" → di fifth of May. What a person wrote stays. */
export function withArticle(step: (text: string) => string): (text: string) => string {
  return (text) =>
    step(text.replace(WRITTEN, (article) => `${article}${HELD}`))
      .replace(ADDED, 'di')
      .replaceAll(HELD, '')
}
