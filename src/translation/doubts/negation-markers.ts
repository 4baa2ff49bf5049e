import type { LanguageCode } from '#shared/languages/languages.ts'

/** How a language denies. Patterns are tried on a word in small letters. */
export interface NegationMarkers {
  /** What denies whatever stands beside it. */
  readonly sure: RegExp
  /** What looks so and is not. */
  readonly except?: RegExp
  /** What may deny, or is denied in other languages: such a word asks for no negation, but accounts for one. */
  readonly possible: RegExp
}

/** Forms that stand before an Amharic verb form, and the negative beginnings of verbs after them (Leslau 1995). */
const AMHARIC = {
  sure: new RegExp(
    [
      '^(?:አይደለ|አይደሉ|አይደለች|አይደለሁ|አይደለን|አይደላች)',
      '^(?:የ|ስለ|እንደ|ከ|በ|ለ)?(?:የለ|የሉ|የላ|ሌለ|ሌሉ|ሌላቸው|ሌላት)(?!ሊት)',
      '^(?:አል|አይ|አት|አን|አላ)[\\u1200-\\u135A]{1,}ም$',
      '^(?:የማ|እንደማ|ስለማ|ከማ|በማ|ለማ)(?:ይ|ት|ል|ን)[\\u1200-\\u135A]+',
      '^(?:ሳይ|ሳት|ሳል|ሳን|እንዳይ|እንዳት|እንዳል|እንዳን|ካል|ባይ|ባል|ያል|ላል|ባላ)[\\u1200-\\u135A]+',
      '^አት[\\u1200-\\u135A]{2,}$',
      '^(?:አይ|አይሆንም|አይደለም)$',
    ].join('|'),
    'u',
  ),
  except:
    /^(?:አን[ድተቺዳዱ]|አይነት|አይን|አይሁድ|አልጋ|አልማዝ|አልኮል|አልጀዚራ|አትክልት|አትሌት|አትላንቲ|ያልተ?ቋረጠ$|ባልና|ባልንጀራ|ባላገር|ባለ|ሳይንስ|ሳይንሳዊ|ባልደረባ|ባይደን|እንዳንድ|የለው[ጡጠጥ]|የለንደን|ለማንኛ|ለማን$|የማን$|በማንኛ|የላይ|የላከ|የላቀ|የሉተራን)/u,
  possible: /ያለ|እንጂ|ምንም|ከቶ|ፈጽሞ|በጭራሽ|ማንም|በስተቀር|እምቢ|ተከልክ|ከለከ|ውድቅ|በቀር/u,
}

export const NEGATION_MARKERS: Readonly<Record<LanguageCode, NegationMarkers>> = {
  en: {
    sure: /^(?:not|no|never|nobody|nothing|none|nowhere|neither|nor|without|cannot|noone|ain't)$|n't$/u,
    possible:
      /^(?:hardly|barely|scarcely|rarely|seldom|unable|impossible|except|unless|until|before|few|little|less|only|but|rather|instead|avoid|refus|reject|den(?:y|ie)|fail|lack|prevent|stop|ban(?:ned|s)?$|absen|missing|free$|against|too$)|^(?:un|in|im|il|ir|dis|non)[a-z]{4,}|less$/u,
  },
  pcm: {
    sure: /^(?:no|nor|not|neva|never|neba|nobodi|nobody|noting|notin|nothing|nothin|none|without|witout|widout|cannot|kanot|nah-no)$|n't$/u,
    possible:
      /^(?:only|unless|until|except|lack|refus|fail|stop|den(?:y|ie)|reject|unable|impossible|before|bifor|few|small|against)|^(?:un|in|im|il|ir|dis|non)[a-z]{4,}|less$/u,
  },
  ha: {
    sure: /^(?:ba|bai|baya|bata|bana|baka|bakya|bama|basu|basa|bamu|baku|ban|bazai|bazata|bazan|bazasu|bazamu|bazaka|babu|kada|kar|karka|karki|karku|maras|marar|marasa|a'a|ba'a|bako|banda|baza)$/u,
    possible:
      /^(?:rashin|rasa|hana|hani|ƙi|ki|kasa|kin|ƙin|sai|faufau|taɓa|taba|gaza|kawai|haramta|sam)$/u,
  },
  ig: {
    sure: /(?:ghị|ghi)(?:kwa|zi|kwara|kwanụ|kwazi)?$|^(?:enweghi|onweghi|mbanụ|mbanu)|^(?:e|a|ị|i)\p{L}{2,}la$/u,
    except: /^(?:a?gala|abịala|abiala|ala|asala|ewela|n'ala|alaala|ekele|akụkọla)$/u,
    possible: /^(?:mba|naanị|nani|ọlị|oli|jụrụ|juru|gbochi|tupu|kama|belụsọ|beluso)|la$/u,
  },
  yo: {
    sure: /^(?:kò|kìí|kì|kii|ò|má|máà|máṣe|mọ́|kọ́|láì\S*|lai(?:si|fi|ni|se|ṣe|lo)?|àì\S*|rárá|bẹ́ẹ̀kọ́|rara|kó̩|kọ̀|ko|kòsí|kosi)$|^(?:àì|aì|láì)/u,
    possible: /^(?:kí|ki|ma|o|kùnà|kọ|kọ́|yàtọ̀|àfi|nìkan|ṣùgbọ́n|kàkà|dípò|bí|kó|tíì|tii)$/u,
  },
  am: AMHARIC,
}
