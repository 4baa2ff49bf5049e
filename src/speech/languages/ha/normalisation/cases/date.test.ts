import { describe } from 'vitest'
import { itReads } from '#speech/text/reads.test-support.ts'

/**
 * Ranar … ga watan … na shekarar …, and alif for the thousand of a year before 2000 (Kraft and Kirk-Greene 1973, Teach Yourself Hausa, on
 * dates); day first unless only month first is possible. No native speaker has checked the table yet.
 */
describe('dates and years', () => {
  itReads('ha', [
    ['12/3/2024', 'ranar goma sha biyu ga watan Maris na shekarar dubu biyu da ashirin da huɗu'],
    ['1/1/2025', 'ranar ɗaya ga watan Janairu na shekarar dubu biyu da ashirin da biyar'],
    [
      '31/12/1999',
      "ranar talatin da ɗaya ga watan Disamba na shekarar alif da ɗari tara da casa'in da tara",
    ],
    ['5/6/24', 'ranar biyar ga watan Yuni na shekarar dubu biyu da ashirin da huɗu'],
    [
      '25/12/2023',
      'ranar ashirin da biyar ga watan Disamba na shekarar dubu biyu da ashirin da uku',
    ],
    [
      '12/25/2012',
      'ranar ashirin da biyar ga watan Disamba na shekarar dubu biyu da goma sha biyu',
    ],
    ['2024-05-12', 'ranar goma sha biyu ga watan Mayu na shekarar dubu biyu da ashirin da huɗu'],
    [
      '2012/12/25',
      'ranar ashirin da biyar ga watan Disamba na shekarar dubu biyu da goma sha biyu',
    ],
    ['1.10.1960', 'ranar ɗaya ga watan Oktoba na shekarar alif da ɗari tara da sittin'],
    ['15-8-2022', 'ranar goma sha biyar ga watan Agusta na shekarar dubu biyu da ashirin da biyu'],
    ['01/10/1960', 'ranar ɗaya ga watan Oktoba na shekarar alif da ɗari tara da sittin'],
    ['29/2/2020', 'ranar ashirin da tara ga watan Fabrairu na shekarar dubu biyu da ashirin'],
    ['1960', 'dubu da ɗari tara da sittin'],
    ['5 May 2024', 'biyar ga Mayu na shekarar dubu biyu da ashirin da huɗu'],
    ['12 March', 'goma sha biyu ga Maris'],
    ['March 12', 'goma sha biyu ga Maris'],
    ['March 12, 2024', 'goma sha biyu ga watan Maris na shekarar dubu biyu da ashirin da huɗu'],
    ['1st January 2025', 'ɗaya ga Janairu na shekarar dubu biyu da ashirin da biyar'],
    ['October 1, 1960', 'ɗaya ga watan Oktoba na shekarar alif da ɗari tara da sittin'],
    ['29 May 1999', "ashirin da tara ga Mayu na shekarar alif da ɗari tara da casa'in da tara"],
    ['May 2015', 'Mayu na shekarar dubu biyu da goma sha biyar'],
    ['12 Jan 2024', 'goma sha biyu ga Janairu na shekarar dubu biyu da ashirin da huɗu'],
    ['Dec 25', 'ashirin da biyar ga Disamba'],
    ['25 Dec. 2023', 'ashirin da biyar ga Disamba na shekarar dubu biyu da ashirin da uku'],
    ['ranar 5', 'ranar biyar'],
    ['ranar 5 ga watan Mayu', 'ranar biyar ga watan Mayu'],
    [
      'ranar 12 ga Maris 2024',
      'ranar goma sha biyu ga Maris na shekarar dubu biyu da ashirin da huɗu',
    ],
    ['1 ga Oktoba 1960', 'ɗaya ga Oktoba na shekarar alif da ɗari tara da sittin'],
    [
      'ranar 1 ga watan Oktoban 1960',
      'ranar ɗaya ga watan Oktoba na shekarar alif da ɗari tara da sittin',
    ],
    ['a ranar 5/5/2024', 'a ranar biyar ga watan Mayu na shekarar dubu biyu da ashirin da huɗu'],
    ['a 1960', 'a shekarar alif da ɗari tara da sittin'],
    ['a shekarar 1999', "a shekarar alif da ɗari tara da casa'in da tara"],
    ['shekarar 2024', 'shekarar dubu biyu da ashirin da huɗu'],
    ['shekara ta 2000', 'shekara ta dubu biyu'],
    ['tun 1999', "tun shekarar alif da ɗari tara da casa'in da tara"],
    ['kafin 1914', 'kafin shekarar alif da ɗari tara da goma sha huɗu'],
    ['1914-1918', 'alif da ɗari tara da goma sha huɗu zuwa alif da ɗari tara da goma sha takwas'],
    ['2019/2020', 'dubu biyu da goma sha tara zuwa dubu biyu da ashirin'],
    ['Janairu 2024', 'Janairu na shekarar dubu biyu da ashirin da huɗu'],
    ['watan Mayun 2015', 'watan Mayu na shekarar dubu biyu da goma sha biyar'],
    ['25 ga Disamba', 'ashirin da biyar ga Disamba'],
    ['ranar Litinin, 12 ga Maris', 'ranar Litinin, goma sha biyu ga Maris'],
    [
      'ranar 29 ga Mayu, 1999',
      "ranar ashirin da tara ga Mayu na shekarar alif da ɗari tara da casa'in da tara",
    ],
    ['1804', 'dubu da ɗari takwas da huɗu'],
    ['shekarar 1804', 'shekarar alif da ɗari takwas da huɗu'],
    ['shekarar 1900', 'shekarar alif da ɗari tara'],
    ['shekarar 2007', 'shekarar dubu biyu da bakwai'],
    ['shekara 30', 'shekara talatin'],
    ['kwanaki 30', 'kwanaki talatin'],
    ['daga 1990 zuwa 2000', "daga alif da ɗari tara da casa'in zuwa dubu biyu"],
    ['1990-2000', "alif da ɗari tara da casa'in zuwa dubu biyu"],
    ['a shekara ta 1840', "a shekara ta alif da ɗari takwas da arba'in"],
    ['1/10/60', 'ranar ɗaya ga watan Oktoba na shekarar alif da ɗari tara da sittin'],
    ['a cikin 1999', "a cikin shekarar alif da ɗari tara da casa'in da tara"],
    ['a watan Mayu na 2023', 'a watan Mayu na dubu biyu da ashirin da uku'],
    ['10 ga Nuwamba 2010', 'goma ga Nuwamba na shekarar dubu biyu da goma'],
    ['3 Sept 1990', "uku ga Satumba na shekarar alif da ɗari tara da casa'in"],
    ['7/4/2020', 'ranar bakwai ga watan Afrilu na shekarar dubu biyu da ashirin'],
    [
      'a ranar 15/8/2022',
      'a ranar goma sha biyar ga watan Agusta na shekarar dubu biyu da ashirin da biyu',
    ],
    ['shekarar 1903', 'shekarar alif da ɗari tara da uku'],
  ])
})
