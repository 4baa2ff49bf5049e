import { bare } from './bare.ts'
import type { Figures } from './figures.ts'

const VERSE = /([\p{L}\p{M}]{2,20}) (\d{1,3}):(\d{1,3})(?: ?[-–] ?(\d{1,3}))?(?![\d:])/gu
const CHAPTER =
  /(?<=(?<![\p{L}\p{M}])(?:orí|ori|Orí|Ori|ẹsẹ|Ẹsẹ|abala|Abala|apá|Apá|Sáàmù|Orin Dáfídì) )(\d{1,3})(?: ?[-–] ?(\d{1,3}))?(?![\d.,:]\d|\d)/gu
const BOOKS =
  /^(?:jenesisi|gene?sisi|eksodu|ekisodu|lefitiku|numeri|deuteronomi|josua|onidajo|rutu|samueli|oba|kronika|esra|nehemaya|esteri|jobu|saamu|orin|owe|oniwaasu|isaya|aisaya|jeremaya|esekieli|danieli|hosea|joeli|amosi|jona|mika|matiu|matteu|maaku|marku|luuku|luku|johanu|johannu|ise|romu|roomu|korinti|galatia|efesu|filipi|kolose|tesalonika|tessalonika|timotiu|titu|heberu|jakobu|peteru|juuda|ifihan|kurani|sura)$/

/** Verses and chapters are ordinals: "Jòhánù 3:16" → Jòhánù orí kẹta, ẹsẹ kẹrìndínlógún. Before times: both have a colon. */
export function readVerses(text: string, figures: Figures): string {
  const ordinal = (digits: string): string => figures.whole(digits, 'ordinal')
  return text
    .replace(
      VERSE,
      (match: string, book: string, chapter: string, verse: string, last?: string) => {
        const key = bare(book)
        if (key !== 'ori' && !BOOKS.test(key)) return match
        const to = last ? ` sí ${ordinal(last)}` : ''
        const place = key === 'ori' ? book : `${book} orí`
        return `${place} ${ordinal(chapter)}, ẹsẹ ${ordinal(verse)}${to}`
      },
    )
    .replace(CHAPTER, (_, first: string, last?: string) => {
      return last ? `${ordinal(first)} sí ${ordinal(last)}` : ordinal(first)
    })
}
