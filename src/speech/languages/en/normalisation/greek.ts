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
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
}
const GREEK_WORD = /\p{Script=Greek}\p{M}*\p{Script=Greek}/u
const SYMBOL = /(?<!\d ?|\d ?k)\p{Script=Greek}|(?<=\d ?|\d ?k)[^\P{Script=Greek}μΩ]/gu

/** Greek letters as the names of symbols ("β-carotene", "π"), unless the text is Greek. The signs of units stay for `readUnits`. */
export function nameGreekSymbols(text: string): string {
  if (GREEK_WORD.test(text)) return text
  return text
    .replace(/(?<=\d ?)μ(?=[gmls])/gu, 'micro')
    .replace(/(?<=\d ?[kM]?)Ω/gu, 'ohm')
    .replace(SYMBOL, (letter) => ` ${NAMES[letter.toLowerCase()] ?? ''} `)
}
