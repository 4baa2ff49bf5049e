import { describe } from 'vitest'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Ụbọchị … nke ọnwa …; the first day is mbụ, as in the Igbo Bible (Exodus 40:2); day first unless only month first is possible. No native
 * speaker has checked the table yet.
 */
describe('dates and years', () => {
  itReads('ig', [
    ['12/3/2024', "ụbọchị iri na abụọ nke ọnwa Maachị n'afọ puku abụọ na iri abụọ na anọ"],
    ['1/1/2025', "ụbọchị mbụ nke ọnwa Jenụwarị n'afọ puku abụọ na iri abụọ na ise"],
    [
      '31/12/1999',
      "ụbọchị iri atọ na otu nke ọnwa Disemba n'afọ otu puku na narị itoolu na iri itoolu na itoolu",
    ],
    ['5/6/24', "ụbọchị ise nke ọnwa Juun n'afọ puku abụọ na iri abụọ na anọ"],
    ['25/12/2023', "ụbọchị iri abụọ na ise nke ọnwa Disemba n'afọ puku abụọ na iri abụọ na atọ"],
    ['12/25/2012', "ụbọchị iri abụọ na ise nke ọnwa Disemba n'afọ puku abụọ na iri na abụọ"],
    ['2024-05-12', "ụbọchị iri na abụọ nke ọnwa Mee n'afọ puku abụọ na iri abụọ na anọ"],
    ['2012/12/25', "ụbọchị iri abụọ na ise nke ọnwa Disemba n'afọ puku abụọ na iri na abụọ"],
    ['1.10.1960', "ụbọchị mbụ nke ọnwa Ọktoba n'afọ otu puku na narị itoolu na iri isii"],
    ['15-8-2022', "ụbọchị iri na ise nke ọnwa Ọgọst n'afọ puku abụọ na iri abụọ na abụọ"],
    ['01/10/1960', "ụbọchị mbụ nke ọnwa Ọktoba n'afọ otu puku na narị itoolu na iri isii"],
    ['29/2/2020', "ụbọchị iri abụọ na itoolu nke ọnwa Febụwarị n'afọ puku abụọ na iri abụọ"],
    ['1960', 'otu puku na narị itoolu na iri isii'],
    ['5 May 2024', "ụbọchị ise nke ọnwa Mee n'afọ puku abụọ na iri abụọ na anọ"],
    ['12 March', 'ụbọchị iri na abụọ nke ọnwa Maachị'],
    ['March 12', 'ụbọchị iri na abụọ nke ọnwa Maachị'],
    ['March 12, 2024', "ụbọchị iri na abụọ nke ọnwa Maachị n'afọ puku abụọ na iri abụọ na anọ"],
    ['1st January 2025', "ụbọchị mbụ nke ọnwa Jenụwarị n'afọ puku abụọ na iri abụọ na ise"],
    ['October 1, 1960', "ụbọchị mbụ nke ọnwa Ọktoba n'afọ otu puku na narị itoolu na iri isii"],
    [
      '29 May 1999',
      "ụbọchị iri abụọ na itoolu nke ọnwa Mee n'afọ otu puku na narị itoolu na iri itoolu na itoolu",
    ],
    ['May 2015', "Mee n'afọ puku abụọ na iri na ise"],
    ['12 Jan 2024', "ụbọchị iri na abụọ nke ọnwa Jenụwarị n'afọ puku abụọ na iri abụọ na anọ"],
    ['Dec 25', 'ụbọchị iri abụọ na ise nke ọnwa Disemba'],
    ['25 Dec. 2023', "ụbọchị iri abụọ na ise nke ọnwa Disemba n'afọ puku abụọ na iri abụọ na atọ"],
    ['ụbọchị 5', 'ụbọchị ise'],
    ['ụbọchị 5 nke ọnwa Mee', 'ụbọchị ise nke ọnwa Mee'],
    [
      "n'ụbọchị 12/3/2024",
      "n'ụbọchị iri na abụọ nke ọnwa Maachị n'afọ puku abụọ na iri abụọ na anọ",
    ],
    [
      "n'ụbọchị 1 nke ọnwa Ọktoba, 1960",
      "n'ụbọchị mbụ nke ọnwa Ọktoba n'afọ otu puku na narị itoolu na iri isii",
    ],
    ["abalị 5 n'ọnwa Mee", "abalị ise n'ọnwa Mee"],
    ["n'abalị 12 nke ọnwa Maachị", "n'abalị iri na abụọ nke ọnwa Maachị"],
    ["n'abalị 5 Mee 2024", "n'abalị ise nke ọnwa Mee n'afọ puku abụọ na iri abụọ na anọ"],
    ["n'afọ 1960", "n'afọ otu puku na narị itoolu na iri isii"],
    ['afọ 2024', 'afọ puku abụọ na iri abụọ na anọ'],
    ["n'afọ 1999", "n'afọ otu puku na narị itoolu na iri itoolu na itoolu"],
    ["n'afọ 1914", "n'afọ otu puku na narị itoolu na iri na anọ"],
    [
      '1914-1918',
      'otu puku na narị itoolu na iri na anọ ruo otu puku na narị itoolu na iri na asatọ',
    ],
    ['2019/2020', 'puku abụọ na iri na itoolu ruo puku abụọ na iri abụọ'],
    ['Jenụwarị 2024', "Jenụwarị n'afọ puku abụọ na iri abụọ na anọ"],
    ['Mee 5', 'ụbọchị ise nke ọnwa Mee'],
    ['Mee 5, 2024', "ụbọchị ise nke ọnwa Mee n'afọ puku abụọ na iri abụọ na anọ"],
    ['Ọktoba 1, 1960', "ụbọchị mbụ nke ọnwa Ọktoba n'afọ otu puku na narị itoolu na iri isii"],
    ['5 Mee', 'ụbọchị ise nke ọnwa Mee'],
    ['ọnwa Disemba 25', 'ụbọchị iri abụọ na ise nke ọnwa Disemba'],
    [
      '25 Disemba 2023',
      "ụbọchị iri abụọ na ise nke ọnwa Disemba n'afọ puku abụọ na iri abụọ na atọ",
    ],
    [
      'Mọnde, 12 Maachị 2024',
      "Mọnde, ụbọchị iri na abụọ nke ọnwa Maachị n'afọ puku abụọ na iri abụọ na anọ",
    ],
    ["n'afọ 1804", "n'afọ otu puku na narị asatọ na anọ"],
    ["n'afọ 1900", "n'afọ otu puku na narị itoolu"],
    ["n'afọ 2007", "n'afọ puku abụọ na asaa"],
    ["n'afọ 2000", "n'afọ puku abụọ"],
    ['afọ 30', 'afọ iri atọ'],
    ['ụbọchị 30', 'ụbọchị iri atọ'],
    ["site n'afọ 1990 ruo 2000", "site n'afọ otu puku na narị itoolu na iri itoolu ruo puku abụọ"],
    ['1990-2000', 'otu puku na narị itoolu na iri itoolu ruo puku abụọ'],
    ["n'ọnwa Julaị 1967", "n'ọnwa Julaị n'afọ otu puku na narị itoolu na iri isii na asaa"],
    [
      '30 Mee 1967',
      "ụbọchị iri atọ nke ọnwa Mee n'afọ otu puku na narị itoolu na iri isii na asaa",
    ],
    [
      'ụbọchị 30/5/1967',
      "ụbọchị iri atọ nke ọnwa Mee n'afọ otu puku na narị itoolu na iri isii na asaa",
    ],
    ['1/10/60', "ụbọchị mbụ nke ọnwa Ọktoba n'afọ otu puku na narị itoolu na iri isii"],
    ['na 1970', 'na otu puku na narị itoolu na iri asaa'],
    ['3 Sept 1990', "ụbọchị atọ nke ọnwa Septemba n'afọ otu puku na narị itoolu na iri itoolu"],
    ['7/4/2020', "ụbọchị asaa nke ọnwa Eprel n'afọ puku abụọ na iri abụọ"],
    [
      "n'ụbọchị 15/8/2022",
      "n'ụbọchị iri na ise nke ọnwa Ọgọst n'afọ puku abụọ na iri abụọ na abụọ",
    ],
    ["n'afọ 1929", "n'afọ otu puku na narị itoolu na iri abụọ na itoolu"],
    ['14 February 2023', "ụbọchị iri na anọ nke ọnwa Febụwarị n'afọ puku abụọ na iri abụọ na atọ"],
  ])
})
