/** English names of the letters in IPA, and of the signs that addresses and codes have, in words. */
export const ENGLISH_LETTERS: Readonly<Record<string, string>> = {
  a: 'ˈeɪ',
  b: 'ˈbi',
  c: 'ˈsi',
  d: 'ˈdi',
  e: 'ˈi',
  f: 'ˈɛf',
  g: 'ˈdʒi',
  h: 'ˈeɪtʃ',
  i: 'ˈaɪ',
  j: 'ˈdʒeɪ',
  k: 'ˈkeɪ',
  l: 'ˈɛl',
  m: 'ˈɛm',
  n: 'ˈɛn',
  o: 'ˈoʊ',
  p: 'ˈpi',
  q: 'ˈkju',
  r: 'ˈɑɹ',
  s: 'ˈɛs',
  t: 'ˈti',
  u: 'ˈju',
  v: 'ˈvi',
  w: 'ˈdʌ.bəl.ju',
  x: 'ˈɛks',
  y: 'ˈwaɪ',
  z: 'ˈzi',
}

/** The last letter, outside of America. */
export const ZED = 'ˈzɛd'

/** Names of Latin letters beyond z, in words of English: of old and northern alphabets and of phonetic writing. */
export const RARE_LETTER_NAMES: Readonly<Record<string, string>> = {
  ...{ ß: 'sharp s', æ: 'ash', ð: 'eth', þ: 'thorn', ƿ: 'win', ȝ: 'yogh', ŋ: 'eng', ə: 'schwa' },
  ...{ ǝ: 'schwa', ɛ: 'open e', ɔ: 'open o', ʃ: 'esh', ʒ: 'ezh', ɣ: 'gamma', ʊ: 'upsilon' },
  ...{ ɩ: 'iota', ɑ: 'alpha', ɸ: 'phi', ʔ: 'glottal stop', ɂ: 'glottal stop', ɓ: 'hooked b' },
  ...{ ɗ: 'hooked d', ƙ: 'hooked k', ƴ: 'hooked y', ħ: 'barred h', đ: 'barred d', ø: 'slashed o' },
  ...{ ł: 'barred l', ŧ: 'barred t', ı: 'dotless i' },
}

/** Signs that are named when a text is spelled. */
export const SIGN_NAMES: Readonly<Record<string, string>> = {
  '.': 'dot',
  ',': 'comma',
  '-': 'dash',
  '–': 'dash',
  _: 'underscore',
  '/': 'slash',
  '@': 'at',
  '#': 'hash',
  '&': 'and',
  '+': 'plus',
  '*': 'star',
  '=': 'equals',
  '%': 'percent',
  ':': 'colon',
}
