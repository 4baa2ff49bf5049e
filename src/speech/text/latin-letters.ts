import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'

/**
 * The small letters of the Latin script that are no a to z with marks (Unicode 17), by what is nearest to them in a to z:
 * by sound where they stand for one in an orthography, in the alphabets of Africa or in phonetic writing, else by shape.
 */
const NEAREST: Readonly<Record<string, string>> = {
  ...{ a: 'ɐᴀᶏⱥꞻʌɑᶐꜣꬰꬱꭤ', b: 'ƀƃɓʙᴃᴯᵬᶀꞗꞵȸ', c: 'ƈȼɕʗᴄↄꜿꞓꞔ𝼏𝼝', d: 'đƌȡɖɗᴅᵭᶁᶑꝺꟈẟ𝼥' },
  ...{ e: 'ǝɇɘɛɜɝɞʚᴇᴈᶒᶓᶔⱸⱻꬲꬳꬴəɚᶕꭠ', f: 'ƒᵮᶂꜰꝼꞙꟻꬵɸⱷʩ𝼀', g: 'ǥɠɡɢʛᵷᵹᶃꝿꞡꟑꬶ𝼁𝼂ɰ' },
  ...{ h: 'ħɦʜⱨꞕꟶƅꜧꭓꭔꭕᴤ', i: 'ıɨɪᴉᵎᵻᶖꞽꟷ𝼚ɩᵼꟾⱶɿʅ', j: 'ȷɉɟʄᴊʤʥ𝼒𝼙' },
  ...{ k: 'ƙʞᴋᶄⱪꝁꝃꝅꞣ𝼃𝼐ĸꜫꜭǀǁǂǃ𝼊𝼋𝼌', l: 'łƚȴɫɬɭʟᴌᶅⱡꝇꝉꞁꞎꬷꬸꬹ𝼄𝼑𝼓ɮ𝼅ꟛ𝼦ƛ' },
  ...{ m: 'ɱᴍᴟᵯᶆꟺꟽꬺꟿ', n: 'ƞɳɴᴎᴻᵰᶇꞑꞥꬻ𝼧', o: 'øɔɵɒᴏᴐᴑᴒᴓᴖᴗᶗⱺꝋꝍꟁꬽꬾꬿ𝼛ɤꭃꭄ', p: 'ƥᴘᵱᵽᶈꝑꝓꝕꟼȹʘʬ' },
  ...{ q: 'ɋʠꝗꝙꞯƽ', r: 'ɍɹɺɻɼɽɾɿʀʁᴙᴚᵲᵳᶉⱹꝛꞃꞧꭆꭇꭉꭋꭌꭨ𝼈𝼕𝼖ꭅꭈꭊ𝼨', s: 'ȿᵴᶊẜẝꜱꞅꞩꟊ𝼞ꟍꟗꟙ𝼩' },
  ...{ t: 'ŧƫƭȶʇʈᴛᵵⱦꞇ𝼉𝼍ʭ𝼪', u: 'ᴜᴝᴞᵾᶙꞹꞿꭎꭒɯʉʊɷꞷᵿʮʯꭏ', v: 'ʋᴠᶌỽⱱⱴꝟⅎꝩ', w: 'ʍᴡⱳƿꟃꟕ' },
  ...{ x: 'ᶍꭖꭗꭘꭙ', y: 'ƴɏʎʏỿꭚ𝼆ɥʝȝ', z: 'ƶȥɀᴢᵶᶎⱬꝣƍƨ' },
  ...{ aa: 'ꜳ𐞀', ae: 'æᴁᴂꞛ', ao: 'ꜵ', au: 'ꜷ', av: 'ꜹꜻ', ay: 'ꜽ', oe: 'œɶᴔꞝꭀꭁꭂꭢ', oo: 'ꝏ' },
  ...{ ou: 'ȣᴕ', ue: 'ᵫꞟ', ui: 'ꭐꭑ', uo: 'ꭣ', ye: 'ꭡ', ng: 'ŋꬼ𝼇𝼔', ny: 'ɲȵ', ss: 'ß' },
  ...{ sh: 'ʃɧʂƪʆᶋᶘꭍ', zh: 'ʒʐʑƹƺʓᴣᶚ𝼘', th: 'þðᴆᵺꝥꝧꟓ', gh: 'ɣƣ', hw: 'ƕ', ch: 'ʧʨ𝼗𝼜' },
  ...{ ts: 'ʦƾꜯꭧ', tz: 'ꜩ', dz: 'ʣƻꭦ', ls: 'ʪ', lz: 'ʫ', ll: 'ỻ', vy: 'ꝡ' },
  ...{
    con: 'ꝯ',
    dum: 'ꝱ',
    et: 'ꝫ',
    is: 'ꝭ',
    lum: 'ꝲ',
    mum: 'ꝳ',
    num: 'ꝴ',
    rum: 'ꝝꝵꝶ',
    tum: 'ꝷ',
    um: 'ꝸ',
  },
}
const NEAREST_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(NEAREST).flatMap(([plain, letters]) =>
    [...letters].map((letter) => [letter, plain] as const),
  ),
)

/** A catch in the throat: an apostrophe inside a word. Alone it is said with the vowel that speakers name it by. */
const GLOTTALS = 'ʔʕʖʡʢɂᴥꜥꞌꞏ꟏𝼎'
const GLOTTAL = new RegExp(`[${GLOTTALS}${GLOTTALS.toUpperCase()}]`, 'gu')
const LONE_GLOTTAL = new RegExp(
  `(?<![\\p{L}\\p{M}])[${GLOTTALS}${GLOTTALS.toUpperCase()}]+(?![\\p{L}])`,
  'gu',
)
const OTHER_LETTERS = /[[\p{L}&&\p{Script=Latin}]--[a-zA-Z]]/gv

/**
 * Replaces Latin letters that `language` does not have by the nearest ones: "ħ" → h, "Ŋ" → Ng, "ʃ" → sh. Letters a to z
 * keep their marks. Linear in the length of the text.
 * @example `readableLetters('ħ', 'en')` is `'h'`.
 */
export function readableLetters(text: string, language: LanguageCode): string {
  const { own, nearest } = languageFor(language).latinLetters
  return text
    .replace(LONE_GLOTTAL, 'a')
    .replace(GLOTTAL, "'")
    .replace(OTHER_LETTERS, (letter) => {
      const [base = '', ...marks] = letter.normalize('NFD')
      const small = base.toLowerCase()
      if (own.has(small)) return letter
      const plain = nearest[small] ?? NEAREST_OF.get(small)
      return plain === undefined ? letter : inCaseOf(base, plain) + marks.join('')
    })
    .normalize('NFC')
}

/**
 * The letters a to z that are nearest to a small Latin letter; undefined for a to z and for other characters.
 * @example `nearestLetters('ŋ')` is `'ng'`.
 */
export function nearestLetters(letter: string): string | undefined {
  return GLOTTALS.includes(letter) ? 'a' : NEAREST_OF.get(letter)
}

function inCaseOf(letter: string, plain: string): string {
  return letter === letter.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
}
