import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Expectation } from './scores/contour-figures.ts'

/**
 * Two texts that share words and differ in what these words do: `plain`, as a statement has them, and `marked`. The words between
 * braces are compared.
 */
export interface ContourPair {
  readonly kind: string
  readonly expected: Expectation
  readonly plain: string
  readonly marked: string
}

/** What a listener is to hear of kinds that do not stand out. */
const EXPECTED: Readonly<Record<string, Expectation>> = {
  question: 'rises',
  'question with a word': 'does not rise',
  choice: 'rises',
  tag: 'rises',
  list: 'rises',
  'list, second': 'rises',
  'contrast, after': 'sinks',
  'news, last': 'closes',
  aside: 'sinks',
}

/** KIND: plain | marked. */
const TABLES: Readonly<Record<LanguageCode, string>> = {
  en: `
question: Mary bought a {melon}. | Mary bought a {melon}?
question with a word: Mary will go to {Lima}. | Why will Mary go to {Lima}?
choice: You want {melon} or honey. | Do you want {melon} or honey?
tag: You know {Mary}. | You know Mary, don't {you}?
exclamation: {Mary bought a melon}. | {Mary bought a melon}!
list: Mary bought a {melon}. | Mary bought a {melon}, a lemon, an onion and a banana.
list, second: Mary bought a {lemon}. | Mary bought a melon, a {lemon}, an onion and a banana.
contrast: Mary bought a {melon} in Lima. | Mary bought not a lemon but a {melon} in Lima.
contrast, after: Mary bought a melon {in Lima}. | Mary bought not a lemon but a melon {in Lima}.
rather than: Mary bought a {melon} in Lima. | Mary bought a {melon} rather than a lemon in Lima.
focus: {Mary} bought a melon. | It was {Mary} who bought a melon.
news, first: {Mary bought} a melon. | {Mary bought} a melon. Lola sold a lemon. Emily ate the onion.
news, last: Emily ate the {onion}. | Mary bought a melon. Lola sold a lemon. Emily ate the {onion}.
aside: Mary, {the mayor of Lima}, bought a melon. | Mary ({the mayor of Lima}) bought a melon.
quoted: Mary said, {we will leave now}, and went. | Mary said, “{we will leave now}”, and went.
emphasis: Mary bought a {melon} in Lima. | Mary bought a [emphasis]{melon}[/emphasis] in Lima.`,
  pcm: `
question: Mary don buy {melon}. | Mary don buy {melon}?
choice: You want {melon} or honey. | You want {melon} or honey?
tag: You know {Mary}. | You know Mary, {abi}?
exclamation: {Mary don buy melon}. | {Mary don buy melon}!
list: Mary don buy {melon}. | Mary don buy {melon}, lemon, onion and banana.
list, second: Mary don buy {lemon}. | Mary don buy melon, {lemon}, onion and banana.
contrast: Mary buy {melon} for Lima. | Mary no buy lemon, na {melon} she buy for Lima.
no be, na: Mary buy {melon} for Lima. | No be lemon Mary buy, na {melon}, for Lima.
focus: {Mary} buy melon. | Na {Mary} buy melon.
news, first: {Mary don} buy melon. | {Mary don} buy melon. Lola don sell lemon. Emily don chop onion.
news, last: Emily don chop {onion}. | Mary don buy melon. Lola don sell lemon. Emily don chop {onion}.
aside: Mary, {the mayor of Lima}, don buy melon. | Mary ({the mayor of Lima}) don buy melon.
quoted: Mary talk, {we go leave now}, and waka. | Mary talk, “{we go leave now}”, and waka.
emphasis: Mary buy {melon} for Lima. | Mary buy [emphasis]{melon}[/emphasis] for Lima.`,
  yo: `
question: Adé ra {ọgẹ̀dẹ̀}. | Adé ra {ọgẹ̀dẹ̀}?
choice: O fẹ́ {iyán} tàbí ẹ̀bà. | Ṣé o fẹ́ {iyán} tàbí ẹ̀bà?
exclamation: {Adé ra ọgẹ̀dẹ̀}. | {Adé ra ọgẹ̀dẹ̀}!
list: Adé ra {ọgẹ̀dẹ̀}. | Adé ra {ọgẹ̀dẹ̀}, ẹ̀wà, àgbàdo àti iyán.
list, second: Adé ra {ẹ̀wà}. | Adé ra ọgẹ̀dẹ̀, {ẹ̀wà}, àgbàdo àti iyán.
contrast: Adé ra {ọgẹ̀dẹ̀} ní Èkó. | Kì í ṣe iyán, {ọgẹ̀dẹ̀} ni Adé rà ní Èkó.
focus: {Adé} ra ọgẹ̀dẹ̀. | {Adé} ni ó ra ọgẹ̀dẹ̀.
news, first: {Adé ra} ọgẹ̀dẹ̀. | {Adé ra} ọgẹ̀dẹ̀. Ọlá ra àgbàdo. Bọ́lá lọ sí Èkó.
news, last: Bọ́lá lọ sí {Èkó}. | Adé ra ọgẹ̀dẹ̀. Ọlá ra àgbàdo. Bọ́lá lọ sí {Èkó}.
aside: Adé, {ọmọ Ọlá}, ra ọgẹ̀dẹ̀. | Adé ({ọmọ Ọlá}) ra ọgẹ̀dẹ̀.
quoted: Adé ní, {mo ń lọ sí Èkó}, ó sì lọ. | Adé ní, “{mo ń lọ sí Èkó}”, ó sì lọ.
emphasis: Adé ra {ọgẹ̀dẹ̀} ní Èkó. | Adé ra [emphasis]{ọgẹ̀dẹ̀}[/emphasis] ní Èkó.`,
  ha: `
question: Audu ya sayi {ayaba}. | Audu ya sayi {ayaba}?
choice: Kana son {doya} ko ayaba. | Kana son {doya} ko ayaba?
exclamation: {Audu ya sayi ayaba}. | {Audu ya sayi ayaba}!
list: Audu ya sayi {ayaba}. | Audu ya sayi {ayaba}, doya, nama da madara.
list, second: Audu ya sayi {doya}. | Audu ya sayi ayaba, {doya}, nama da madara.
contrast: Audu ya sayi {ayaba} a Abuja. | Ba doya ba, {ayaba} ce Audu ya saya a Abuja.
focus: {Audu} ya sayi ayaba. | {Audu} ne ya sayi ayaba.
news, first: {Audu ya} sayi ayaba. | {Audu ya} sayi ayaba. Lawal ya sayi doya. Maryam ta ga madara.
news, last: Maryam ta ga {madara}. | Audu ya sayi ayaba. Lawal ya sayi doya. Maryam ta ga {madara}.
aside: Audu, {yayan Lawal}, ya sayi ayaba. | Audu ({yayan Lawal}) ya sayi ayaba.
quoted: Audu ya ce, {muna nan yanzu}, ya yi dariya. | Audu ya ce, “{muna nan yanzu}”, ya yi dariya.
emphasis: Audu ya sayi {ayaba} a Abuja. | Audu ya sayi [emphasis]{ayaba}[/emphasis] a Abuja.`,
  ig: `
question: Ada zụrụ {unere}. | Ada zụrụ {unere}?
choice: Ị na-eri {unere} ma ọ bụ oroma. | Ị na-eri {unere} ka ọ bụ oroma?
exclamation: {Ada zụrụ unere}. | {Ada zụrụ unere}!
list: Ada zụrụ {unere}. | Ada zụrụ {unere}, mmanụ, anụ na oroma.
list, second: Ada zụrụ {mmanụ}. | Ada zụrụ unere, {mmanụ}, anụ na oroma.
contrast: Ada zụrụ {unere} n'Aba. | Ọ bụghị anụ kama ọ bụ {unere} ka Ada zụrụ n'Aba.
focus: {Ada} zụrụ unere. | Ọ bụ {Ada} zụrụ unere.
news, first: {Ada zụrụ} unere. | {Ada zụrụ} unere. Eze rere anụ. Ngozi gara Aba.
news, last: Ngozi gara {Aba}. | Ada zụrụ unere. Eze rere anụ. Ngozi gara {Aba}.
aside: Ada, {nwa Eze}, zụrụ unere. | Ada ({nwa Eze}) zụrụ unere.
quoted: Ada sị, {m na-aga Aba}, wee pụọ. | Ada sị, “{m na-aga Aba}”, wee pụọ.
emphasis: Ada zụrụ {unere} n'Aba. | Ada zụrụ [emphasis]{unere}[/emphasis] n'Aba.`,
  am: `
question: አልማዝ ሎሚ {ገዛች}. | አልማዝ ሎሚ {ገዛች}?
choice: {ሎሚ} ወይም ማር ትወዳለህ. | {ሎሚ} ወይስ ማር ትወዳለህ?
exclamation: {አልማዝ ሎሚ ገዛች}. | {አልማዝ ሎሚ ገዛች}!
list: አልማዝ የምትወደው {ሎሚ}. | አልማዝ የምትወደው {ሎሚ}፣ ማንጎ፣ ወይን እና ማር.
list, second: አልማዝ የምትወደው {ማንጎ}. | አልማዝ የምትወደው ሎሚ፣ {ማንጎ}፣ ወይን እና ማር.
contrast: አልማዝ {ሎሚ} ገዛች. | አልማዝ ማንጎ ሳይሆን {ሎሚ} ገዛች.
focus: ይህ {ሎሚ} ነው. | ይህ {ሎሚ} እንጂ ማንጎ አይደለም.
news, first: {አልማዝ ሎሚ} ገዛች. | {አልማዝ ሎሚ} ገዛች. አበበ ማንጎ ገዛ. ሙሉ ወደ ደብረ ማርቆስ ሄደች.
news, last: ሙሉ ማር {ወደደች}. | አልማዝ ሎሚ ገዛች. አበበ ማንጎ ገዛ. ሙሉ ማር {ወደደች}.
aside: አልማዝ፣ {የአበበ እናት}፣ ሎሚ ገዛች. | አልማዝ ({የአበበ እናት}) ሎሚ ገዛች.
quoted: አልማዝ፣ {ነገ እንመጣለን}፣ አለች. | አልማዝ፣ “{ነገ እንመጣለን}”፣ አለች.
emphasis: አልማዝ {ሎሚ} ገዛች. | አልማዝ [emphasis]{ሎሚ}[/emphasis] ገዛች.`,
}

/** The pairs of a language, at least one of each kind of contour. */
export function contourPairs(language: LanguageCode): readonly ContourPair[] {
  return TABLES[language]
    .trim()
    .split('\n')
    .map((row) => {
      const [kind = '', texts = ''] = row.split(/: (.*)/, 2)
      const [plain = '', marked = ''] = texts.split(' | ')
      return { kind, expected: EXPECTED[kind] ?? 'stands out', plain, marked }
    })
}
