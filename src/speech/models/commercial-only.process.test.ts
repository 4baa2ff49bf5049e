import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCommercialOnly, limitToCommercialUse } from '#shared/commercial-only.ts'
import { createDiacritizer } from '#speech/languages/yo/diacritics/diacritizer.ts'
import { openDiacritizer } from '#speech/open-diacritizer.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { checkModelFiles, readModelFile } from './catalog.ts'
import { openMarkModel } from './marks.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MODELS = join(ROOT, 'models')
limitToCommercialUse()

test('models that may not be used commercially are off, and it is said what to do; the others are read', async () => {
  expect(isCommercialOnly()).toBe(true)
  await expect(readModelFile(MODELS, 'language', 'weights.bin')).rejects.toThrow(
    /^The model language is off: its licence, CC-BY-NC-4\.0, does not allow commercial use.*models\.commercial-only.*Name the language/,
  )
  await expect(openMarkModel(MODELS)).rejects.toThrow(/Write Yoruba with its marks/)
  await expect(readModelFile(MODELS, 'translation', 'en.model')).rejects.toThrow(
    /GRIOT_TRANSLATE_URL/,
  )
  expect((await readModelFile(MODELS, 'hausa-tones', 'weights.bin')).length).toBeGreaterThan(0)
  // Whether files are whole has nothing to do with their licence.
  expect(await checkModelFiles(MODELS)).toContain('translation')
})

test('without them letters and frequent words tell languages, and Yoruba keeps what is written', async () => {
  const troubles: unknown[] = []
  const languages = openLanguageIdentifier(MODELS, (error) => troubles.push(error))
  expect(await languages.identify('ሰላም ለሁሉም ይሁን።')).toBe('am')
  expect(String(troubles[0])).toMatch(/The model language is off/)
  const told: unknown[] = []
  const { mark } = createDiacritizer({
    lexiconFolder: join(ROOT, 'resources/lexicons'),
    openModel: () => openMarkModel(MODELS),
    onTrouble: (error) => {
      told.push(error)
      return undefined
    },
  })
  expect((await mark('Mo fẹ́ràn ìwé náà. Ẹ káàárọ̀.')).text).toBe('Mo fẹ́ràn ìwé náà. Ẹ káàárọ̀.')
  expect(String(told[0])).toMatch(/The model yoruba-marks is off/)
  expect(openDiacritizer(join(ROOT, 'resources'))).toBeDefined()
})
