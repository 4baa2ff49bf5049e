/** The names of the Latin letters, which Hausa speakers took from English, in scholarly spelling. */
const NAMES: Readonly<Record<string, string>> = {
  a: 'ē',
  b: 'bī',
  c: 'sī',
  d: 'dī',
  e: 'ī',
  f: 'êf',
  g: 'jī',
  h: 'êc',
  i: 'ai',
  j: 'jē',
  k: 'kē',
  l: 'êl',
  m: 'êm',
  n: 'ên',
  o: 'ō',
  p: 'pī',
  q: 'kyū',
  r: 'âr̃',
  s: 'ês',
  t: 'tī',
  u: 'yū',
  v: 'bī',
  w: 'dabulyū',
  x: 'êks',
  y: 'wai',
  z: 'zêd',
  ɓ: 'ɓī',
  ɗ: 'ɗī',
  ƙ: 'ƙē',
  ƴ: 'ƴai',
}

/** Letter names of a word, in scholarly spelling; the empty list where it has no letter. */
export function letterNames(key: string): readonly string[] {
  return [...key].flatMap((letter) => NAMES[letter] ?? [])
}
