import { describe } from 'vitest'
import { ADDRESSES_READ_ALIKE } from '#speech/languages/common/cases-read-alike.test-support.ts'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Addresses are said with the English words dot, slash and at, as speakers who read them aloud do, and letters have the names of the
 * language (B B C). The words are our choice: no grammar treats them. No native speaker has checked the table yet.
 */
describe('addresses of sites and mail', () => {
  itReads('ig', [
    ...ADDRESSES_READ_ALIKE,
    [
      '192.168.1.1',
      'otu narị na iri itoolu na abụọ ntụpọ otu narị na iri isii na asatọ ntụpọ otu ntụpọ otu',
    ],
    ['Gaa na www.bbc.com.', 'Gaa na B B C dot com.'],
    ['Dee akwụkwọ na info@example.com.', 'Dee akwụkwọ na info at example dot com.'],
    ['bbc.com/igbo', 'B B C dot com slash igbo'],
    ['na bbc.com/igbo ka ọ dị', 'na B B C dot com slash igbo ka ọ dị'],
    ['saịtị wikipedia.org', 'saịtị wikipedia dot org'],
    ['soro @griot', 'soro at griot'],
    ['#Igbo', 'hashtag Igbo'],
    ['imeel: ada@mail.ng', 'imeel: ada at mail dot N G'],
    ['Lee www.example.com, gụọ ya.', 'Lee example dot com, gụọ ya.'],
  ])
})
