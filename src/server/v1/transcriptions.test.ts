import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '#server/client.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import {
  type FormParts,
  formOf,
  openTranscriptionServers,
  post,
  soundsLeft,
  type TranscriptionServers,
  WAV,
} from './transcriptions.test-support.ts'

let studio: TranscriptionServers
beforeAll(async () => {
  studio = await openTranscriptionServers()
})
afterAll(() => studio.close())

test('a recording is written down', async () => {
  const answer = await post(studio.hearing, [['content', WAV, 'ohùn.bin']])
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text)).toEqual({
    request_id: answer.headers['x-request-id'],
    text: 'Àwọn ọmọ ti dé.',
    segments: null,
    timestamps: null,
    detected_language: 'yo',
  })
  const file = (await formOf(studio.program.received.at(-1))).get('file')
  // Its kind is that of its bytes, and the whole of it arrives.
  expect(file).toMatchObject({ name: 'recording.wav', type: 'audio/wav', size: WAV.length })
})

test.each([
  ['sentence', [{ text: 'Àwọn ọmọ ti dé.', start: 0, end: 1 }]],
  ['word', [{ text: 'Àwọn', start: 0, end: 0.3 }]],
])('with timestamp=%s the times come under both names', async (timestamp, list) => {
  const answer = JSON.parse(
    (
      await post(studio.hearing, [
        ['content', WAV],
        ['timestamp', timestamp],
      ])
    ).text,
  )
  expect(answer.segments).toEqual(list)
  expect(answer.timestamps).toEqual(list)
})

test('language and special words are passed on, and fields of old clients read over', async () => {
  const answer = await post(studio.hearing, [
    ['model', 'mansa_v1'],
    ['language', 'yor'],
    ['special_words', ' Olúwaṣeun, ,Ìbàdàn '],
    ['timestamp', ''],
    ['url', 'https://127.0.0.1/'],
    ['content', WAV],
    ['session', 'x'],
  ])
  expect(answer.status).toBe(200)
  const form = await formOf(studio.program.received.at(-1))
  expect(form.get('language')).toBe('yo')
  expect(form.get('prompt')).toBe('Olúwaṣeun, Ìbàdàn')
})

test.each<[string, FormParts]>([
  [
    'an empty text before the file',
    [
      ['content', ''],
      ['content', WAV],
    ],
  ],
  [
    'an empty text after the file',
    [
      ['content', WAV],
      ['content', ''],
    ],
  ],
  [
    'an empty file after the link',
    [
      ['content', 'https://ohun.example.org/orin.wav'],
      ['content', new Uint8Array(0)],
    ],
  ],
  [
    'an empty file before the link',
    [
      ['content', new Uint8Array(0)],
      ['content', ' https://ohun.example.org/orin.wav '],
    ],
  ],
])('of two parts named content, %s does not count', async (_, parts) => {
  expect((await post(studio.hearing, parts)).status).toBe(200)
})

test.each([
  ['plain http', 'http://ohun.example.org/orin.wav', 'does not begin with https://'],
  ['this machine', 'https://127.0.0.1/', 'not on the public internet'],
  ['this machine in one number', 'https://2130706433/', 'not on the public internet'],
  ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data/', 'not on the public'],
  ['a name that is private', 'https://private.example.org/', 'Nothing could be fetched'],
  ['a redirect to inside', 'https://ohun.example.org/inside', 'not on the public internet'],
  ['nothing', 'https://ohun.example.org/none', 'status 404'],
  ['an empty file', 'https://ohun.example.org/empty', 'file behind the link is empty'],
  ['a file of this machine', 'file:///etc/passwd', 'does not begin with https://'],
  ['a path', '../../etc/passwd', 'cannot be read'],
  ['words', 'ẹ káàárọ̀', 'cannot be read'],
])('a link to %s is refused in words', async (_, link, words) => {
  const asked = studio.program.received.length
  const answer = await post(studio.hearing, [['content', link]])
  expect(answer.status).toBe(422)
  expect(answer.detail).toContain(words)
  expect(studio.program.received).toHaveLength(asked)
})

test.each<[string, FormParts, string]>([
  ['no content', [['language', 'yo']], 'content is missing'],
  [
    'an empty content',
    [
      ['content', ''],
      ['content', new Uint8Array(0)],
    ],
    'content is missing',
  ],
  ['an empty url', [['url', ' ']], 'content is missing'],
  [
    'two recordings',
    [
      ['content', WAV],
      ['content', WAV],
    ],
    'more than once',
  ],
  [
    'a recording and a link',
    [
      ['content', WAV],
      ['content', 'https://ohun.example.org/'],
    ],
    'more than once',
  ],
  [
    'a text for a recording',
    [['content', Buffer.from('Ẹ káàárọ̀'), 'ohun.mp3']],
    'not a sound file',
  ],
  [
    'an unsupported language',
    [
      ['content', WAV],
      ['language', 'fr'],
    ],
    'ha (Hausa)',
  ],
  [
    'another timestamp',
    [
      ['content', WAV],
      ['timestamp', 'phone'],
    ],
    'none, sentence, word',
  ],
  [
    'special words without end',
    [
      ['content', WAV],
      ['special_words', 'a'.repeat(2_001)],
    ],
    '2000',
  ],
  ['a link without end', [['content', `https://ohun.example.org/${'a'.repeat(2_048)}`]], '2048'],
])('%s is refused in words', async (_, parts, words) => {
  const answer = await post(studio.hearing, parts)
  expect(answer.status).toBe(422)
  expect(answer.detail).toContain(words)
})

test('a recording of 25 MB is taken, and one byte more is too large', async () => {
  const largest = new Uint8Array(25 * 1024 * 1024)
  largest.set(WAV)
  expect((await post(studio.hearing, [['content', largest]])).status).toBe(200)
  const larger = new Uint8Array(largest.length + 1)
  larger.set(WAV)
  const answer = await post(studio.hearing, [['content', larger]])
  expect(answer.status).toBe(413)
  expect(answer.detail).toMatch(
    /larger than the 26,214,400 bytes.* Save it as mp3 or ogg, or send it in parts/,
  )
})

test('what is no form is refused as one that cannot be read', async () => {
  const answer = await send(`${studio.hearing.server.url}/v1/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: '{"content":"https://ohun.example.org/orin.wav"}',
  })
  expect(answer.status).toBe(400)
})

test('nothing is left on disk, and nothing of this was a bug', () => {
  expect([...soundsLeft(studio.plain), ...soundsLeft(studio.hearing)]).toEqual([])
  expect([...studio.plain.tone.bugs, ...studio.hearing.tone.bugs]).toEqual([])
})
