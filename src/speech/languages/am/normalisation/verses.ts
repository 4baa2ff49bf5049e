import { verseReader } from '#speech/languages/common/verses.ts'
import { cardinal } from './number-words.ts'

/** Books of the Amharic Bible, in the spellings that are met; left out: names that are everyday words (ሥራ, ምሳሌ). */
const BOOKS =
  'ዘፍጥረት|ኦሪት ዘፍጥረት|ዘጸአት|ዘፀአት|ዘሌዋውያን|ዘኍልቍ|ዘኁልቁ|ዘዳግም|ኢያሱ|መሳፍንት|ሩት|ሳሙኤል|ነገሥት|ነገስት|ዜና መዋዕል|ዕዝራ|ነህምያ|አስቴር|ኢዮብ|መክብብ|ኢሳይያስ|ኤርምያስ|ሕዝቅኤል|ዳንኤል|ሆሴዕ|ኢዩኤል|አሞጽ|አብድዩ|ዮናስ|ሚክያስ|ናሆም|ዕንባቆም|ሶፎንያስ|ሐጌ|ዘካርያስ|ሚልክያስ|ማቴዎስ|ማቴ|ማርቆስ|ሉቃስ|ሉቃ|ዮሐንስ|ዮሐ|የሐዋርያት ሥራ|ሮሜ|ቆሮንቶስ|ገላትያ|ኤፌሶን|ፊልጵስዩስ|ቆላስይስ|ተሰሎንቄ|ጢሞቴዎስ|ቲቶ|ፊልሞና|ዕብራውያን|ያዕቆብ|ጴጥሮስ|ይሁዳ|ራእይ|ራዕይ|ቁርአን'

/** Chapter and verse: "ዮሐንስ 3:16" → ዮሐንስ ምዕራፍ ሦስት ቁጥር አስራ ስድስት. */
export const readVerses = verseReader({
  books: BOOKS.split('|'),
  chapterWords: { ምዕራፍ: cardinal, መዝሙር: cardinal, 'መዝሙረ ዳዊት': cardinal, ሱራ: cardinal },
  chapter: (number) => `ምዕራፍ ${cardinal(number)}`,
  verse: (number) => `ቁጥር ${cardinal(number)}`,
  lastVerse: (number) => `እስከ ${cardinal(number)}`,
  times: 'ሰዓት|ላይ|ደቂቃ',
})
