import { anyCase } from '#speech/languages/common/any-case.ts'
import { cardinal, ordinal, year } from './number-words.ts'

const VALUES: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
}
const VALID = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
const NUMERAL = '([IVXLC]{1,9})'

const COUNTED =
  'World War|War|Chapter|Part|Act|Scene|Volume|Vol|Book|Phase|Type|Class|Section|Article|Grade|Level|Stage|Apollo|Bowl|Rocky|Mark|Title|Vatican|Fantasy|Episode|Season|Appendix|Schedule|Figure|Table|Unit|Module|Lesson|Form|Step|Category|Group|Division|Round|Tier|Zone|Clause|Annex|Form|Psalm|Canto|Day|Paragraph|Year|Exhibit|Item|Question|Republic|Lagos|Ikoyi|Lekki Phase|Maitama|Surulere|Batch|Plan|Quarter|Cohort|Army|Corps|Player|Generation|Mk|Sonata|Symphony|Concerto|Opus|Element|Block|Tome|Sector|Region|Number|Area|Bed|Ward|Ring|Line'
const AFTER_COUNTED = new RegExp(
  `(?<=(?<!\\p{L})${anyCase(COUNTED)}\\.? )${NUMERAL}(?![\\p{L}'\\d]|-\\d)`,
  'gu',
)
/** "Parts I and II", "Chapters IV-VI", "Acts I, II and III": two or more of one kind. */
const SEVERAL_COUNTED = new RegExp(
  `(?<=(?<!\\p{L})${anyCase(COUNTED)}s? )([IVXLC]{1,9})((?:(?:, | ?[-–] ?|\\/| and | or | to | & |, and )[IVXLC]{1,9}){1,5})(?![\\p{L}'\\d])`,
  'gu',
)
/** "Stage IIb", "Type IIa" */
const NUMERAL_AND_LETTER = new RegExp(
  `(?<=(?<!\\p{L})${anyCase(COUNTED)}s? )(I{1,3}|IV|VI{0,3}|IX|X)([a-d])(?![\\p{L}\\d'])`,
  'gu',
)
/** Small numerals of pages and scenes. */
const SMALL_COUNTED =
  /(?<=(?<!\p{L})(?:[Pp]ages?|pp?\.|[Ss]cene|[Cc]hapter|[Vv]erse|[Cc]lause|[Ii]tem|[Pp]aragraph|[Pp]art|[Ss]ection|[Aa]rticle|[Aa]ct|[Vv]ol(?:ume|\.)|[Bb]ook|[Aa]ppendix|[Tt]able|[Ff]igure|[Tt]ype|[Ss]tage|[Pp]hase) )([ivxl]{1,6})(?: ?[-–] ?([ivxl]{1,6}))?(?![\p{L}'\d])/gu
/** Before these a numeral is an ordinal: "XX century", "II Corps", "XIV Olympiad". */
const ORDINAL_BEFORE =
  /(?<![\p{L}\d.])([IVXL]{1,8})(?:th|st|nd|rd)?(?= (?:[Cc]entur(?:y|ies)|[Oo]lympi(?:ad|cs?)|Corps|Army|Airborne|Legion|Dynasty|Congress|Winter|Summer|Commonwealth|Legislature|Republic|Amendment|Armoured|Brigade|Division|Squadron|Symposium|Biennale|Edition|edition|Conference|Summit|Assembly|Festival)(?!\p{L}))/gu
const ORDINAL_NUMERAL = /(?<![\p{L}\d.])([IVXL]{2,8})(?:th|st|nd|rd)(?!\p{L})/gu
/** Years on buildings and at the end of films. */
const YEAR_NUMERAL = /(?<![\p{L}\d.'-])(M{1,2}[DCLXVIM]{2,14})(?![\p{L}\d'])/gu

const REIGNING =
  'Elizabeth|Charles|George|Henry|Edward|William|Richard|James|John|Paul|Pius|Benedict|Francis|Leo|Gregory|Clement|Innocent|Urban|Louis|Philip|Frederick|Napoleon|Nicholas|Catherine|Peter|Alexander|Ivan|Mary|Victoria|Haile Selassie|Selassie|Menelik|Tewodros|Yohannes|Mohammed|Muhammad|Muhammadu|Hassan|Abdullah|Ramses|Ramesses|Ptolemy|Cleopatra|Darius|Xerxes|Sanusi|Bello|Sanusi|Ewuare|Erediauwa|Akenzua|Eweka|Ovonramwen|Adeyemi|Lamidi|Akran|Ogunwusi|Saad|Abubakar|Attahiru|Mai|Idris|Elkanemi|Oba|Otto|Wilhelm|Felipe|Juan Carlos|Carl|Harald|Olav|Margrethe|Rama|Theodore|Shenouda|Tawadros|Bartholomew|Constantine|Justinian|Letsie|Mswati|Moshoeshoe|Mutesa|Kabarega|Osei Tutu|Tutu|Prempeh'
/** First names of rulers that ordinary people have, too: "Robert I" may be Robert, and I. */
const ALSO_REIGNING =
  'Mehmed|Murad|Selim|Suleiman|Mustafa|Mahmud|Bayezid|Abdul Hamid|Abdulhamid|Osman|Ferdinand|Alfonso|Alphonse|Christian|Gustav|Haakon|Michael|Joseph|Leopold|Maximilian|Rudolf|Rudolph|Albert|Sigismund|Casimir|Basil|Theodosius|Valentinian|Constantius|Alexios|Manuel|Andronikos|Heraclius|Cyrus|Artaxerxes|Antiochus|Seleucus|Mithridates|Shapur|Khosrow|Thutmose|Amenhotep|Seti|Umberto|Victor Emmanuel|Pedro|Afonso|Sancho|Sebastian|Malcolm|David|Robert|Kenneth|Stephen|Anne|Harold|Sixtus|Julius|Adrian|Eugene|Honorius|Boniface|Celestine|Callixtus|Martin|Sylvester|Anastasius|Faisal|Farouk|Hussein|Carol|Boris|Wenceslaus|Ottokar|Andrew|Ladislaus|Lothair|Hugh|Henri|Baldwin|Amalric|Bohemond|Raymond|Roger|Conrad|Adolf|Eric|Erik|Magnus|Olaf|Valdemar|Canute|Radama|Ranavalona|Sobhuza|Mwanga|Joao|Luis|Jose|Willem|Oscar|Karl|Franz Joseph|Tuthmosis|Pepi|Sargon|Nebuchadnezzar|Archelaus|Attalus|Eumenes|Agesilaus|Aga Khan|Tokugawa|Songtsen|Kamehameha|Idriss?|Jaja|Overami|Aliyu|Ado|Nuhu|Shehu|Jibril|Dagaci'
/** First names that many people have: "Sam II" is the second of his name; a sentence may go on with "I" behind them. */
const FIRST_NAMES =
  'Sam|Tom|Tim|Jim|Bob|Ben|Dan|Joe|Jack|Max|Bill|Fred|Frank|Walter|Arthur|Ernest|Samuel|Daniel|Thomas|Benjamin|Jacob|Isaac|Joshua|Jonathan|Nathan|Noah|Adam|Simon|Mark|Luke|Matthew|Philippe|Pierre|Jean|Anna|Maria|Marie|Emma|Sarah|Sophia|Sophie|Helen|Helena|Irene|Zoe|Joan|Joanna|Isabella|Isabel|Margaret|Christina|Wilhelmina|Beatrix|Juliana|Zog|Kim|Ahmad|Ahmed|Ali|Umar|Usman|Yusuf|Ibrahim|Ismail|Musa|Sulaiman|Fuad|Chukwuma|Emeka|Chidi|Obi|Ade|Tunde|Femi|Kofi|Kwame|Kwasi|Amadou|Mamadou'
const AFTER_FIRST_NAME = new RegExp(
  `(?<=(?<!\\p{L}|\\p{Lu}\\p{Ll}{1,20} )(?:${FIRST_NAMES}) )(I{2,3}|IV|VI{0,3}|IX|X[IV]{1,4}|I(?=$|[.;:!?)]|, (?:who|the|king|queen|emperor|ruled)(?!\\p{L})| of \\p{Lu}))('s)?(?![\\p{L}\\d'])`,
  'gmu',
)
const AFTER_ALSO_REIGNING = new RegExp(
  `(?<=(?<!\\p{L})(?:${ALSO_REIGNING}) )(I{2,3}|IV|VI{0,3}|IX|X[IVX]{1,5})('s)?(?![\\p{L}\\d'])`,
  'gu',
)
const AFTER_REIGNING = new RegExp(
  `(?<=(?<!\\p{L})(?:${REIGNING}) )${NUMERAL}('s)?(?![\\p{L}\\d'])(?! (?:think|thought|am|know|knew|believe|say|said|saw|love|met|would|could|should|have|will|want|wanted|do|did|can|went|told|asked|feel|felt|remember)(?!\\p{L}))`,
  'gu',
)
/** "Robert Downey Okafor III": two names in capitals before it make a person. */
const AFTER_PERSON =
  /(?<=\p{Lu}\p{Ll}{1,20} (?:\p{Lu}\. )?\p{Lu}\p{Ll}{1,20} )(?<!(?:Peak|Mountain|Tower|Building|Station|Bridge|Dam|House|Hall|Stadium|Centre|Center|Plant|Project|Program|Programme|Series|Games?|Cup|League|Championship|Fighter|Wars|Park|Effect|Kombat|Legacy|Estate|Road|Street|Airport|Terminal|Reactor|Mission|Operation|Conference|Treaty|Accord|Agreement|Committee|Commission|Reich|Crusade|Company|Class|Album|Movie|Film|Live|Hits|Collection|Saga|Chronicles|System|Engine|Missile|Tank|Creek|Lake|Island|Sound|Force|Unit) )(I{2,3}|IV|VI{0,3}|IX)(?![\p{L}\d'])/gu
const AFTER_NAME = /(?<=\p{Lu}[\p{L}]{1,20} )(I{2,3}|I[VX]|VI{1,3}|X[IVX]{1,5})(?![\p{L}\d'])/gu
const LINE_START = /(?<=^ *)([IVX]{1,7})[.)] (?=\S)/gmu

/** Roman numerals: "Elizabeth II" → the second, "Chapter IV" → four, "World War I" → one. The pronoun I stays. */
export function readRoman(text: string): string {
  const hasSecondItem = /^ *II[.)] /m.test(text)
  return text
    .replace(/(?<!\p{L})M[Kk]\.?(?=(?:I{1,3}|IV|VI{0,3}|IX|X)(?![\p{L}\d]))/gu, 'Mark ')
    .replace(NUMERAL_AND_LETTER, (match: string, numeral: string, letter: string) => {
      const value = cardinalOf(numeral)
      return value === undefined ? match : `${value} ${letter.toUpperCase()}`
    })
    .replace(SEVERAL_COUNTED, (match: string, first: string, others: string) => {
      const said = others.replace(/[IVXLC]+/g, (numeral) => cardinalOf(numeral) ?? numeral)
      const value = cardinalOf(first)
      return value === undefined || /[IVXLC]/.test(said)
        ? match
        : `${value}${said.replace(/ ?[-–] ?/g, ' to ').replaceAll('/', ', ')}`
    })
    .replace(SMALL_COUNTED, (match: string, from: string, to?: string) => {
      const first = cardinalOf(from.toUpperCase())
      const last = to === undefined ? undefined : cardinalOf(to.toUpperCase())
      if (first === undefined || (to !== undefined && last === undefined)) return match
      return last === undefined ? first : `${first} to ${last}`
    })
    .replace(ORDINAL_BEFORE, (match: string, numeral: string, offset: number, whole: string) => {
      const value = decimal(numeral)
      const isPronoun =
        match === 'I' &&
        !/(?:^|[^\p{L}])(?:the|The|of) $/u.test(whole.slice(Math.max(0, offset - 5), offset))
      return value === undefined || isPronoun ? match : ordinal(value)
    })
    .replace(ORDINAL_NUMERAL, (match: string, numeral: string) => {
      const value = decimal(numeral)
      return value === undefined ? match : ordinal(value)
    })
    .replace(YEAR_NUMERAL, (match: string, numeral: string) => {
      const value = decimal(numeral) ?? ''
      return /^(?:1[1-9]|20)\d\d$/.test(value) && numeral.length >= 4 ? year(value) : match
    })
    .replace(AFTER_COUNTED, (_match: string, numeral: string, offset: number, whole: string) => {
      const value = decimal(numeral)
      const isLetter =
        numeral === 'X' && /Gen(?:eration)? $/i.test(whole.slice(Math.max(0, offset - 12), offset))
      return value === undefined || isLetter || (numeral.length === 1 && /[CDM]/.test(numeral))
        ? numeral
        : cardinal(value)
    })
    .replace(AFTER_REIGNING, (match: string, numeral: string, ending: string | undefined) => {
      const value = decimal(numeral)
      return value === undefined || /^[CLDM]/.test(numeral)
        ? match
        : `the ${ordinal(value)}${ending ?? ''}`
    })
    .replace(AFTER_ALSO_REIGNING, (match: string, numeral: string, ending: string | undefined) => {
      const value = decimal(numeral)
      return value === undefined ? match : `the ${ordinal(value)}${ending ?? ''}`
    })
    .replace(AFTER_FIRST_NAME, (match: string, numeral: string, ending: string | undefined) => {
      const value = decimal(numeral)
      return value === undefined ? match : `the ${ordinal(value)}${ending ?? ''}`
    })
    .replace(AFTER_PERSON, (numeral) => `the ${ordinal(decimal(numeral) ?? '0')}`)
    .replace(AFTER_NAME, (numeral) => {
      const value = decimal(numeral)
      return value === undefined ? numeral : cardinal(value)
    })
    .replace(FIRST_OF_LIST, 'one')
    .replace(NEXT_OF_LIST, (numeral) => cardinalOf(numeral) ?? numeral)
    .replace(LONE_NUMERAL, (match: string, numeral: string, offset: number, whole: string) => {
      const isDrip =
        match === 'IV' && BEFORE_DRIP.test(whole.slice(Math.max(0, offset - 5), offset))
      const isAtLineStart = /^[.)] /.test(
        whole.slice(offset + match.length, offset + match.length + 2),
      )
      return isDrip || isAtLineStart ? match : (cardinalOf(numeral) ?? match)
    })
    .replace(LONE_SMALL_NUMERAL, (match: string, numeral: string) => {
      return cardinalOf(numeral.toUpperCase()) ?? match
    })
    .replace(LINE_START, (match: string, numeral: string) => {
      const value = decimal(numeral)
      return value === undefined || (numeral.length === 1 && !hasSecondItem)
        ? match
        : `${cardinal(value)}, `
    })
}

function cardinalOf(numeral: string): string | undefined {
  const value = decimal(numeral)
  return value === undefined ? undefined : cardinal(value)
}

/** "I, II and III" */
const FIRST_OF_LIST =
  /(?<![\p{L}\d.'-])I(?=(?:,| and| or|\/| ?[–-]) ?(?:II|III|IV|V)(?![\p{L}\d'.]))/gu
/** "IV and V" */
const NEXT_OF_LIST =
  /(?<=(?<![\p{L}\d.'-])(?=X*[IV])[IVX]{2,8}(?:,|,? and|,? or| to) )([VX])(?![\p{L}\d'.-])/gu
/** Nobody says "I I I". "IV" is also a drip, and two or three X are chromosomes and kisses. */
const LONE_NUMERAL =
  /(?<![\p{L}\d.&'/-])(?!XX{1,2}(?![\p{L}])|IV(?: (?:drip|fluids?|line|lines|bag|therapy|antibiotics|drug|drugs|infusion)(?!\p{L})))([IVX]{2,8})(?![\p{L}\d'&]|[./]\p{L})/gu
/** "vol. 2, xxii": small numerals of two letters or more that are no word and no name. */
const LONE_SMALL_NUMERAL =
  /(?<![\p{L}\p{M}\d.'’/&-]|[\p{L}\d)]\()(?!(?:vi|xi|xx|xxx)(?!\p{L})|iv (?:drip|fluids?|lines?|bag|therapy|antibiotics|drugs?|infusion|access|push)(?!\p{L}))([ivx]{2,8})(?![\p{L}\p{M}\d'’&-]|[./]\p{L})/gu
const BEFORE_DRIP = /(?:^|[^\p{L}])(?:an|by|via|on) $/iu

/** The value as digits; undefined where the letters are no numeral. */
function decimal(numeral: string): string | undefined {
  if (!VALID.test(numeral) || numeral === '') return undefined
  const values = [...numeral].map((letter) => VALUES[letter] ?? 0)
  const sum = values.reduce((total, value, index) => {
    return total + (value < (values[index + 1] ?? 0) ? -value : value)
  }, 0)
  return String(sum)
}
