import { describe } from 'vitest'
import { ADDRESSES_READ_ALIKE } from '#speech/languages/common/cases-read-alike.test-support.ts'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Addresses are said with the English words dot, slash and at, as speakers who read them aloud do, and letters have the names of the
 * language (B B C). The words are our choice: no grammar treats them. No native speaker has checked the table yet.
 */
describe('addresses of sites and mail', () => {
  itReads('ha', [
    ...ADDRESSES_READ_ALIKE,
    ['192.168.1.1', "ɗari da casa'in da biyu ɗigo ɗari da sittin da takwas ɗigo ɗaya ɗigo ɗaya"],
    ['Ku ziyarci www.bbc.com.', 'Ku ziyarci B B C dot com.'],
    ['Ku rubuto zuwa info@example.com.', 'Ku rubuto zuwa info at example dot com.'],
    ['bbc.com/hausa', 'B B C dot com slash hausa'],
    ['a shafin bbc.com/hausa', 'a shafin B B C dot com slash hausa'],
    ['shafin wikipedia.org', 'shafin wikipedia dot org'],
    ['ku bi @griot', 'ku bi at griot'],
    ['#Hausa', 'hashtag Hausa'],
    ['imel: ada@mail.ng', 'imel: ada at mail dot N G'],
    ['Duba www.example.com, ka karanta.', 'Duba example dot com, ka karanta.'],
  ])
})
