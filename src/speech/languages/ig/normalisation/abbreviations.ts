/** Short forms in full. A stop stays where it ends the sentence. */
const BEFORE_NAME: Readonly<Record<string, string>> = {
  ...{ Maz: 'Maazị', Mr: 'Maazị', Mrs: 'Oriakụ', Oriak: 'Oriakụ', Odz: 'Odoziakụ', Ms: 'Ada' },
  ...{ Dkt: 'Dọkịta', Dr: 'Dọkịta', Prọf: 'Prọfesọ', Prof: 'Prọfesọ', Rev: 'Revọrend' },
  ...{
    Engr: 'Enjinia',
    Barr: 'Barịsta',
    Gov: 'Gọvanọ',
    Sen: 'Sineta',
    Hon: 'Ọnọrebụl',
    Fr: 'Fada',
  },
  ...{ Sr: 'Sista', Col: 'Kọnel', Gen: 'Jeneral', Capt: 'Kaptịn', St: 'Sent', Pst: 'Pastọ' },
}
const TITLE = new RegExp(
  `(?<![\\p{L}\\p{M}'-])(${Object.keys(BEFORE_NAME).join('|')})(?:\\. ?| )(?=\\p{Lu})`,
  'gu',
)
const FORMS: readonly (readonly [pattern: RegExp, spoken: string])[] = [
  [/(?<!\p{L})(?:w\.?d\.?g|wdgz|wgz)\.?(?!\p{L})/giu, 'na ndị ọzọ'],
  [/(?<!\p{L})(?:d\.?g\.?z)\.?(?!\p{L})/giu, 'dị gawazie'],
  [/(?<!\p{L})etc\.?(?!\p{L})/giu, 'na ndị ọzọ'],
  [/(?<!\p{L})(?:Nọ|No|Nr)\. ?(?=\d)/gu, 'nọmba '],
  [/(?<!\p{L})(?:p|pp|ih)\. ?(?=\d)/gu, 'ihu '],
  [/(?<!\p{L})O\.? ?C\.?(?= ?\d)/gu, 'otu narị afọ '],
  [/(?<!\p{L})P\.?O\.? ?Box(?!\p{L})/gu, 'igbe akwụkwọ ozi'],
  [/(?<!\p{L})T\.?K\.?(?!\p{L})/gu, 'Tupu Kraịst'],
  [/(?<!\p{L})O\.?A\.?(?= \d{1,4}(?!\d))/gu, 'Oge Anyị'],
  [/(?<!\p{L})vs?\.? (?=\p{Lu})/gu, 'na '],
]

/** "Dkt. Okeke" → Dọkịta Okeke, "Maz. Obi" → Maazị Obi, "wdg." → na ndị ọzọ. */
export function readAbbreviations(text: string): string {
  return FORMS.reduce(
    (rest, [pattern, spoken]) => {
      return rest.replace(pattern, (form: string, offset: number, whole: string) => {
        const isEnd =
          form.endsWith('.') &&
          /^\s*(?:\n|$| \p{Lu})/u.test(whole.slice(offset + form.length, offset + form.length + 3))
        return `${spoken}${isEnd ? '.' : ''}`
      })
    },
    text.replace(TITLE, (_, title: string) => `${BEFORE_NAME[title] ?? title} `),
  )
}
