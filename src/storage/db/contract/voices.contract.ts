import { expect, test } from 'vitest'
import type { RowDatabase } from '#storage/db/steps.ts'
import { type Consent, createStoredVoices, type Placing } from '#storage/db/voices.ts'

const AT = '2026-03-04T05:06:07.890Z'
const LATER = '2026-03-05T05:06:07.890Z'
const AGREED: Consent = {
  ...{ account: 'Àdá', tokenName: 'phone', statement: 'I agree.', purpose: 'speech', givenAt: AT },
  ...{ recordingSha256: Buffer.alloc(32, 1), transcriptSha256: Buffer.alloc(32, 2) },
  voiceDeletedAt: undefined,
}
const idOf = (digit: number): string => `voice_${String(digit).repeat(32)}`
const place = (): void => undefined

function newVoice(digit: number, account = 'Àdá') {
  return {
    ...{ id: idOf(digit), account, name: `Fúnmi ${digit}`, language: undefined },
    ...{ spokenLanguage: 'yo' as const, engine: 'flite', warnings: ['music' as const] },
    ...{ misfit: 'ẹ̀kọ́', createdAt: AT, updatedAt: AT, traits: { f0Hz: 232, name: 'ọ̀' } },
  }
}

/** A voice as it is found, without its traits. */
function known(digit: number, account?: string) {
  const { traits: _, ...voice } = newVoice(digit, account)
  return voice
}

/** The digests of a consent as plain bytes, whatever kind of array a database gives them in. */
function plain(consent: Consent | undefined): unknown {
  if (!consent) return undefined
  const { recordingSha256, transcriptSha256, ...agreed } = consent
  const [recording, transcript] = [[...recordingSha256], [...transcriptSha256]]
  return { ...agreed, recordingSha256: recording, transcriptSha256: transcript }
}

/** What every store of custom voices does, over databases that `open` opens empty. */
export function voicesContract(open: () => Promise<RowDatabase>): void {
  test('a voice is found by its account alone, with its traits and its consent', async () => {
    const stored = createStoredVoices(await open())
    await stored.add(newVoice(1), AGREED, 9, place)
    expect(await stored.find('Àdá', idOf(1))).toEqual(known(1))
    expect(await stored.traits('Àdá', idOf(1))).toEqual({ f0Hz: 232, name: 'ọ̀' })
    expect(plain(await stored.consent(idOf(1)))).toEqual(plain(AGREED))
    expect(await stored.find('Bọ́lá', idOf(1))).toBeUndefined()
    expect(await stored.traits('Bọ́lá', idOf(1))).toBeUndefined()
    expect(await stored.find('Àdá', idOf(2))).toBeUndefined()
    expect(await stored.consent(idOf(2))).toBeUndefined()
  })

  test('a language that was stated is kept, and so is that there are no warnings', async () => {
    const stored = createStoredVoices(await open())
    const { misfit: _, ...bare } = newVoice(1)
    const voice = { ...bare, language: 'ha' as const, warnings: [] }
    await stored.add(voice, AGREED, 9, place)
    const { traits: __, ...found } = voice
    expect(await stored.find('Àdá', idOf(1))).toEqual(found)
  })

  test('the voices of an account are listed, the newest first, and counted', async () => {
    const stored = createStoredVoices(await open())
    for (const digit of [2, 1, 3]) await stored.add(newVoice(digit), AGREED, 9, place)
    await stored.add(newVoice(4, 'Bọ́lá'), AGREED, 9, place)
    expect((await stored.list('Àdá')).map(({ id }) => id)).toEqual([3, 1, 2].map(idOf))
    expect([await stored.count('Àdá'), await stored.count('Bọ́lá')]).toEqual([3, 1])
    expect([await stored.list('Chiọma'), await stored.count('Chiọma')]).toEqual([[], 0])
  })

  test('the voice after the last that an account may have is refused, and its bytes stay where they are', async () => {
    const stored = createStoredVoices(await open())
    await stored.add(newVoice(1), AGREED, 1, place)
    const refused = stored.retryWhileBusy(() =>
      stored.add(newVoice(2), AGREED, 1, () => expect.unreachable()),
    )
    await expect(refused).rejects.toMatchObject({ code: 'voice/limit' })
    expect(await stored.consent(idOf(2))).toBeUndefined()
    await stored.add(newVoice(3, 'Bọ́lá'), AGREED, 1, place)
  })

  test('of several voices that are made at once, as many come in as the account may have', async () => {
    const stored = createStoredVoices(await open())
    const adding = [1, 2, 3, 4].map((digit) =>
      stored.retryWhileBusy(() => stored.add(newVoice(digit), AGREED, 2, place)),
    )
    const answers = await Promise.allSettled(adding)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await stored.count('Àdá')).toBe(2)
  })

  test('where the bytes cannot be placed, there is neither voice nor consent', async () => {
    const stored = createStoredVoices(await open())
    const failing = (): never => {
      throw new Error('no such folder')
    }
    const adding = stored.retryWhileBusy(() => stored.add(newVoice(1), AGREED, 9, failing))
    await expect(adding).rejects.toThrow('no such folder')
    expect(await stored.find('Àdá', idOf(1))).toBeUndefined()
    expect(await stored.consent(idOf(1))).toBeUndefined()
    await stored.add(newVoice(1), AGREED, 9, place)
    expect(await stored.count('Àdá')).toBe(1)
  })

  test('bytes that lie elsewhere are placed before the rows, and removed where these are refused', async () => {
    const stored = createStoredVoices(await open())
    const told: string[] = []
    const elsewhere = (digit: number): Placing => ({
      async place() {
        told.push(`place ${digit}, beside ${await stored.count('Àdá')}`)
      },
      async remove() {
        told.push(`remove ${digit}`)
      },
    })
    await stored.add(newVoice(1), AGREED, 1, elsewhere(1))
    await expect(stored.add(newVoice(2), AGREED, 1, elsewhere(2))).rejects.toMatchObject({
      code: 'voice/limit',
    })
    expect(told).toEqual(['place 1, beside 0', 'place 2, beside 1', 'remove 2'])
    expect(await stored.count('Àdá')).toBe(1)
  })

  test('bytes elsewhere that came half-way are removed, and those of a voice that is there never', async () => {
    const stored = createStoredVoices(await open())
    const removed: number[] = []
    const elsewhere = (digit: number, isFailing: boolean): Placing => ({
      async place() {
        if (isFailing) throw new Error('the connection broke')
      },
      async remove() {
        removed.push(digit)
      },
    })
    await expect(stored.add(newVoice(1), AGREED, 9, elsewhere(1, true))).rejects.toThrow('broke')
    expect([removed, await stored.count('Àdá')]).toEqual([[1], 0])
    await stored.add(newVoice(2), AGREED, 9, elsewhere(2, false))
    // As after a transaction whose answer was lost: it is tried again, and the rows are there.
    await expect(stored.add(newVoice(2), AGREED, 9, elsewhere(2, false))).rejects.toThrow()
    expect(removed).toEqual([1])
    expect(await stored.find('Àdá', idOf(2))).toEqual(known(2))
  })

  test('a voice is renamed by its account alone', async () => {
    const stored = createStoredVoices(await open())
    await stored.add(newVoice(1), AGREED, 9, place)
    const renamed = { ...known(1), name: 'Ohùn', updatedAt: LATER }
    expect(await stored.rename('Àdá', idOf(1), 'Ohùn', LATER)).toEqual(renamed)
    expect(await stored.rename('Bọ́lá', idOf(1), 'Mine', LATER)).toBeUndefined()
    expect(await stored.rename('Àdá', idOf(2), 'Mine', LATER)).toBeUndefined()
    expect(await stored.find('Àdá', idOf(1))).toEqual(renamed)
  })

  test('a voice that is removed leaves its consent and the task to clear its bytes away', async () => {
    const stored = createStoredVoices(await open())
    for (const digit of [1, 2]) await stored.add(newVoice(digit), AGREED, 9, place)
    expect(await stored.remove('Bọ́lá', idOf(1), LATER)).toBeUndefined()
    expect(await stored.remove('Àdá', idOf(1), LATER)).toEqual(known(1))
    expect(await stored.remove('Àdá', idOf(1), LATER)).toBeUndefined()
    expect((await stored.list('Àdá')).map(({ id }) => id)).toEqual([idOf(2)])
    const consent = { ...AGREED, voiceDeletedAt: LATER }
    expect(plain(await stored.consent(idOf(1)))).toEqual(plain(consent))
    const deletions = await stored.deletions.list()
    expect(deletions).toMatchObject([{ id: idOf(1), account: 'Àdá' }])
    await stored.deletions.done(deletions)
    expect(await stored.deletions.list()).toEqual([])
  })

  test('of many ids those are told that no voice has', async () => {
    const stored = createStoredVoices(await open())
    for (const digit of [1, 2]) await stored.add(newVoice(digit), AGREED, 9, place)
    const unusedAmong = async (ids: readonly string[]): Promise<readonly string[]> => {
      let unused: readonly string[] = []
      await stored.withoutVoice(ids, (found) => {
        unused = found
      })
      return unused
    }
    expect(await unusedAmong([idOf(3), idOf(1), 'a stray file', idOf(2)])).toEqual([
      idOf(3),
      'a stray file',
    ])
    expect(await unusedAmong([])).toEqual([])
    const many = Array.from({ length: 10_001 }, (_, n) => `voice ${n}`)
    expect(await unusedAmong([...many, idOf(1)])).toEqual(many)
    await expect(
      stored.retryWhileBusy(() =>
        stored.withoutVoice([idOf(3)], () => {
          throw new Error('not now')
        }),
      ),
    ).rejects.toThrow('not now')
  })

  test('a full record can be entered into a library that has lost it, once, and not after a deletion', async () => {
    const stored = createStoredVoices(await open())
    const record = { ...newVoice(1), consent: AGREED }
    expect(await stored.record(idOf(1))).toBeUndefined()
    expect(await stored.enter(record)).toBe(true)
    const found = await stored.record(idOf(1))
    expect(found && { ...found, consent: plain(found.consent) }).toEqual({
      ...record,
      consent: plain(AGREED),
    })
    expect(await stored.enter(record)).toBe(false)
    await stored.remove('Àdá', idOf(1), LATER)
    expect(await stored.enter(record)).toBe(false)
    expect(await stored.record(idOf(1))).toBeUndefined()
  })

  test('a library knows itself, and when its last voice was made', async () => {
    const stored = createStoredVoices(await open())
    expect(await stored.identity()).toMatch(/^[\da-f]{32}$/)
    expect(await stored.lastMadeAt()).toBeUndefined()
    await stored.add(newVoice(1), { ...AGREED, givenAt: LATER }, 9, place)
    await stored.add(newVoice(2), AGREED, 9, place)
    await stored.remove('Àdá', idOf(1), LATER)
    expect(await stored.lastMadeAt()).toBe(LATER)
  })
}
