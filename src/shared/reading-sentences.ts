import type { LanguageCode } from './voices.ts'

/**
 * Sentences to read aloud for a voice of one's own, written for this: each is read in about six to
 * twelve seconds, in the full orthography of its language, and together they hold the sounds that tell speakers apart
 * (every vowel, the stops and fricatives, nasals, and what only that language has).
 */
export const READING_SENTENCES: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: [
    'The old ferry crossed the wide river at dawn, carrying yams, young goats and a dozen cheerful fishermen to the market.',
    'Would you please fetch a jug of cool water before the thunder reaches our garden wall and the children run inside?',
    'My brother’s choir practised that joyful song all week, though nobody could measure its strange rhythm or remember the third verse.',
    'She pushed the heavy box behind the kitchen door, laughed out loud and went back to watch the evening news with her father.',
  ],
  am: [
    'ዛሬ ጠዋት ከእናቴ ጋር ወደ ገበያ ሄጄ ትኩስ ዳቦ፣ ቡና፣ ጤፍ እና ጥቂት ቅመም ገዛሁ።',
    'ልጆቹ ከትምህርት ቤት ሲመለሱ ዝናቡ ስለጀመረ፣ ፀሐይ እስክትወጣ ድረስ በትልቁ ዛፍ ሥር ቆመው ጠበቁ።',
    'አያቴ ማታ ማታ እሳት ዳር ተቀምጠው ስለ ጥንቱ ዘመን የሚያስደንቅ ታሪክ ይነግሩን ነበር፤ እኛም በጸጥታ እናዳምጥ ነበር።',
    'ጎረቤቴ ጫማውን አጽድቶ፣ ኮፍያውን አድርጎ፣ በጠባቡ መንገድ ፈጠን እያለ ወደ ሥራው ሄደ።',
  ],
  ha: [
    'Ɗan’uwana ya ɗauki ƙaramar jaka, ya fita da sassafe, ya tafi kasuwa domin ya sayo ɗanyen kifi da ƴaƴan itace.',
    'Yara suna wasa a ƙarƙashin babbar bishiya yayin da tsoho yake ba su labarin ɓera da zaki.',
    'Idan ruwan sama ya tsaya, za mu gyara ƙofar gida, mu share tsakar gida, sannan mu dafa shinkafa da wake.',
    'Malama ta ce kowane ɗalibi ya kawo littafinsa gobe da safe, domin za a fara sabon karatu a ɓangaren tarihi.',
  ],
  ig: [
    'Nne m gara ahịa n’ụtụtụ a wee zụta ji, akwụkwọ nri, azụ kpọrọ nkụ na mkpụrụ osisi dị iche iche.',
    'Mgbe mmiri bidoro izo, ụmụaka niile gbabara n’ụlọ, ma nwanne m nwoke nọgidere n’ezi na-achị ọchị.',
    'Ọ bụrụ na ị gaa Ọnịcha echi, biko kelee enyi m Chukwudị, gwakwa ya na anyị ga-abịa n’izu ụka ọzọ.',
    'Nna m ochie na-akọrọ anyị akụkọ ifo banyere mbe na enyi kwa abalị, mgbe ọnwa na-eti n’eluigwe.',
  ],
  yo: [
    'Ní àárọ̀ yìí, ìyá mi lọ sí ọjà láti ra iṣu, ẹ̀fọ́ tútù, epo pupa àti ẹja gbígbẹ fún oúnjẹ alẹ́.',
    'Nígbà tí òjò bẹ̀rẹ̀ sí í rọ̀ ní ìrọ̀lẹ́ àná, àwọn ọmọdé sáré wọ inú ilé, wọ́n sì ń rẹ́rìn-ín pẹ̀lú ayọ̀ ńlá.',
    'Bàbá àgbà jókòó lábẹ́ igi ńlá, ó ń sọ ìtàn ìjàpá àti erin fún wa nígbà tí òṣùpá ń tàn.',
    'Ẹ jọ̀wọ́, ẹ bá mi kí ọ̀rẹ́ wa ní Ìbàdàn, ẹ sọ fún un pé a ó dé ní ọ̀sẹ̀ tó ń bọ̀ láti ṣe ìpàdé.',
  ],
  pcm: [
    'Dis morning I go market go buy yam, fresh fish and beta pepper, but heavy rain come beat me well well before I fit reach house.',
    'My brother dey drive big lorry from Lagos go Kano, and e sabi every junction, every bridge and every bad hole wey dey for dat road.',
    'Abeg make una no vex say I late small, na because di bridge block since morning and everybody just dey blow horn dey shout.',
    'When light come back for night, all di pikin dem begin shout, dance and jump up and down for street like say na Christmas.',
  ],
}
