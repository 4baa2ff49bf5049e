import { expect, it } from 'vitest'
import { systemVoice } from '#speech/engines/registry.ts'
import { OPENAI_VOICES } from './voice-names.ts'

/** As the client of OpenAI lists them. */
const THEIRS = 'alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(
  ' ',
)

it('each of OpenAI’s 13 voices is another voice here, half of them women', () => {
  expect(Object.keys(OPENAI_VOICES)).toEqual(THEIRS)
  const ours = Object.values(OPENAI_VOICES)
  expect(new Set(ours).size).toBe(THEIRS.length)
  const women = ours.filter((id) => systemVoice(id)?.gender === 'female')
  const men = ours.filter((id) => systemVoice(id)?.gender === 'male')
  expect([women.length, men.length]).toEqual([6, 7])
})
