import { expect, test } from 'vitest'
import { normalise } from '#speech/text/normalise.ts'

test.each([
  ['Ọjọ́ 20, oṣù Ògún, ọdún 2020', 'Ọjọ́ ogún, oṣù Ògún, ọdún ẹgbẹ̀rún méjì àti ogún'],
  ['ọjọ́ 12 oṣù kẹfà', 'ọjọ́ kejìlá oṣù kẹfà'],
  ['15/08/2023', 'ọjọ́ kẹẹ̀ẹ́dógún oṣù kẹjọ ọdún ẹgbẹ̀rún méjì àti mẹ́tàlélógún'],
  ['2023-08-15', 'ọjọ́ kẹẹ̀ẹ́dógún oṣù kẹjọ ọdún ẹgbẹ̀rún méjì àti mẹ́tàlélógún'],
  ['5 January 2001', 'ọjọ́ karùn ún oṣù Jánúárì ọdún ẹgbẹ̀rún méjì àti kan'],
  [
    'August 3, 1995',
    'ọjọ́ kẹta oṣù Ọ́gọ́ọ̀sì ọdún ẹgbẹ̀rún kan, ọgọ́rùn ún mẹ́sàn án àti márùndínlọ́gọ́rùn ún',
  ],
  ['Oṣù Ọ̀pẹ 2019', 'Oṣù Ọ̀pẹ ọdún ẹgbẹ̀rún méjì àti mọ́kàndínlógún'],
  ['oṣù March 2018', 'oṣù Máàṣì ọdún ẹgbẹ̀rún méjì àti méjìdínlógún'],
  ['ojo 12 osu keta odun 2019', 'ojo kejìlá osu keta odun ẹgbẹ̀rún méjì àti mọ́kàndínlógún'],
  ['lọ́dún 1960', 'lọ́dún ẹgbẹ̀rún kan, ọgọ́rùn ún mẹ́sàn án àti ọgọ́ta'],
  ['ọdún 5', 'ọdún márùn ún'],
  ['2015-2019', 'ẹgbẹ̀rún méjì àti mẹ́ẹ̀ẹ́dógún sí ẹgbẹ̀rún méjì àti mọ́kàndínlógún'],
  ['2022/2023', 'ẹgbẹ̀rún méjì àti méjìlélógún sí ẹgbẹ̀rún méjì àti mẹ́tàlélógún'],
  ['agogo 7:30', 'agogo méje àbọ̀'],
  ['aago 8:15', 'aago mẹ́jọ kọjá ìṣẹ́jú mẹ́ẹ̀ẹ́dógún'],
  ['ní 9:45', 'ní agogo mẹ́wàá ku ìṣẹ́jú mẹ́ẹ̀ẹ́dógún'],
  ['14:20', 'agogo méjì kọjá ìṣẹ́jú ogún ọ̀sán'],
  ['6am', 'agogo mẹ́fà àárọ̀'],
  ['11:30pm', 'agogo mọ́kànlá àbọ̀ alẹ́'],
  ['aago 10:00 alẹ́', 'aago mẹ́wàá alẹ́'],
  ['7:05 àárọ̀', 'agogo méje kọjá ìṣẹ́jú márùn ún àárọ̀'],
  [
    'Naijiria gba òmìnira ní 1/10/1960.',
    'Naijiria gba òmìnira ní ọjọ́ kìíní oṣù kẹwàá ọdún ẹgbẹ̀rún kan, ọgọ́rùn ún mẹ́sàn án àti ọgọ́ta.',
  ],
  [
    'Ìpàdé náà wáyé ní Ọjọ́bọ̀, ọjọ́ 23, oṣù Èrèlé, ọdún 2023, ní aago 10:00 àárọ̀.',
    'Ìpàdé náà wáyé ní Ọjọ́bọ̀, ọjọ́ kẹtàlélógún, oṣù Èrèlé, ọdún ẹgbẹ̀rún méjì àti mẹ́tàlélógún, ní aago mẹ́wàá àárọ̀.',
  ],
  [
    'Ẹ pe 0803-123-4567 fún àlàyé.',
    'Ẹ pe òdo ẹ̀jọ òdo ẹ̀ta, ọ̀kan èjì ẹ̀ta, ẹ̀rin àrún ẹ̀fà èje fún àlàyé.',
  ],
  ['12/30/2020', 'ọjọ́ ọgbọ̀n oṣù kejìlá ọdún ẹgbẹ̀rún méjì àti ogún'],
  ['29-02-2024', 'ọjọ́ kọkàndínlọ́gbọ̀n oṣù kejì ọdún ẹgbẹ̀rún méjì àti mẹ́rìnlélógún'],
  ['May 5, 2020', 'ọjọ́ karùn ún oṣù Méè ọdún ẹgbẹ̀rún méjì àti ogún'],
  ['5 May', 'ọjọ́ karùn ún oṣù Méè'],
  ['13:00', 'agogo kan ọ̀sán'],
  ['00:15', 'agogo méjìlá kọjá ìṣẹ́jú mẹ́ẹ̀ẹ́dógún òru'],
  ['24:00', 'agogo méjìlá òru'],
  ['aago 7.30', 'aago méje àbọ̀'],
])('a Yoruba reader says %j as %j', (written, spoken) => {
  expect(normalise(written, 'yo')).toBe(spoken)
})
