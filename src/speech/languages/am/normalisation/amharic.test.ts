import { expect, it } from 'vitest'
import { normalise } from '#speech/text/normalise.ts'
import { splitSentences } from '#speech/text/sentences.ts'

it.each([
  ['ዶ/ር አብይ', 'ዶክተር አብይ'],
  ['የዶ/ር አብይ', 'የዶክተር አብይ'],
  ['ፕ/ር መስፍን', 'ፕሮፌሰር መስፍን'],
  ['ወ/ሮ አልማዝ', 'ወይዘሮ አልማዝ'],
  ['ወ/ሪት ሳራ', 'ወይዘሪት ሳራ'],
  ['ት/ቤት', 'ትምህርት ቤት'],
  ['በት/ቤቶች', 'በትምህርት ቤቶች'],
  ['የፍ/ቤቱን', 'የፍርድ ቤቱን'],
  ['መ/ቤት', 'መሥሪያ ቤት'],
  ['ጠ/ሚ አብይ', 'ጠቅላይ ሚኒስትር አብይ'],
  ['ጠ/ሚ/ሩ', 'ጠቅላይ ሚኒስትሩ'],
  ['ሚ/ር', 'ሚኒስትር'],
  ['ሆ/ል', 'ሆስፒታል'],
  ['ቦሌ ክ/ከተማ', 'ቦሌ ክፍለ ከተማ'],
  ['2016 ዓ/ም', 'ሁለት ሺህ አስራ ስድስት ዓመተ ምህረት'],
  ['ኃ/ማርያም', 'ኃይለ ማርያም'],
  ['ገ/መስቀል', 'ገብረ መስቀል'],
  ['ቅ/ጊዮርጊስ', 'ቅዱስ ጊዮርጊስ'],
  ['ም/ፕሬዚዳንት', 'ምክትል ፕሬዚዳንት'],
  ['ኮ/ል መንግሥቱ', 'ኮሎኔል መንግሥቱ'],
  ['በ2016 ዓ.ም። እሱ መጣ።', 'በሁለት ሺህ አስራ ስድስት ዓመተ ምህረት. እሱ መጣ.'],
  ['በ2016 ዓ.ም. መጣ።', 'በሁለት ሺህ አስራ ስድስት ዓመተ ምህረት መጣ.'],
  ['ዩ.ኤስ.ኤ', 'ዩኤስኤ'],
  ['በኤች.አይ.ቪ', 'በኤችአይቪ'],
  ['ኢ.ህ.አ.ዴ.ግ', 'ኢህአዴግ'],
  ['የኢ.ህ.አ.ዴ.ግ አባል', 'የኢህአዴግ አባል'],
  ['ወ.ዘ.ተ.', 'ወዘተ.'],
  ['ነው.እሱ', 'ነው. እሱ'],
  ['ወያኔ/ኢህአዴግ', 'ወያኔ ኢህአዴግ'],
  ['ሰላም፡ለዓለም።', 'ሰላም ለዓለም.'],
  ['ሰላም፡፡እንዴት ነህ፧', 'ሰላም. እንዴት ነህ?'],
  ['አንድ፣ ሁለት፤ ሦስት፥ አራት', 'አንድ, ሁለት; ሦስት: አራት'],
  ['ፎቶ፦ አበበ', 'ፎቶ: አበበ'],
  ['ምዕራፍ፨ ሁለት', 'ምዕራፍ. ሁለት'],
  ['«ሰላም» አለ።', 'ሰላም አለ.'],
  ['ዋጋው (ሁለት ብር) ነው።', 'ዋጋው, ሁለት ብር, ነው.'],
  ['የUSA ፕሬዚዳንት', 'የዩ ኤስ ኤ ፕሬዚዳንት'],
  ['USAን', 'ዩ ኤስ ኤን'],
  ['BBC እና CNN', 'ቢ ቢ ሲ እና ሲ ኤን ኤን'],
  ['በFacebook ጻፈ', 'በFacebook ጻፈ'],
  ['Windows 10', 'Windows አስር'],
  ['COVID-19', 'Covid አስራ ዘጠኝ'],
  ['UNESCO', 'Unesco'],
  ['ቫይታሚን C', 'ቫይታሚን ሲ'],
  ['info@griot.et', 'info at griot dot et'],
  ['www.fanabc.com', 'fanabc dot com'],
  ['#ኢትዮጵያ', 'ሃሽታግ ኢትዮጵያ'],
  ['ሀ) አንድ ነገር', 'ሀ, አንድ ነገር'],
  ['1/ መግቢያ', 'አንድ, መግቢያ'],
  ['አበበ & ከበደ', 'አበበ እና ከበደ'],
  ['10+5=15', 'አስር ሲደመር አምስት እኩል ነው አስራ አምስት'],
  ['3×4', 'ሦስት ሲባዛ በአራት'],
  ['№ 5', 'ቁጥር አምስት'],
  ['ሲ-17', 'ሲ አስራ ሰባት'],
  ['ኳስ ቋንቋ ጓደኛ ሷ ኰ ቍ', 'ኳስ ቋንቋ ጓደኛ ሷ ኰ ቍ'],
  ['Hello', 'Hello'],
  ['Привет ሰላም', 'ሰላም'],
  ['ሰላም 😀 ለሁሉም', 'ሰላም ለሁሉም'],
  ['አባ፟ት', 'አባ፟ት'],
  ['ሠላም', 'ሠላም'],
  ['ሰላም…', 'ሰላም'],
])('an Amharic newsreader reads %j as %j', (written, spoken) => {
  expect(normalise(written, 'am')).toBe(spoken)
})

it.each([
  ['400 figures', '7'.repeat(400)],
  ['ten thousand gemination marks', `ለ${'\u135f'.repeat(10_000)}`],
  ['20,000 letters without a space', 'በ'.repeat(20_000)],
  ['Ethiopic figures in no order', '፩፲፻፼'.repeat(5_000)],
  ['strokes without end', 'ወ/'.repeat(10_000)],
  ['stops without end', 'አ.'.repeat(10_000)],
  ['percent signs without end', '%5'.repeat(10_000)],
  ['clocks without end', '2:30:'.repeat(4_000)],
  ['figures glued to letters', 'አ1'.repeat(10_000)],
  ['currency signs without end', '$5'.repeat(10_000)],
])('%s are read to the end, and no figure or sign is left', (_, text) => {
  const spoken = normalise(text, 'am')
  expect(spoken).not.toBe('')
  expect(spoken).toMatch(/^[\p{L}\p{M}' \n.,;:?!—]+$/u)
})

it.each(['', '   ', '፡፡፡', '።', '😀', '\ud800', '\u135f', 'Привет'])(
  'text with nothing to say in Amharic %j is left empty',
  (text) => {
    expect(normalise(text, 'am')).toBe('')
  },
)

it('a long Amharic sentence is cut before a conjunction', () => {
  const clause = 'የአገሪቱ መሪዎች በከተማዋ ስለ ሰላም ለረጅም ጊዜ ተወያዩ'
  const long = [...Array(6).fill(clause), 'ምክንያቱም', ...Array(3).fill(clause)].join(' ')
  const pieces = splitSentences(long, 'am')
  expect(pieces.map(({ text }) => text.split(' ')[0])).toEqual(['የአገሪቱ', 'ምክንያቱም'])
})

it('the Ethiopic full stop ends a sentence, and so do two word spaces', () => {
  const sentences = splitSentences(normalise('ሰላም ነው። እንዴት ነህ፧ ደህና፡፡እኔም።', 'am'), 'am')
  expect(sentences.map(({ text, end }) => [text, end])).toEqual([
    ['ሰላም ነው.', 'statement'],
    ['እንዴት ነህ?', 'question'],
    ['ደህና.', 'statement'],
    ['እኔም.', 'statement'],
  ])
})
