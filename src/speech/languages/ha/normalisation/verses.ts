import { verseReader } from '#speech/languages/common/verses.ts'
import type { Counting } from './counting.ts'

/** Books of the Hausa Bible (Littafi Mai Tsarki), and words for the chapters of the Koran. */
const BOOKS =
  "Farawa|Fitowa|Firistoci|Ƙidaya|Kidaya|Maimaitawar Shari'a|Yoshuwa|Mahukunta|Mahukunci|Rut|Sama'ila|Sarakuna|Tarihi|Ezra|Nehemiya|Esta|Ayuba|Karin Magana|Mai Hadishi|Ishaya|Irmiya|Ezekiyel|Daniyel|Yusha'u|Yowel|Obadiya|Yunana|Mika|Nahum|Habakuk|Zafaniya|Haggai|Zakariya|Malakai|Matiyu|Matta|Markus|Luka|Yohanna|Ayyukan Manzanni|Romawa|Korintiyawa|Galatiyawa|Afisawa|Filibiyawa|Kolosiyawa|Tasalonikawa|Timoti|Titus|Filimon|Ibraniyawa|Yakubu|Bitrus|Yahuza|Ru'uya|Wahayin Yahaya|Bakara"

/** Chapter and verse: "Yohanna 3:16" → Yohanna babi na uku, aya ta goma sha shida. */
export function readVerses(text: string, { cardinal }: Counting): string {
  return verseReader({
    books: BOOKS.split('|'),
    chapterWords: {
      babi: (number) => `na ${cardinal(number)}`,
      sura: (number) => `ta ${cardinal(number)}`,
      zabura: (number) => `ta ${cardinal(number)}`,
      surah: (number) => `ta ${cardinal(number)}`,
    },
    chapter: (number) => `babi na ${cardinal(number)}`,
    verse: (number) => `aya ta ${cardinal(number)}`,
    lastVerse: (number) => `zuwa ta ${cardinal(number)}`,
    times: 'na (?:safe|rana|yamma|dare|asuba)',
  })(text)
}
