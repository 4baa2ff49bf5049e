import { describe } from 'vitest'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Figure by figure, in the groups that are written; eleven in one are cut into four, three and four, as Nigerian operators print them. No
 * native speaker has checked the table yet.
 */
describe('telephone numbers and codes', () => {
  itReads('ha', [
    ['08031234567', 'sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai'],
    ['0803 123 4567', 'sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai'],
    ['0803-123-4567', 'sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai'],
    [
      '+2348031234567',
      'ƙari biyu uku huɗu, takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai',
    ],
    [
      '+234 803 123 4567',
      'ƙari biyu uku huɗu, takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai',
    ],
    [
      '+234 (0)803 123 4567',
      'ƙari biyu uku huɗu, sifili, takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai',
    ],
    ['(0803) 123 4567', 'sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai'],
    ['01-2345678', 'sifili ɗaya, biyu uku huɗu biyar shida bakwai takwas'],
    ['01 234 5678', 'sifili ɗaya, biyu uku huɗu, biyar shida bakwai takwas'],
    ['07012345678', 'sifili bakwai sifili ɗaya, biyu uku huɗu, biyar shida bakwai takwas'],
    ['09098765432', 'sifili tara sifili tara, takwas bakwai shida, biyar huɗu uku biyu'],
    ['0812.345.6789', 'sifili takwas ɗaya biyu, uku huɗu biyar, shida bakwai takwas tara'],
    [
      '08000000000',
      'sifili takwas sifili sifili, sifili sifili sifili, sifili sifili sifili sifili',
    ],
    [
      '+44 20 7946 0958',
      'ƙari huɗu huɗu, biyu sifili, bakwai tara huɗu shida, sifili tara biyar takwas',
    ],
    ['+1 212 555 0123', 'ƙari ɗaya, biyu ɗaya biyu, biyar biyar biyar, sifili ɗaya biyu uku'],
    ['+251 911 234567', 'ƙari biyu biyar ɗaya, tara ɗaya ɗaya, biyu uku huɗu biyar shida bakwai'],
    ['+251911234567', 'ƙari biyu biyar ɗaya, tara ɗaya ɗaya, biyu uku huɗu, biyar shida bakwai'],
    ['0911234567', 'sifili tara ɗaya ɗaya, biyu uku huɗu, biyar shida bakwai'],
    ['0911 23 45 67', 'sifili tara ɗaya ɗaya, biyu uku, huɗu biyar, shida bakwai'],
    ['011-551-2345', 'sifili ɗaya ɗaya, biyar biyar ɗaya, biyu uku huɗu biyar'],
    ['+233 24 123 4567', 'ƙari biyu uku uku, biyu huɗu, ɗaya biyu uku, huɗu biyar shida bakwai'],
    ['+227 90 12 34 56', 'ƙari biyu biyu bakwai, tara sifili, ɗaya biyu, uku huɗu, biyar shida'],
    ['+27 82 123 4567', 'ƙari biyu bakwai, takwas biyu, ɗaya biyu uku, huɗu biyar shida bakwai'],
    ['+33 1 23 45 67 89', 'ƙari uku uku, ɗaya, biyu uku, huɗu biyar, shida bakwai, takwas tara'],
    ['*123#', 'tauraro ɗaya biyu uku, hash'],
    ['*556#', 'tauraro biyar biyar shida, hash'],
    [
      '*901*1*5000#',
      'tauraro tara sifili ɗaya, tauraro ɗaya, tauraro biyar sifili sifili sifili, hash',
    ],
    ['*131*1#', 'tauraro ɗaya uku ɗaya, tauraro ɗaya, hash'],
    [
      '5555 4444 3333 2222',
      'biyar biyar biyar biyar, huɗu huɗu huɗu huɗu, uku uku uku uku, biyu biyu biyu biyu',
    ],
    [
      '08031234567, 08098765432',
      'sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai, sifili takwas sifili tara, takwas bakwai shida, biyar huɗu uku biyu',
    ],
    [
      '08031234567/08098765432',
      'sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai, sifili takwas sifili tara, takwas bakwai shida, biyar huɗu uku biyu',
    ],
    ['0700-225-5732', 'sifili bakwai sifili sifili, biyu biyu biyar, biyar bakwai uku biyu'],
    ['+234-1-271-2345', 'ƙari biyu uku huɗu, ɗaya, biyu bakwai ɗaya, biyu uku huɗu biyar'],
    [
      '+2349012345678',
      'ƙari biyu uku huɗu, tara sifili ɗaya, biyu uku huɗu, biyar shida bakwai takwas',
    ],
    ['070 1234 5678', 'sifili bakwai sifili, ɗaya biyu uku huɗu, biyar shida bakwai takwas'],
    ['0803 1234567', 'sifili takwas sifili uku, ɗaya biyu uku huɗu biyar shida bakwai'],
    ['0805-555-0199', 'sifili takwas sifili biyar, biyar biyar biyar, sifili ɗaya tara tara'],
    ['08123456789', 'sifili takwas ɗaya biyu, uku huɗu biyar, shida bakwai takwas tara'],
    ['0909 123 4567', 'sifili tara sifili tara, ɗaya biyu uku, huɗu biyar shida bakwai'],
    [
      '+234 701 234 5678',
      'ƙari biyu uku huɗu, bakwai sifili ɗaya, biyu uku huɗu, biyar shida bakwai takwas',
    ],
    [
      '+44 7700 900123',
      'ƙari huɗu huɗu, bakwai bakwai sifili sifili, tara sifili sifili ɗaya biyu uku',
    ],
    ['*310#', 'tauraro uku ɗaya sifili, hash'],
    ['*777#', 'tauraro bakwai bakwai bakwai, hash'],
    ['+1 202 555 0147', 'ƙari ɗaya, biyu sifili biyu, biyar biyar biyar, sifili ɗaya huɗu bakwai'],
    ['waya: 08031234567', 'waya: sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai'],
    [
      'A kira 08031234567.',
      'a kira sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai.',
    ],
    [
      'lambar waya 0803 123 4567',
      'lambar waya sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai',
    ],
    ['kira lamba 112', 'kira lamba ɗaya ɗaya biyu'],
    [
      'Tel: 08031234567',
      'lambar waya sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai',
    ],
    [
      'lambar waya ita ce 08031234567',
      'lambar waya ita ce sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai',
    ],
    ['PIN 1234', 'Pin ɗaya biyu uku huɗu'],
    ['BVN 22123456789', 'B V N biyu biyu ɗaya biyu uku huɗu biyar shida bakwai takwas tara'],
    [
      'kira +2348031234567',
      'kira ƙari biyu uku huɗu, takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai',
    ],
    ['A danna *123#', 'a danna tauraro ɗaya biyu uku, hash'],
    [
      'lambar asusu 0123456789',
      'lambar asusu sifili ɗaya biyu uku huɗu biyar shida bakwai takwas tara',
    ],
    [
      'Ku kira mu a 0700-225-5732.',
      'Ku kira mu a sifili bakwai sifili sifili, biyu biyu biyar, biyar bakwai uku biyu.',
    ],
    ['waya 01-2345678', 'waya sifili ɗaya, biyu uku huɗu biyar shida bakwai takwas'],
    ['P.O. Box 1234', 'P O Box ɗaya biyu uku huɗu'],
    ['OTP 456789', 'O T P huɗu biyar shida bakwai takwas tara'],
    ['kira 199', 'kira ɗaya tara tara'],
    ['NIN 12345678901', 'N I N ɗaya biyu uku huɗu biyar shida bakwai takwas tara sifili ɗaya'],
    ['lamba 08031234567', 'lamba sifili takwas sifili uku, ɗaya biyu uku, huɗu biyar shida bakwai'],
    [
      'a kan 08098765432',
      'a kan sifili takwas sifili tara, takwas bakwai shida, biyar huɗu uku biyu',
    ],
    [
      'Ka kira 07012345678 yanzu',
      'Ka kira sifili bakwai sifili ɗaya, biyu uku huɗu, biyar shida bakwai takwas yanzu',
    ],
  ])
})
