import { describe } from 'vitest'
import { ADDRESSES_READ_ALIKE } from '#speech/languages/common/cases-read-alike.test-support.ts'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Addresses are said with the English words dot, slash and at, as speakers who read them aloud do, and letters have the names of the
 * language (B B C). The words are our choice: no grammar treats them. No native speaker has checked the table yet.
 */
describe('addresses of sites and mail', () => {
  itReads('pcm', [
    ...ADDRESSES_READ_ALIKE,
    ['192.168.1.1', 'one nine two dot one six eight dot one dot one'],
    ['v2.0', 'version two point zero'],
    ['Go www.bbc.com.', 'Go B B C dot com.'],
    ['Write give info@example.com.', 'Write give info at example dot com.'],
    ['bbc.com/pidgin', 'B B C dot com slash pidgin'],
    ['for bbc.com/pidgin e dey', 'for B B C dot com slash pidgin e dey'],
    ['wikipedia.org site', 'wikipedia dot org site'],
    ['follow @griot', 'follow at griot'],
    ['#Pidgin', 'hashtag Pidgin'],
    ['email: ada@mail.ng', 'email: ada at mail dot N G'],
    ['Check www.example.com, read am.', 'Check example dot com, read am.'],
  ])
})
