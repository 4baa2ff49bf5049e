/** The names of the letters in Nigeria: phones, with a point between syllables; the first is the strong one. */
export const NIGERIAN_LETTER_NAMES: Readonly<Record<string, string>> = {
  ...{ a: 'e', b: 'b i', c: 's i', d: 'd i', e: 'i', f: 'ɛ f', g: 'd͡ʒ i', h: 'e t͡ʃ', i: 'aɪ' },
  ...{ j: 'd͡ʒ e', k: 'k e', l: 'ɛ l', m: 'ɛ m', n: 'ɛ n', o: 'o', p: 'p i', q: 'k j u' },
  ...{ r: 'a', s: 'ɛ s', t: 't i', u: 'j u', v: 'v i', w: 'd ɔ . b u . l j u', x: 'ɛ k s' },
  ...{ y: 'w aɪ', z: 'z ɛ d' },
}
