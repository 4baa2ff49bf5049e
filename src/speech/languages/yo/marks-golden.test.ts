import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MarkedWord } from '#shared/diacritics.ts'
import { openMarkModel } from '#speech/models/marks.ts'
import { openDiacritizer } from '#speech/open-diacritizer.ts'
import { createDiacritizer } from './diacritics/diacritizer.ts'

const RESOURCES = join(import.meta.dirname, '../../../../resources')

/** As people type: no marks, dots alone, some words marked, all marks, English among it, figures, capitals, names. */
const TEXTS = [
  'Awon omo naa ti lo si ile iwe pelu awon obi won.',
  'Ojo n ro ni Eko, sugbon oorun n ran ni Ibadan.',
  'Oko mi ra oko ayokele tuntun ki a le maa lo si oko.',
  'E jowo, nibo ni mo ti le ri dokita to dara?',
  'Ẹ jẹ ki a lọ si ọja ni ọla lati ra ẹja ati ẹran.',
  'Ìjọba ipinle Ogun ti kede pe owo epo yoo dinku.',
  'Ọmọ tí a kò kọ́ ni yóò gbé ilé tí a kọ́ tà.',
  'OLUWA NI OLUSO AGUNTAN MI.',
  'Mo fe ra laptop fun birthday omo mi ni December.',
  'Won ti lo si school, but they are not back yet, e jowo e pe won.',
  'Adebayo Ogunlesi so pe 3,500 eniyan lo wa nibe ni odun 2019.',
  'Bi oni ti ri, ola ki i ri bee, lo mu ki babalawo maa difa ororun.',
  'Agba kii wa loja ki ori omo tuntun wo.',
  'Iya Agbogbomekunola ta isu, agbado, ata ati alubosa.',
  'Se o ti jeun? Rara, ebi n pa mi gan-an.',
  'Kò sí ẹni tó mọ ibi tí ó lọ.',
]

test('the same texts get the same marks on every machine', async () => {
  const { mark } = openDiacritizer(RESOURCES)
  const rows: string[] = []
  for (const given of TEXTS) {
    const { text, words } = await mark(given)
    rows.push(text, ...words.map(rowOf), '')
  }
  await expect(rows.join('\n')).toMatchFileSnapshot('./marks-golden.txt')
})

test('one thread or two and a second run make no difference, to the last bit', async () => {
  const [one, two] = [1, 2].map((threads) =>
    createDiacritizer({
      lexiconFolder: join(RESOURCES, 'lexicons'),
      openModel: () => openMarkModel(join(RESOURCES, '../models'), threads),
    }),
  )
  for (const text of [...TEXTS, TEXTS.join(' ')]) {
    const marked = await one?.mark(text)
    expect(await two?.mark(text)).toEqual(marked)
    expect(await one?.mark(text)).toEqual(marked)
  }
})

/** Machines may differ in the last bits of a probability: forms are told, not how sure they are. */
function rowOf({ restored, alternatives, source }: MarkedWord): string {
  return `  ${restored} ${source} ${alternatives[0]?.form ?? ''}`.trimEnd()
}
