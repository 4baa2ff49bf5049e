import { describe } from 'vitest'
import { ABBREVIATIONS_READ_ALIKE } from '#speech/languages/common/cases-read-alike.test-support.ts'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Titles in full before a name; acronyms that can be said are words, others are spelled, and a stop stays where the sentence ends. No
 * native speaker has checked the table yet.
 */
describe('abbreviations, titles and acronyms', () => {
  itReads('ha', [
    ...ABBREVIATIONS_READ_ALIKE,
    ['INEC', 'Inec'],
    ['U.S.A.', 'U S A.'],
    ['COVID-19', 'Covid goma sha tara'],
    ['Ya samu B.A. a Kano.', 'Ya samu B A a Kano.'],
    ['Yana da M.Sc. da Ph.D. daga Zaria.', 'Yana da M S C da P H D daga Zaria.'],
    ['Ya samu Ph.D. Ya dawo.', 'Ya samu P H D. Ya dawo.'],
    ['Alh. Musa', 'Alhaji Musa'],
    ['Haj. Amina', 'Hajiya Amina'],
    ['Mal. Aminu', 'Malam Aminu'],
    ['Dr. Bello', 'Dakta Bello'],
    ['Dkt. Bello', 'Dakta Bello'],
    ['Prof. Jega', 'Farfesa Jega'],
    ['Mr. Sule', 'Mista Sule'],
    ['Mrs. Sule', 'Misis Sule'],
    ['Gov. Zulum', 'Gwamna Zulum'],
    ['Sen. Lawan', 'Sanata Lawan'],
    ['Hon. Gbajabiamila', 'Honorabul Gbajabiamila'],
    ['Engr. Sani', 'Injiniya Sani'],
    ['Barr. Aliyu', 'Barista Aliyu'],
    ['Gen. Buhari', 'Janar Buhari'],
    ['Col. Usman', 'Kanar Usman'],
    ['Maj. Garba', 'Manjo Garba'],
    ['Capt. Bala', 'Kyaftin Bala'],
    ['Sgt. Audu', 'Sajan Audu'],
    ['Rev. Yakubu', 'Rabaran Yakubu'],
    ['d.s.', 'da sauransu.'],
    ['da d.s.', 'da sauransu.'],
    ['S.A.W.', 'sallallahu alaihi wa sallam.'],
    ['r.a.', 'raliyallahu anhu.'],
    ['No. 5', 'lamba biyar'],
    ['sh. 12', 'shafi na goma sha biyu'],
    ['Lamb. 7', 'lamba bakwai'],
    // Typed without capitals, as messages are.
    ['dr ahmad ya zo', 'Dakta Ahmad ya zo'],
    ['prof. musa', 'Farfesa Musa'],
    ['bbc da cnn', 'B B C da C N N'],
    ['efcc da icpc', 'E F C C da I C P C'],
    ['n20,000', 'naira dubu ashirin'],
    ['n5000', 'naira dubu biyar'],
    ['mtn data', 'M T N data'],
    ['Dr.Ahmadinejad', 'Dakta Ahmadinejad'],
    ['mr Musa ya ce', 'Mista Musa ya ce'],
    ['n5k-n10k', 'naira dubu biyar zuwa dubu goma'],
    ['n50 million', 'naira miliyan hamsin'],
  ])
})
