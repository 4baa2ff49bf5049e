import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { someOf } from '#testing/tier.test-support.ts'

let speaker: LocalSpeaker
const forever = new AbortController().signal
beforeAll(async () => {
  speaker = await speakerForTests()
})

/** What people type without a single mark; said three times, one after the other. */
const UNMARKED: Readonly<Record<LanguageCode, string>> = {
  am: 'ልጁ እናቱ ዓሣ ወደምትሸጥበት ገበያ ሄደ እና አባቱ በመንገድ ዳር ጫማ ሲጠግን ዝናብ በከተማው ላይ መዝነብ ጀመረ ስለዚህ ሁሉም ሰዎች ወደ ቤታቸው ተመለሱ',
  en: 'and then the boy walked down the long road to the river where his mother washed the clothes every morning while the goats ran about and the old men talked of the war that nobody remembered',
  ha: 'yaron ya tafi kasuwa inda mahaifiyarsa take sayar da kifi kuma mahaifinsa yana gyaran takalma a gefen hanya tun lokacin da ruwan sama ya fara sauka a garin',
  ig: "nwa okorobịa ahụ gara ahịa ebe nne ya na-ere azụ mgbe nna ya na-edozi akpụkpọ ụkwụ n'akụkụ ụzọ kemgbe mmiri malitere izo n'obodo ahụ",
  yo: 'ọmọkùnrin náà lọ sí ọjà níbi tí ìyá rẹ̀ ti ń ta ẹja nígbà tí bàbá rẹ̀ ń tún bàtà ṣe lẹ́bàá ọ̀nà láti ìgbà tí òjò ti bẹ̀rẹ̀ sí rọ̀ ní ìlú náà',
  pcm: 'di boy waka go market wey im mama dey sell fish and im papa dey mend shoe for road side since rain begin fall for di town wey dem born am',
}

/** Voices of both engines, every language; first the one that stands for all. */
const CASES: readonly { readonly voice: string; readonly language: LanguageCode }[] = [
  { voice: 'john', language: 'en' },
  { voice: 'boma', language: 'en' },
  { voice: 'tesfaye', language: 'am' },
  { voice: 'zainab', language: 'ha' },
  { voice: 'ngozi', language: 'ig' },
  { voice: 'sade', language: 'yo' },
  { voice: 'ufoma', language: 'pcm' },
]

test.each(someOf(CASES))(
  '$voice takes a breath within every ten seconds of a text without marks in $language',
  async ({ voice, language }) => {
    const text = Array.from({ length: 3 }, () => UNMARKED[language]).join(' ')
    const order = { text, voice, language, speed: 1 }
    const chunks = await Array.fromAsync(speaker.speak(order, forever))
    const sound = Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
    expect(longestWithoutPause(sound)).toBeLessThan(10)
  },
)

const FRAME = SAMPLE_RATE / 100
/** Frames of the shortest silence that is a pause, and how far it lies below speech, in dB. */
const PAUSE_FRAMES = 15
const SILENCE = -40

/** The longest stretch between two pauses in a sound, in seconds. */
function longestWithoutPause(samples: Float32Array): number {
  const levels = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, frame) => {
    const own = samples.subarray(frame * FRAME, (frame + 1) * FRAME)
    return 10 * Math.log10(own.reduce((sum, value) => sum + value * value, 0) / FRAME + 1e-12)
  })
  const loud = levels.toSorted((one, other) => one - other)[Math.floor(0.9 * levels.length)] ?? 0
  let longest = 0
  let since = 0
  let silent = 0
  for (const [frame, level] of levels.entries()) {
    silent = level < loud + SILENCE ? silent + 1 : 0
    if (silent >= PAUSE_FRAMES) since = frame + 1
    longest = Math.max(longest, frame + 1 - since)
  }
  return longest / 100
}
