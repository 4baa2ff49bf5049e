import { describe } from 'vitest'
import { ABBREVIATIONS_READ_ALIKE } from '#speech/languages/common/cases-read-alike.test-support.ts'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Titles in full before a name, as in Nigerian English; acronyms that can be said are words, others are spelled. No native speaker has
 * checked the table yet.
 */
describe('abbreviations, titles and acronyms', () => {
  itReads('pcm', [
    ...ABBREVIATIONS_READ_ALIKE,
    ['INEC', 'I neck'],
    ['U.S.A.', 'U S A.'],
    ['COVID-19', 'Covid nineteen'],
    ['E get B.A. from Ibadan.', 'e get B A from Ibadan.'],
    ['E get M.Sc. and Ph.D. from Nsukka.', 'e get M S C and P H D from Nsukka.'],
    ['Dr. Okeke', 'Doctor Okeke'],
    ['Mr. Obi', 'Mister Obi'],
    ['Mrs. Obi', 'Missus Obi'],
    ['Prof. Soyinka', 'Professor Soyinka'],
    ['Alh. Musa', 'Alhaji Musa'],
    ['Chief Obi', 'Chief Obi'],
    ['Rev. Okoro', 'Reverend Okoro'],
    ['Engr. Eze', 'Engineer Eze'],
    ['Barr. Ude', 'Barrister Ude'],
    ['Gov. Wike', 'Governor Wike'],
    ['Sen. Tinubu', 'Senator Tinubu'],
    ['Hon. Okafor', 'Honourable Okafor'],
    ['Fr. Mbaka', 'Father Mbaka'],
    ['Gen. Buhari', 'General Buhari'],
    ['Col. Ojukwu', 'Colonel Ojukwu'],
    ['Capt. Eze', 'Captain Eze'],
    ['St. Peter', 'Saint Peter'],
    ['Pst. Adeboye', 'Pastor Adeboye'],
    ['Sgt. Audu', 'Sergeant Audu'],
    ['etc.', 'et cetera.'],
    ['No. 5', 'number five'],
    ['p. 15', 'page fifteen'],
    ['e.g. rice', 'for example, rice'],
    ['i.e. house', 'that is, house'],
    ['Nigeria vs. Ghana', 'Nigeria versus Ghana'],
    ['Govt. go pay', 'Government go pay'],
    ['Im get Ph.D. E don finish am.', 'Im get P H D. e don finish am.'],
    ['E reach 7 p.m. Dem comot.', 'e reach seven P M. Dem comot.'],
    // Typed without capitals, as messages are.
    ['dr okeke don come', 'doctor okeke don come'],
    ['prof soyinka tok', 'professor soyinka tok'],
    ['bbc and cnn', 'B B C and C N N'],
    ['efcc and icpc', 'E F C C and I C P C'],
    ['n20,000', 'twenty thousand naira'],
    ['4g data', 'four G data'],
    ['see u b4 di game', 'see you before di game'],
    ['gr8', 'great'],
    ['di food v good', 'di food V good'],
    ['n5k-n10k', 'five to ten thousand naira'],
    ['hw u dey', 'how you dey'],
    ['b4 e go', 'before e go'],
  ])
})
