import { describe } from 'vitest'
import { ABBREVIATIONS_READ_ALIKE } from '#speech/languages/common/cases-read-alike.test-support.ts'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Titles in full before a name; acronyms that can be said are words, others are spelled, and a stop stays where the sentence ends. No
 * native speaker has checked the table yet.
 */
describe('abbreviations, titles and acronyms', () => {
  itReads('ig', [
    ...ABBREVIATIONS_READ_ALIKE,
    ['U.S.A.', 'U S A'],
    ['COVID-19', 'Covid iri na itoolu'],
    ['O nwetara B.A. na Nsụka.', 'o nwetara B A na Nsụka.'],
    ['O nwere M.Sc. na Ph.D. site na Nsụka.', 'o nwere M S C na P H D site na Nsụka.'],
    ['O nwetara Ph.D. Ọ lọtala.', 'o nwetara P H D. ọ lọtala.'],
    ['Dkt. Okeke', 'Dọkịta Okeke'],
    ['Dr. Okeke', 'Dọkịta Okeke'],
    ['Maz. Obi', 'Maazị Obi'],
    ['Mr. Obi', 'Maazị Obi'],
    ['Mrs. Obi', 'Oriakụ Obi'],
    ['Oriak. Obi', 'Oriakụ Obi'],
    ['Prof. Achebe', 'Prọfesọ Achebe'],
    ['Prọf. Achebe', 'Prọfesọ Achebe'],
    ['Rev. Okoro', 'Revọrend Okoro'],
    ['Engr. Eze', 'Enjinia Eze'],
    ['Barr. Ude', 'Barịsta Ude'],
    ['Gov. Soludo', 'Gọvanọ Soludo'],
    ['Sen. Abaribe', 'Sineta Abaribe'],
    ['Hon. Okafo', 'Ọnọrebụl Okafo'],
    ['Fr. Mbaka', 'Fada Mbaka'],
    ['Sr. Nkechi', 'Sista Nkechi'],
    ['Col. Ojukwu', 'Kọnel Ojukwu'],
    ['Gen. Ironsi', 'Jeneral Ironsi'],
    ['Capt. Eze', 'Kaptịn Eze'],
    ['St. Peter', 'Sent Peter'],
    ['wdg.', 'na ndị ọzọ.'],
    ['d.g.z.', 'dị gawazie.'],
    ['etc.', 'na ndị ọzọ.'],
    ['Nọ. 5', 'nọmba ise'],
    ['ih. 12', 'ihu iri na abụọ'],
    ['p. 15', 'ihu iri na ise'],
    // Typed without capitals, as messages are.
    ['dr okeke bịara', 'Dọkịta Okeke bịara'],
    ['prof. eze', 'Prọfesọ Eze'],
    ['bbc na cnn', 'B B C na C N N'],
    ['efcc na icpc', 'E F C C na I C P C'],
    ['n20,000', 'naịra puku iri abụọ'],
    ['n5000', 'naịra puku ise'],
    ['ndị nta akụkọ', 'ndị nta akụkọ'],
    ['Dr.Okeke', 'Dọkịta Okeke'],
    ['dr Okeke bịara', 'Dọkịta Okeke bịara'],
    ['n50 million', 'nde naịra iri ise'],
  ])
})
