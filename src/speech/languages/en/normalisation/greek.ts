const NAMES: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  ο: 'omicron',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
}
/** Signs of mathematics by their names; what would lose its stroke with the other marks comes first. */
const SIGNS: Readonly<Record<string, string>> = {
  '≠': 'is not equal to',
  '≮': 'is not less than',
  '≯': 'is not greater than',
  '∉': 'is not in',
  '∈': 'is in',
  '⊂': 'is a subset of',
  '⊆': 'is a subset of',
  '∪': 'union',
  '∩': 'intersection',
  '∀': 'for all',
  '∃': 'there is',
  '∞': 'infinity',
  '∑': 'the sum of',
  '∏': 'the product of',
  '∫': 'the integral of',
  '∂': 'partial',
  '∇': 'nabla',
  '∝': 'is proportional to',
  '≡': 'is identical to',
  '∅': 'the empty set',
  '∴': 'therefore,',
  '≅': 'is about equal to',
  '≃': 'is about equal to',
  '≪': 'is much less than',
  '≫': 'is much greater than',
  '⊥': 'is perpendicular to',
  '∥': 'is parallel to',
  '∧': 'and',
  '∨': 'or',
  '♭': 'flat',
  '♯': 'sharp',
}
/** The sign of mathematics that looks like a tilde. */
const ABOUT = /∼(?= ?\d)/gu
/** "▲ 2.5%", "↓3 points": how a figure has changed. */
const RISE = /[↑▲△⬆] ?(?=[$£€₦]?\d)/gu
const FALL = /[↓▼▽⬇] ?(?=[$£€₦]?\d)/gu
const SIGN = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'gu')
/** In a text that quotes Greek, letters that stand by themselves, but no articles: "ο Ιωάννης". */
const GREEK_WORD = /\p{Script=Greek}\p{M}*\p{Script=Greek}/u
const APART =
  /(?<!\p{Script=Greek}\p{M}*[\s'’]?)\p{Script=Greek}(?!\p{M}|[\s'’]?\p{Script=Greek})(?![\u0370-\u03ff])/gu
const SYMBOL = /(?<!\d ?|\d ?[mkMG])\p{Script=Greek}|(?<=\d ?|\d ?[mkMG])[^\P{Script=Greek}μΩ]/gu

/** "ω-3": the hyphen is no minus. */
const BEFORE_NUMBER = /(?<![\p{L}\d])\p{Script=Greek}-(?=\d)/gu

/**
 * Signs of mathematics, and Greek letters as the names of symbols ("β-carotene", "π"), unless the text is Greek. The signs of units
 * stay for `readUnits`.
 */
export function nameGreekSymbols(text: string): string {
  const named = text
    .replace(SIGN, (sign) => ` ${SIGNS[sign]} `)
    .replace(ABOUT, '~')
    .replace(RISE, 'up ')
    .replace(FALL, 'down ')
  if (GREEK_WORD.test(named))
    return named.replace(APART, (letter) => ` ${NAMES[letter.toLowerCase()] ?? letter} `)
  return named
    .replace(/(?<=\d ?)μ(?=[gmlLsVWAFHJNTSCM]|Ω|Pa|Bq|bar)/gu, 'micro')
    .replace(/(?<=\d ?(?:[mkMG]|micro)?)Ω/gu, 'ohm')
    .replace(/(?<=\d ?)(?:Å|A\u030a)(?![\p{L}\p{M}\d])/gu, 'angstrom')
    .replace(BEFORE_NUMBER, ([letter = '']) => ` ${nameOf(letter)} `)
    .replace(SYMBOL, (letter) => ` ${nameOf(letter)} `)
    .replace(/(?<=\p{L}) +(?=\^[\d{])/gu, '')
}

/** The name of a letter, without its accent. */
function nameOf(letter: string): string {
  return NAMES[letter.toLowerCase().normalize('NFD').charAt(0)] ?? ''
}
