import { z } from 'zod'
import { clip } from '#server/http/errors.ts'
import { NUMBER_STYLES } from '#shared/script.ts'

/** Field for the style in which figures are counted; undefined where it is left out or null: as is usual in the language. */
export function numbersField() {
  return z
    .enum(NUMBER_STYLES, {
      error: ({ input }) => {
        const given = typeof input === 'string' ? clip(input) : `a ${typeof input}`
        return `numbers must be one of ${NUMBER_STYLES.join(', ')}; it is ${given}.`
      },
    })
    .nullish()
    .transform((style) => style ?? undefined)
    .meta({
      description:
        'How figures are counted. Left out: as newspapers in the language do. traditional: by scores in Yoruba, by twenties in Igbo, with the older form of sixty in Amharic. commas: in Igbo with a break between thousands, hundreds and the rest. english: in English, in Hausa, Igbo and Yoruba. A style that the language does not have changes nothing.',
    })
}
