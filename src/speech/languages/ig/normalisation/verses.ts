import type { NumberStyle } from '#shared/script.ts'
import { verseReader } from '#speech/languages/common/verses.ts'
import { cardinal } from './number-words.ts'

/** Books of the Igbo Bible (Baịbụl Nsọ), and their spellings without dots. */
const BOOKS =
  'Jenesis|Ọpụpụ|Levitikọs|Ọnụ Ọgụgụ|Ọnụọgụgụ|Diuterọnọmi|Joshua|Jọshụa|Ndị Ikpe|Rut|Samuel|Samuẹl|Ndị Eze|Ihe E Mere|Ezra|Nehemaya|Esta|Job|Ilu|Eklisiastis|Aịzaya|Aisaia|Jeremaya|Jeremaia|Izikiel|Daniel|Hosea|Joel|Emọs|Amọs|Obadaia|Jona|Maịka|Nehum|Habakọk|Zefanaya|Hagai|Zekaraya|Malakaị|Matiu|Matiw|Mak|Luk|Jọn|Jon|Ọrụ Ndị Ozi|Ndị Rom|Rom|Ndị Kọrint|Kọrint|Ndị Galetia|Galetia|Ndị Efesọs|Efesọs|Filipaị|Kọlọsi|Tesalonaịka|Timoti|Taịtọs|Filimọn|Hibru|Jemes|Jems|Pita|Jud|Mkpughe'

/** Chapter and verse: "Jọn 3:16" → Jọn isi atọ, amaokwu iri na isii. */
export function readVerses(text: string, numbers: NumberStyle): string {
  const number = (digits: string): string => cardinal(digits, numbers)
  return verseReader({
    books: BOOKS.split('|'),
    chapterWords: { isi: number, 'isi nke': number, 'abụ ọma': number },
    chapter: (digits) => `isi ${number(digits)}`,
    verse: (digits) => `amaokwu ${number(digits)}`,
    lastVerse: (digits) => `ruo ${number(digits)}`,
    times: 'nke (?:ụtụtụ|ehihie|mgbede|abalị)',
  })(text)
}
