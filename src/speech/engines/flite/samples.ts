import type { LanguageCode } from '#shared/voices.ts'

/** How a person says hello in each language; `%` is the name. */
const GREETINGS: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: [
    'Hello, I am %. Tell me what you would like to hear.',
    'Good morning, this is %, reading to you from your own computer.',
  ],
  am: ['ሰላም፣ ስሜ % ነው። ዛሬ ምን ላንብብልዎ?', 'ጤና ይስጥልኝ፣ እኔ % ነኝ። አብረን እናንብብ።'],
  ha: [
    'Sannu, sunana %. Me kake so in karanta maka yau?',
    'Barka da safiya, wannan muryar % ce. Mu fara karatu.',
  ],
  ig: [
    'Ndewo, aha m bụ %. Gịnị ka ị chọrọ ka m gụọ taa?',
    'Ụtụtụ ọma, a bụ m %. Ka anyị malite ịgụ akwụkwọ.',
  ],
  yo: [
    'Ẹ káàárọ̀, orúkọ mi ni %. Kí ni ẹ fẹ́ kí n kà fún yín lónìí?',
    'Ẹ kú ilé, èmi ni %. Ẹ jẹ́ ká bẹ̀rẹ̀ ìwé kíkà.',
  ],
  pcm: [
    'How far, my name na %. Wetin you wan make I read for you?',
    'Una well done, na me be %. Make we start to dey read.',
  ],
}

/** Names as their own language writes them, where that is not how the API does. */
const WRITTEN: Readonly<Record<string, string>> = {
  Hana: 'ሃና',
  Haile: 'ኃይሌ',
  Tesfaye: 'ተስፋዬ',
  Tena: 'ጤና',
  Sade: 'Ṣadé',
  Funmi: 'Fúnmi',
  Segun: 'Ṣégun',
  Femi: 'Fẹ́mi',
}

/** A sentence by which a voice can be known, in its own language. */
export function sampleOf(name: string, language: LanguageCode): string {
  const greetings = GREETINGS[language]
  const greeting = greetings[name.length % greetings.length] ?? ''
  return greeting.replace('%', () => WRITTEN[name] ?? name)
}
