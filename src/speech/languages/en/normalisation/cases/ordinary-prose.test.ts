import { describe } from 'vitest'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Everyday sentences in which something looks like a rarer thing: a rate like a time, a tank like a countdown, an article like a variable, a second
 * like a shilling. An editor read them one by one.
 */
describe('ordinary sentences that look like something rarer', () => {
  itReads('en', [
    ['fallen by 0.50 on Monday', 'fallen by zero point five zero on Monday'],
    ['the euro stood at 1.08 on Monday', 'the euro stood at one point zero eight on Monday'],
    ['up from 1.09 yesterday', 'up from one point zero nine yesterday'],
    ['two T-34 tanks', 'two T thirty four tanks'],
    ['T-10 seconds and counting', 'T minus ten seconds and counting'],
    ['tonight at 10/9c', 'tonight at ten, nine Central'],
    ['a sub-100ms response', 'a sub one hundred milliseconds response'],
    ['the under-60kg class', 'the under sixty kilograms class'],
    ['a <5% chance', 'a less than five percent chance'],
    ['if a < b then', 'if A is less than B then'],
    [
      'bake for 12 s. and 10 s. to 20 s.',
      'bake for twelve seconds. and ten seconds. to twenty seconds.',
    ],
    ['he paid 5s. a week', 'he paid five shillings a week'],
    ['the 2.0 T car', 'the two point zero T car'],
    ['a 3.5 A fuse', 'a three point five amp fuse'],
    ['it drew 2.5 A.', 'it drew two point five amps.'],
    ['12000-9000 BC', 'twelve thousand to nine thousand B C'],
    ['50-1000000 people', 'fifty to one million people'],
    ['a 300 pg book', 'a three hundred P G book'],
    ['2 cd player', 'two C D player'],
    ['he jumped 6 ft 3 times', 'he jumped six feet three times'],
    ['he is 6 ft 3 tall', 'he is six feet three inches tall'],
    ['Root has 10k runs', 'Root has ten thousand runs'],
    ['the 3rd fl. 20 rooms', 'the third F L. twenty rooms'],
    ['three up (3 UP)', 'three up, three up'],
    ['Arsenal –2 goals down– won', 'Arsenal — two goals down — won'],
    ['it was –5 °C', 'it was minus five degrees Celsius'],
    ['Luke 21 : 1 - 4', 'Luke chapter twenty one verses one to four'],
    ['1 JOHN 3 : 18', 'First John chapter three verse eighteen'],
    ['an area of 450,000 sq. miles', 'an area of four hundred and fifty thousand square miles'],
    ['Psalm 37 : 29.', 'Psalm thirty seven verse twenty nine.'],
    ['the 2nd cent. AD', 'the second century A D'],
    ['the F-35B costs more', 'the F thirty five B costs more'],
    ['see pp. 112–15', 'see pages one hundred and twelve to fifteen'],
    ['he weighs 8st 4lb', 'he weighs eight stone four pounds'],
    ['she weighs 14st now', 'she weighs fourteen stone now'],
    ['on the 21st', 'on the twenty first'],
    ['up 1.2pc in May', 'up one point two percent in May'],
    ['he scored 28 pts', 'he scored twenty eight points'],
    ['410 U.S. 113', 'four hundred and ten U S one hundred and thirteen'],
    ['$80/bbl', 'eighty dollars per barrel'],
  ])
})
