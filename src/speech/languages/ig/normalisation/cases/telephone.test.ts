import { describe } from 'vitest'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Figure by figure, in the groups that are written; eleven in one are cut into four, three and four, as Nigerian operators print them. No
 * native speaker has checked the table yet.
 */
describe('telephone numbers and codes', () => {
  itReads('ig', [
    ['08031234567', 'efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
    ['0803 123 4567', 'efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
    ['0803-123-4567', 'efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
    ['+2348031234567', 'mgbakwunye abụọ atọ anọ, asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
    [
      '+234 803 123 4567',
      'mgbakwunye abụọ atọ anọ, asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa',
    ],
    [
      '+234 (0)803 123 4567',
      'mgbakwunye abụọ atọ anọ, efu, asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa',
    ],
    ['(0803) 123 4567', 'efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
    ['01-2345678', 'efu otu, abụọ atọ anọ ise isii asaa asatọ'],
    ['01 234 5678', 'efu otu, abụọ atọ anọ, ise isii asaa asatọ'],
    ['07012345678', 'efu asaa efu otu, abụọ atọ anọ, ise isii asaa asatọ'],
    ['09098765432', 'efu itoolu efu itoolu, asatọ asaa isii, ise anọ atọ abụọ'],
    ['0812.345.6789', 'efu asatọ otu abụọ, atọ anọ ise, isii asaa asatọ itoolu'],
    ['08000000000', 'efu asatọ efu efu, efu efu efu, efu efu efu efu'],
    [
      '+44 20 7946 0958',
      'mgbakwunye anọ anọ, abụọ efu, asaa itoolu anọ isii, efu itoolu ise asatọ',
    ],
    ['+1 212 555 0123', 'mgbakwunye otu, abụọ otu abụọ, ise ise ise, efu otu abụọ atọ'],
    ['+251 911 234567', 'mgbakwunye abụọ ise otu, itoolu otu otu, abụọ atọ anọ ise isii asaa'],
    ['+251911234567', 'mgbakwunye abụọ ise otu, itoolu otu otu, abụọ atọ anọ, ise isii asaa'],
    ['0911234567', 'efu itoolu otu otu, abụọ atọ anọ, ise isii asaa'],
    ['0911 23 45 67', 'efu itoolu otu otu, abụọ atọ, anọ ise, isii asaa'],
    ['011-551-2345', 'efu otu otu, ise ise otu, abụọ atọ anọ ise'],
    ['+233 24 123 4567', 'mgbakwunye abụọ atọ atọ, abụọ anọ, otu abụọ atọ, anọ ise isii asaa'],
    ['+227 90 12 34 56', 'mgbakwunye abụọ abụọ asaa, itoolu efu, otu abụọ, atọ anọ, ise isii'],
    ['+27 82 123 4567', 'mgbakwunye abụọ asaa, asatọ abụọ, otu abụọ atọ, anọ ise isii asaa'],
    ['+33 1 23 45 67 89', 'mgbakwunye atọ atọ, otu, abụọ atọ, anọ ise, isii asaa, asatọ itoolu'],
    ['*123#', 'kpakpando otu abụọ atọ, hash'],
    ['*556#', 'kpakpando ise ise isii, hash'],
    ['*901*1*5000#', 'kpakpando itoolu efu otu, kpakpando otu, kpakpando ise efu efu efu, hash'],
    ['*131*1#', 'kpakpando otu atọ otu, kpakpando otu, hash'],
    [
      '5555 4444 3333 2222',
      'ise ise ise ise, anọ anọ anọ anọ, atọ atọ atọ atọ, abụọ abụọ abụọ abụọ',
    ],
    [
      '08031234567, 08098765432',
      'efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa, efu asatọ efu itoolu, asatọ asaa isii, ise anọ atọ abụọ',
    ],
    [
      '08031234567/08098765432',
      'efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa, efu asatọ efu itoolu, asatọ asaa isii, ise anọ atọ abụọ',
    ],
    ['0700-225-5732', 'efu asaa efu efu, abụọ abụọ ise, ise asaa atọ abụọ'],
    ['+234-1-271-2345', 'mgbakwunye abụọ atọ anọ, otu, abụọ asaa otu, abụọ atọ anọ ise'],
    [
      '+2349012345678',
      'mgbakwunye abụọ atọ anọ, itoolu efu otu, abụọ atọ anọ, ise isii asaa asatọ',
    ],
    ['070 1234 5678', 'efu asaa efu, otu abụọ atọ anọ, ise isii asaa asatọ'],
    ['0803 1234567', 'efu asatọ efu atọ, otu abụọ atọ anọ ise isii asaa'],
    ['0805-555-0199', 'efu asatọ efu ise, ise ise ise, efu otu itoolu itoolu'],
    ['08123456789', 'efu asatọ otu abụọ, atọ anọ ise, isii asaa asatọ itoolu'],
    ['0909 123 4567', 'efu itoolu efu itoolu, otu abụọ atọ, anọ ise isii asaa'],
    [
      '+234 701 234 5678',
      'mgbakwunye abụọ atọ anọ, asaa efu otu, abụọ atọ anọ, ise isii asaa asatọ',
    ],
    ['+44 7700 900123', 'mgbakwunye anọ anọ, asaa asaa efu efu, itoolu efu efu otu abụọ atọ'],
    ['*310#', 'kpakpando atọ otu efu, hash'],
    ['*777#', 'kpakpando asaa asaa asaa, hash'],
    ['+1 202 555 0147', 'mgbakwunye otu, abụọ efu abụọ, ise ise ise, efu otu anọ asaa'],
    ['ekwentị: 08031234567', 'ekwentị: efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
    ['Kpọọ 08031234567.', 'Kpọọ efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa.'],
    [
      'nọmba ekwentị 0803 123 4567',
      'nọmba ekwentị efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa',
    ],
    ['kpọọ 112', 'kpọọ otu otu abụọ'],
    ['Tel: 08031234567', 'ekwentị efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
    [
      'nọmba ekwentị m bụ 08031234567',
      'nọmba ekwentị m bụ efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa',
    ],
    ['PIN 1234', 'Pin otu abụọ atọ anọ'],
    ['BVN 22123456789', 'B V N abụọ abụọ otu abụọ atọ anọ ise isii asaa asatọ itoolu'],
    [
      'kpọọ +2348031234567',
      'kpọọ mgbakwunye abụọ atọ anọ, asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa',
    ],
    ['Pịa *123#', 'Pịa kpakpando otu abụọ atọ, hash'],
    ['nọmba akaụntụ 0123456789', 'nọmba akaụntụ efu otu abụọ atọ anọ ise isii asaa asatọ itoolu'],
    [
      'Kpọọ anyị na 0700-225-5732.',
      'Kpọọ anyị na efu asaa efu efu, abụọ abụọ ise, ise asaa atọ abụọ.',
    ],
    ['ekwentị 01-2345678', 'ekwentị efu otu, abụọ atọ anọ ise isii asaa asatọ'],
    ['P.O. Box 1234', 'igbe akwụkwọ ozi otu abụọ atọ anọ'],
    ['OTP 456789', 'O T P anọ ise isii asaa asatọ itoolu'],
    ['kpọọ 199', 'kpọọ otu itoolu itoolu'],
    ['NIN 12345678901', 'N I N otu abụọ atọ anọ ise isii asaa asatọ itoolu efu otu'],
    ['nọmba 08031234567', 'nọmba efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
    ['na 08098765432', 'na efu asatọ efu itoolu, asatọ asaa isii, ise anọ atọ abụọ'],
    ['Kpọọ 07012345678 ugbu a', 'Kpọọ efu asaa efu otu, abụọ atọ anọ, ise isii asaa asatọ ugbu a'],
  ])
})
