import type { LanguageCode } from '#shared/languages/languages.ts'

/**
 * Greetings and short phrases as they stand in scripts, ten in each language. Most of them are also among the phrases of every day that the
 * model learns (`train/language/everyday-phrases.ts`): a check that these stay right, no measure of unseen text.
 */
export const SHORT_LINES: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: [
    ...['Good morning.', 'How are you?', 'Thank you.', 'Welcome!', 'See you tomorrow.'],
    ...['Come in.', 'I am fine.', 'Good night.', 'No problem.', 'Sorry.'],
  ],
  yo: [
    ...['Ẹ káàárọ̀', 'Báwo ni?', 'Ẹ ṣé gan-an.', 'Ẹ kú ilé.', 'Ó dàárọ̀.'],
    ...['Ẹ pẹ̀lẹ́', 'Se alaafia ni?', 'E kaabo', 'O dabo', 'Mo wa dada.'],
  ],
  ig: [
    ...['Kedu?', 'Ụtụtụ ọma', 'Daalụ', 'Nnọọ', 'Ka chi fo'],
    ...['I mere aga a?', 'Biko', 'Ka ọ dị', 'Imela', 'Kedu ka i mere?'],
  ],
  ha: [
    ...['Ina kwana?', 'Sannu', 'Barka da zuwa', 'Na gode', 'Sai an jima'],
    ...['Lafiya lau', 'Ina wuni?', 'Yaya aiki?', 'Sai gobe', 'To, madalla.'],
  ],
  pcm: [
    ...['How far?', 'Wetin dey happen?', 'I dey kampe', 'Abeg come', 'No wahala'],
    ...['How you dey?', 'You don chop?', 'I dey come', 'Na so', 'Oya make we go'],
  ],
  am: [
    ...['ሰላም', 'እንደምን አደርክ?', 'አመሰግናለሁ', 'ደህና ነኝ', 'ደህና ሁን'],
    ...['እንኳን ደህና መጣህ', 'እባክህ', 'ምን አዲስ ነገር?', 'ቻው', 'መልካም ቀን'],
  ],
}

/** A sentence of each language to stand before a short line, and one to stand after it. */
export const SENTENCES_AROUND: Readonly<Record<LanguageCode, readonly [string, string]>> = {
  en: [
    'The bus to Ibadan leaves at seven from the new park.',
    'My sister teaches children in the village school.',
  ],
  yo: [
    'Ọkọ̀ tó ń lọ sí Ìbàdàn máa kúrò ní aago méje.',
    'Ẹ̀gbọ́n mi obìnrin ń kọ́ àwọn ọmọ ní ilé ẹ̀kọ́ abúlé.',
  ],
  ig: [
    'Ụgbọ ala na-aga Ibadan ga-apụ n’elekere asaa.',
    'Nwanne m nwaanyị na-akụzi ụmụaka n’ụlọ akwụkwọ obodo.',
  ],
  ha: [
    'Motar Ibadan za ta tashi da ƙarfe bakwai na safe.',
    'Yayata tana koyar da yara a makarantar ƙauye.',
  ],
  pcm: [
    'Di bus wey dey go Ibadan go comot by seven for di new park.',
    'My sister dey teach pikin dem for village school.',
  ],
  am: ['ወደ ኢባዳን የሚሄደው አውቶቡስ ከአዲሱ መናኸሪያ በሰባት ሰዓት ይነሳል።', 'እህቴ በመንደር ትምህርት ቤት ልጆችን ታስተምራለች።'],
}
