import { describe } from 'vitest'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Figure by figure, in the groups that are written; eleven in one are cut into four, three and four, as Nigerian operators print them. No
 * native speaker has checked the table yet.
 */
describe('telephone numbers and codes', () => {
  itReads('pcm', [
    ['08031234567', 'zero eight zero three, one two three, four five six seven'],
    ['0803 123 4567', 'zero eight zero three, one two three, four five six seven'],
    ['0803-123-4567', 'zero eight zero three, one two three, four five six seven'],
    ['+2348031234567', 'plus two three four, eight zero three, one two three, four five six seven'],
    [
      '+234 803 123 4567',
      'plus two three four, eight zero three, one two three, four five six seven',
    ],
    [
      '+234 (0)803 123 4567',
      'plus two three four, zero, eight zero three, one two three, four five six seven',
    ],
    ['(0803) 123 4567', 'zero eight zero three, one two three, four five six seven'],
    ['01-2345678', 'zero one, two three four five six seven eight'],
    ['01 234 5678', 'zero one, two three four, five six seven eight'],
    ['07012345678', 'zero seven zero one, two three four, five six seven eight'],
    ['09098765432', 'zero nine zero nine, eight seven six, five four three two'],
    ['0812.345.6789', 'zero eight one two, three four five, six seven eight nine'],
    ['08000000000', 'zero eight zero zero, zero zero zero, zero zero zero zero'],
    ['+44 20 7946 0958', 'plus four four, two zero, seven nine four six, zero nine five eight'],
    ['+1 212 555 0123', 'plus one, two one two, five five five, zero one two three'],
    ['+251 911 234567', 'plus two five one, nine one one, two three four five six seven'],
    ['+251911234567', 'plus two five one, nine one one, two three four, five six seven'],
    ['0911234567', 'zero nine one one, two three four, five six seven'],
    ['0911 23 45 67', 'zero nine one one, two three, four five, six seven'],
    ['011-551-2345', 'zero one one, five five one, two three four five'],
    ['+233 24 123 4567', 'plus two three three, two four, one two three, four five six seven'],
    ['+227 90 12 34 56', 'plus two two seven, nine zero, one two, three four, five six'],
    ['+27 82 123 4567', 'plus two seven, eight two, one two three, four five six seven'],
    ['+33 1 23 45 67 89', 'plus three three, one, two three, four five, six seven, eight nine'],
    ['*123#', 'star one two three hash'],
    ['*556#', 'star five five six hash'],
    ['*901*1*5000#', 'star nine zero one, star one, star five zero zero zero hash'],
    ['*131*1#', 'star one three one, star one hash'],
    [
      '5555 4444 3333 2222',
      'five five five five, four four four four, three three three three, two two two two',
    ],
    [
      '08031234567, 08098765432',
      'zero eight zero three, one two three, four five six seven, zero eight zero nine, eight seven six, five four three two',
    ],
    [
      '08031234567/08098765432',
      'zero eight zero three, one two three, four five six seven, zero eight zero nine, eight seven six, five four three two',
    ],
    ['0700-225-5732', 'zero seven zero zero, two two five, five seven three two'],
    ['+234-1-271-2345', 'plus two three four, one, two seven one, two three four five'],
    ['+2349012345678', 'plus two three four, nine zero one, two three four, five six seven eight'],
    ['070 1234 5678', 'zero seven zero, one two three four, five six seven eight'],
    ['0803 1234567', 'zero eight zero three, one two three four five six seven'],
    ['0805-555-0199', 'zero eight zero five, five five five, zero one nine nine'],
    ['08123456789', 'zero eight one two, three four five, six seven eight nine'],
    ['0909 123 4567', 'zero nine zero nine, one two three, four five six seven'],
    [
      '+234 701 234 5678',
      'plus two three four, seven zero one, two three four, five six seven eight',
    ],
    ['+44 7700 900123', 'plus four four, seven seven zero zero, nine zero zero one two three'],
    ['*310#', 'star three one zero hash'],
    ['*777#', 'star seven seven seven hash'],
    ['+1 202 555 0147', 'plus one, two zero two, five five five, zero one four seven'],
    ['Call 08031234567.', 'Call zero eight zero three, one two three, four five six seven.'],
    ['phone: 08031234567', 'phone: zero eight zero three, one two three, four five six seven'],
    ['call 112', 'call one one two'],
    ['Tel: 08031234567', 'telephone: zero eight zero three, one two three, four five six seven'],
    [
      'my number na 08031234567',
      'my number na zero eight zero three, one two three, four five six seven',
    ],
    ['PIN 1234', 'Pin one two three four'],
    [
      'call +2348031234567',
      'call plus two three four, eight zero three, one two three, four five six seven',
    ],
    ['Dial *123#', 'Dial star one two three hash'],
    [
      'account number 0123456789',
      'account number zero one two three, four five six, seven eight nine',
    ],
    [
      'Make una call us for 0700-225-5732.',
      'Make una call us for zero seven zero zero, two two five, five seven three two.',
    ],
    ['phone 01-2345678', 'phone zero one, two three four five six seven eight'],
    ['P.O. Box 1234', 'P O Box one two three four'],
    ['OTP 456789', 'O T P four five six seven eight nine'],
    ['call 199', 'call one nine nine'],
    ['number 08031234567', 'number zero eight zero three, one two three, four five six seven'],
    ['for 08098765432', 'for zero eight zero nine, eight seven six, five four three two'],
    [
      'Call 07012345678 now now',
      'Call zero seven zero one, two three four, five six seven eight now now',
    ],
    ['text 32811', 'text three two eight one one'],
  ])
})
