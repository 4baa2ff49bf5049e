import type { LanguageInfo } from './language-info.ts'

export const AMHARIC_INFO = {
  code: 'am',
  name: 'Amharic',
  aliases: ['amh'],
  script: 'Ethiopic',
  letters: '',
  restoresDiacritics: false,
  readingSentences: [
    'ዛሬ ጠዋት ከእናቴ ጋር ወደ ገበያ ሄጄ ትኩስ ዳቦ፣ ቡና፣ ጤፍ እና ጥቂት ቅመም ገዛሁ።',
    'ልጆቹ ከትምህርት ቤት ሲመለሱ ዝናቡ ስለጀመረ፣ ፀሐይ እስክትወጣ ድረስ በትልቁ ዛፍ ሥር ቆመው ጠበቁ።',
    'አያቴ ማታ ማታ እሳት ዳር ተቀምጠው ስለ ጥንቱ ዘመን የሚያስደንቅ ታሪክ ይነግሩን ነበር፤ እኛም በጸጥታ እናዳምጥ ነበር።',
    'ጎረቤቴ ጫማውን አጽድቶ፣ ኮፍያውን አድርጎ፣ በጠባቡ መንገድ ፈጠን እያለ ወደ ሥራው ሄደ።',
  ],
} as const satisfies LanguageInfo
