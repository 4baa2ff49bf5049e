import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openHttpServer, sendJson } from '#app/services/http-server.test-support.ts'
import { runGriotHere } from '#cli/griot.test-support.ts'

const program = await openHttpServer(({ body }, response) => {
  const { q } = JSON.parse(String(body))
  sendJson(
    response,
    q.includes('FAIL') ? { error: 'no' } : { translatedText: q.toUpperCase() },
    q.includes('FAIL') ? 400 : 200,
  )
})
const home = mkdtempSync(join(tmpdir(), 'griot ìtumọ̀ '))
afterAll(async () => {
  await program.close()
  rmSync(home, { recursive: true })
})

async function griot(args: readonly string[], input = '', more = {}) {
  const variables = { GRIOT_HOME: home, GRIOT_TRANSLATE_URL: program.url, ...more }
  const { code, out, err } = await runGriotHere(tmpdir(), args, { variables, input })
  return { code, out, err }
}
const EN_HA = ['--from', 'en', '--to', 'ha']

test('a text is translated, and who has done it is said on standard error', async () => {
  expect(await griot(['translate', ...EN_HA, 'Good', 'morning {name}.'])).toEqual({
    ...{ code: 0, out: 'GOOD MORNING {name}.\n' },
    err: 'Translated by: endpoint. Quality: endpoint.\nIn doubt (untranslated): "MORNING" was left as it is\n',
  })
})

test('translate is a line filter: as many lines out as in, and what there is to say is said once', async () => {
  const input = '- The children eat.\n\n  Good morning.\n12:30\nlast'
  const { code, out, err } = await griot(['translate', ...EN_HA, '--tone', 'warm', '-'], input)
  expect([code, out]).toEqual([0, '- THE CHILDREN EAT.\n\n  GOOD MORNING.\n12:30\nLAST\n'])
  expect(err.trim().split('\n')).toEqual([
    'Translated by: endpoint. Quality: endpoint.',
    'Tone and formality were ignored: this translator cannot express them.',
    'Line 1: In doubt (untranslated): "CHILDREN" was left as it is',
    'Line 3: In doubt (untranslated): "MORNING" was left as it is',
    'Line 5: In doubt (untranslated): "LAST" was left as it is',
  ])
})

test('a remembered translation comes first, until it is forgotten', async () => {
  const remembering = ['translate', ...EN_HA, '--remember', 'Ina kwana?', 'Good morning.']
  expect(await griot(remembering)).toEqual({
    ...{ code: 0, out: 'Good morning.\tIna kwana?\n', err: '' },
  })
  const asked = await griot(['translate', ...EN_HA, 'Good morning.'])
  expect([asked.out, asked.err]).toEqual([
    ...['Ina kwana?\n', 'Translated by: memory. Quality: memory.\n'],
  ])
  const imported = await griot(
    ['translation-memory', 'import', ...EN_HA],
    'The old market is open today.\tAn buɗe tsohuwar kasuwa yau.\n\nThank you.\tNa gode.\n',
  )
  expect(imported).toEqual({ code: 0, out: 'Remembered 2 translations\n', err: '' })
  const similar = await griot(['translate', ...EN_HA, 'The new market is open today.'])
  expect(similar.err).toContain('An buɗe tsohuwar kasuwa yau.')
  const listed = await griot(['translation-memory', 'list', '--to', 'ha'])
  expect(listed.out.split('\n')[0]).toMatch(/^\d+\ten ha\tThank you\.\tNa gode\.$/)
  expect((await griot(['translation-memory', 'list', '--to', 'yo'])).out).toBe('')
  const [number = ''] = listed.out.split('\t')
  expect((await griot(['translation-memory', 'forget', number])).out).toContain('Forgotten: ')
  expect((await griot(['translation-memory', 'forget', number])).code).toBe(1)
  expect((await griot(['translate', ...EN_HA, 'Thank you.'])).out).toBe('THANK YOU.\n')
})

test.each([
  ['a line without a tab', 'Hello\n', 'Line 1 cannot be remembered'],
  ['a line with two tabs', 'Hello.\tSannu.\nHello\ta\tb\n', 'Line 2 cannot be remembered'],
  ['a line without a translation', 'Hello.\t\n', 'target is empty'],
])('%s is not imported, and named', async (_, input, words) => {
  const { code, err } = await griot(['translation-memory', 'import', ...EN_HA], input)
  expect(code).toBe(1)
  expect(err).toContain(words)
})

test('without a server the built-in translator translates, and says that it is word help, and what to look at', async () => {
  const variables = { GRIOT_TRANSLATE_URL: '' }
  const answer = await griot(
    ['translate', ...EN_HA, 'The people want peace.'],
    undefined,
    variables,
  )
  expect(answer.code).toBe(0)
  expect(answer.err).toMatch(
    /^Translated by: built-in\. Quality: word help\.\nNot for commercial use: built-in \(CC-BY-NC-4\.0\)\.\nIn doubt/,
  )
  expect(answer.out).toMatch(/zaman lafiya/i)
  const lost = await griot(
    ['translate', '--json', '--from', 'en', '--to', 'pcm', 'They have never travelled.'],
    undefined,
    variables,
  )
  expect(JSON.parse(lost.out)).toMatchObject({
    qualities: ['draft'],
    doubts: [{ kind: 'negation', source: 'never', text: '' }],
    licences: [{ provider: 'built-in', id: 'CC-BY-NC-4.0', commercialUse: false }],
  })
})

test('where the server fails the built-in translator stands in, unless it may not', async () => {
  const both = await griot(['translate', ...EN_HA, 'FAIL now.'])
  expect(both.code).toBe(0)
  expect(both.err).toMatch(/Translated by: built-in/)
  expect(both.err).toMatch(/status 400: no/)
  const alone = await griot(['translate', ...EN_HA, '--order', 'endpoint', 'FAIL now.'])
  expect([alone.code, alone.out]).toEqual([1, ''])
  expect(alone.err).toMatch(/status 400: no/)
})

test('a line that leaves doubt is taken for English, which is said; one in another language asks for --from', async () => {
  const { code, out, err } = await griot(['translate', '--to', 'ha', 'Lagos'])
  expect([code, out]).toEqual([0, 'LAGOS\n'])
  expect(err).toContain('The language is not certain: it was taken for English.')
  const french = 'Je voudrais acheter du pain et du lait.'
  const refused = await griot(['translate', '--to', 'ha', french])
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/^The text does not seem .* --from en/)
  const second = await griot(['translate', '--to', 'ha'], `Lagos\n${french}\n`)
  expect([second.code, second.out]).toEqual([1, 'LAGOS\n'])
  expect(second.err).toContain('Line 2 does not seem')
})

test.each([
  [['translate', 'Good.'], '--to'],
  [['translate', '--to', 'fr', 'Good.'], '--to is one of'],
  [['translate', '--to', 'yo', '--from', 'xx', 'Good.'], '--from is one of'],
  [['translate', '--to', 'yo', '--tone', 'angry', 'Good.'], '--tone is one of'],
  [['translate', '--to', 'yo', '--remember', 'Ó dára.', 'Good.'], '--from'],
  [['translate', '--to', 'yo', '--from', 'en', '--remember', 'Ó dára.'], 'the text'],
  [['translation-memory', 'forget', 'x'], 'griot translation-memory list'],
  [['translation-memory', 'import'], '--from'],
])('griot %j is wrong use', async (args, words) => {
  const { code, err } = await griot(args)
  expect(code).toBe(2)
  expect(err).toContain(words)
})

test('an order that names no translators is refused', async () => {
  const { code, err } = await griot(['translate', ...EN_HA, '--order', 'best', 'Good.'])
  expect(code).toBe(1)
  expect(err).toContain('GRIOT_TRANSLATE_ORDER names each of endpoint, pack, built-in')
})
