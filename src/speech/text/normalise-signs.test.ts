import { describe } from 'vitest'
import { itReads } from './reads.test-support.ts'

describe('addresses, handles and hashtags', () => {
  itReads('en', [
    ['info@griot.ng', 'info at griot dot N G'],
    ['Write to info@griot.ng.', 'Write to info at griot dot N G.'],
    ['ada.obi_99@gmail.com', 'ada dot obi underscore ninety nine at gmail dot com'],
    ['https://www.griot.ng/voices', 'griot dot N G slash voices'],
    ['See www.bbc.co.uk/news.', 'See B B C dot co dot U K slash news.'],
    ['punchng.com', 'punchng dot com'],
    ['https://example.com/my-page?utm_source=x#top', 'example dot com slash my dash page hash top'],
    ['http://localhost:8080/health', 'localhost port eight zero eight zero slash health'],
    ['Open report.pdf', 'Open report dot P D F'],
    ['@griot_ng', 'at griot underscore N G'],
    ['#EndSARS', 'hashtag End Sars'],
    ['#lagos2023', 'hashtag lagos twenty twenty three'],
    ['He left.Then she came.', 'He left. Then she came.'],
  ])
})

describe('quotation marks and apostrophes', () => {
  itReads('en', [
    ['"Hello," she said.', 'Hello, she said.'],
    ['“Really?” she asked.', 'Really? she asked.'],
    ["'Yes,' he said.", 'Yes, he said.'],
    ["don't", "don't"],
    ['don’t', "don't"],
    ["James' book", "James' book"],
    ["rock 'n' roll", "rock 'n' roll"],
    ["'Tis the season", "'Tis the season"],
    ["the boys' room", "the boys' room"],
    ['«Bonjour»', 'Bonjour'],
    ["She said 'go' twice.", 'She said go twice.'],
    ["I'm goin' home", "I'm goin' home"],
  ])
})

describe('dashes, brackets and dots', () => {
  itReads('en', [
    ['Lagos—the city—is big.', 'Lagos — the city — is big.'],
    ['Lagos – the city – is big.', 'Lagos — the city — is big.'],
    ['Lagos - the city - is big.', 'Lagos — the city — is big.'],
    ['Lagos -- the city', 'Lagos — the city'],
    ['Lagos (the city) is big.', 'Lagos, the city, is big.'],
    ['He came (late).', 'He came, late.'],
    ['[Music] He sings.', 'Music, He sings.'],
    ['He said... nothing.', 'He said — nothing.'],
    ['He left… Then it rained.', 'He left. Then it rained.'],
    ['Wait...', 'Wait.'],
    ['What?!', 'What?'],
    ['No!!!', 'No!'],
    ['Really???', 'Really?'],
    ['yes;no', 'yes; no'],
    ['one, , two', 'one, two'],
    ['Lagos → Abuja', 'Lagos to Abuja'],
  ])
})

describe('lists and markup', () => {
  itReads('en', [
    ['- rice\n- beans', 'rice\nbeans'],
    ['• rice\n• beans', 'rice\nbeans'],
    ['1. Rice\n2) Beans', 'one, Rice\ntwo, Beans'],
    ['# Heading\n\nText', 'Heading\nText'],
    ['**bold** and *soft* and `code`', 'bold and soft and code'],
    ['[our site](https://griot.ng)', 'our site'],
    ['<b>Hello</b>&nbsp;world &amp; all', 'Hello world and all'],
    ['one\n---\ntwo', 'one\ntwo'],
    ['a | b | c', 'a, B, C'],
    ['I. First\nII. Second', 'one, First\ntwo, Second'],
    ['> quoted', 'quoted'],
    ['(i) First\n(ii) Second', 'one, First\ntwo, Second'],
    ['line one\r\nline two', 'line one\nline two'],
  ])
})

describe('characters', () => {
  itReads('en', [
    ['café', 'cafe'],
    ['naïve', 'naive'],
    ['Adébáyò', 'Adebayo'],
    ['Ọ̀ṣun', 'Oshun'],
    ['Ṣọlá and şiş', 'Shola and shish'],
    ['Chukwụemeka na Ịfẹ́', 'Chukwuemeka na Ife'],
    ['Ɗan Ƙasa', 'Dan Kasa'],
    ['Straße', 'Strasse'],
    ['Ｈｅｌｌｏ １２', 'Hello twelve'],
    ['𝐇𝐞𝐥𝐥𝐨', 'Hello'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['zero\u200bwidth', 'zerowidth'],
    ['bell\u0007 here', 'bell here'],
    ['lone \ud800 half', 'lone half'],
    ['Good morning 😀👍🏽', 'Good morning'],
    ['family 👨‍👩‍👧‍👦 day', 'family day'],
    ['flag 🇳🇬 up', 'flag up'],
    ['press 1️⃣ now', 'press now'],
    ['I ❤️ Lagos', 'I Lagos'],
    ['Griot™ © 2024', 'Griot twenty twenty four'],
    ['He said مرحبا to me.', 'He said to me.'],
    ['Selam (ሰላም) means peace.', 'Selam, means peace.'],
    ['β-carotene and π', 'beta carotene and pi'],
    ['word¹ with a note', 'word with a note'],
    ['the ﬁrst ﬂight', 'the first flight'],
  ])
})
