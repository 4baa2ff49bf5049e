import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Timings } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { ENTRY, runGriot, runGriotHere, startGriot } from './griot.test-support.ts'

const home = folderForTests('griot ọ̀rọ̀')

const at = (name: string): string => join(home, name)
const griot = (args: readonly string[], input = '', variables: Record<string, string> = {}) =>
  runGriot(home, args, variables, input)
const griotHere = (args: readonly string[], variables: Record<string, string> = {}) =>
  runGriotHere(home, args, { variables })

test('say writes a wav whose header is right, under a name with marks and spaces', async () => {
  const { code, err } = await griot([
    'say',
    'Good morning.',
    '--voice',
    'HENRY',
    '--out',
    'Ẹ káàrọ̀.wav',
  ])
  expect([code, err]).toEqual([0, 'Wrote Ẹ káàrọ̀.wav\n'])
  const wav = await readFile(join(home, 'Ẹ káàrọ̀.wav'))
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
  const afterSound = 44 + wav.readUInt32LE(40)
  expect(wav.toString('latin1', afterSound, afterSound + 4)).toBe('C2PA')
  const manifest = wav.readUInt32LE(afterSound + 4)
  // A chunk of odd length is followed by one byte that belongs to nobody.
  expect(afterSound + 8 + manifest + (manifest % 2)).toBe(wav.length)
})

test.each([
  ['a.mp3', '494433'],
  ['a.ogg', '4f676753'],
  ['a.webm', '1a45dfa3'],
  ['a.flac', '494433'],
  ['a.m3u8', '23455854'],
])('say takes the format from the name %s', async (name, magic) => {
  expect((await griotHere(['say', 'Yes.', '--out', at(name)])).code).toBe(0)
  expect((await readFile(at(name))).toString('hex')).toMatch(new RegExp(`^${magic}`))
})

test('a playlist has its segments beside it and its end', async () => {
  const args = ['say', 'One two three. Four five six.', '--out', at('story.m3u8')]
  expect((await griotHere(args)).code).toBe(0)
  const playlist = await readFile(at('story.m3u8'), 'utf8')
  expect(playlist.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true)
  const segments = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(segments.length).toBeGreaterThan(0)
  for (const segment of segments)
    expect((await readFile(join(home, decodeURIComponent(segment)))).length).toBeGreaterThan(100)
})

test('say reads standard input and a file, and writes raw sound to standard output', async () => {
  const piped = await griot(['say', '-', '--format', 'pcm_s16le', '--out', '-'], 'Good morning.')
  expect(piped.code).toBe(0)
  expect(piped.out.length).toBeGreaterThan(20_000)
  await writeFile(join(home, 'text.txt'), 'Good morning.')
  const args = ['say', '--file', 'text.txt', '--format', 'pcm_s16le', '--out', '-']
  expect((await griotHere(args)).bytes.equals(piped.out)).toBe(true)
})

test('words that the language cannot read are named on standard error and in the times', async () => {
  const args = ['say', 'Pay 5 to Иван today', '--out', at('u.wav'), '--timings', at('u.json')]
  const { code, err } = await griotHere(args)
  expect([code, err]).toEqual([0, expect.stringContaining('Not spoken')])
  expect(err).toContain('"Иван"')
  expect(JSON.parse(await readFile(at('u.json'), 'utf8')).unspoken).toEqual(['Иван'])
})

test('timings name every word, phone and syllable in seconds', async () => {
  const args = ['say', 'Rice is 50 naira.', '--out', at('t.wav'), '--timings', at('t.json')]
  expect((await griotHere(args)).code).toBe(0)
  const timings = JSON.parse(await readFile(at('t.json'), 'utf8')) as Timings
  expect(timings.words.map(({ text }) => text)).toEqual(['rice', 'is', 'fifty', 'naira'])
  expect(timings.phones.map(({ text }) => text).slice(0, 3)).toEqual(['ɹ', 'aɪ', 's'])
  expect(timings.syllables.length).toBe(6)
  const seconds = (await readFile(at('t.wav'))).readUInt32LE(40) / 48_000
  expect(timings.words.at(-1)?.end).toBeLessThan(seconds)
})

test('a text in SSML may have several voices, and the times of its marks are told', async () => {
  const text =
    '<speak>One. <voice name="Remi">Two <mark name="here"/>three.</voice> <emphasis>Four.</emphasis></speak>'
  const args = ['say', text, '--voice', 'segun', '--language', 'en', '--out', at('voices.wav')]
  expect((await griotHere([...args, '--timings', at('voices.json')])).code).toBe(0)
  const { words, marks } = JSON.parse(await readFile(at('voices.json'), 'utf8')) as Timings
  expect(words.map((word) => word.text)).toEqual(['one', 'two', 'three', 'four'])
  expect(marks?.map((mark) => [mark.text, mark.start])).toEqual([['here', words[2]?.start]])
  const verified = await griotHere(['verify', at('voices.wav')])
  expect(verified.out).toContain('Segun, Remi')
})

test.each([
  [['say', 'two', 'words'], 'quotes'],
  [['say', 'x', '--speed', '1.21'], '0.7 to 1.2'],
  [['say', 'x', '--speed', 'fast'], '0.7 to 1.2'],
  [['say', 'x', '--format', 'wma'], 'wav, mp3'],
  [['say', 'x', '--bitrate', '12k'], '32k'],
  [['say', 'x', '--loud'], '--loud'],
  [['say', 'x', '--format', 'm3u8', '--out', '-'], 'segments'],
  [['serve', '--port', '70000'], '65535'],
  [['serve', '8080'], 'not "8080"'],
  [['phonemes', 'Hello.'], 'standard input'],
  [['detect', 'Bawo ni?'], 'standard input'],
  [['doctor', 'all'], 'options only'],
  [['sing'], 'no command "sing"'],
])('%j is wrong use: exit code 2 and what to do', async (args, words) => {
  const { code, err } = await griotHere(args)
  expect(code).toBe(2)
  expect(err).toContain(words)
})

test.each([
  [['say', 'Hello.', '--voice', 'nobody'], 'John, Lucy'],
  [['say', 'Hello.', '--language', 'fr'], 'en (English)'],
  [['say', '  '], 'empty'],
  [['say', '🎉'], 'emoji'],
  [['say', '--file', 'missing.txt'], 'missing.txt'],
  [['say', 'Hello.', '--out', `${ENTRY}/a.wav`], 'could not be written'],
])('%j fails in words with exit code 1', async (args, words) => {
  const { code, err } = await griotHere(args)
  expect(code).toBe(1)
  expect(err).toContain(words)
})

test('Ctrl-C stops a long text, leaves no unfinished file and exits with 130', async () => {
  const text = 'The rain has stopped and we can go out now. '.repeat(400)
  const { child, exit } = startGriot(home, ['say', text, '--out', 'long.wav'])
  while (!(await readdir(home)).some((name) => name.endsWith('.part')))
    await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGINT')
  expect((await exit)[0]).toBe(130)
  expect((await readdir(home)).filter((name) => /^long|part$/.test(name))).toEqual([])
})

fullTest('Ctrl-C leaves nothing of an unfinished playlist either', async () => {
  const text = 'The rain has stopped and we can go out now. '.repeat(400)
  const { child, exit } = startGriot(home, ['say', text, '--out', 'long.m3u8'])
  const folder = join(home, 'long')
  const files = (): Promise<string[]> => readdir(folder, { recursive: true }).catch(() => [])
  while (!(await files()).some((name) => name.endsWith('.aac')))
    await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGINT')
  expect((await exit)[0]).toBe(130)
  expect((await readdir(home)).filter((name) => name.startsWith('long'))).toEqual([])
})

test('a playlist without extension is written, with its segments beside it', async () => {
  const args = ['say', 'Good morning.', '--format', 'm3u8', '--out', at('bare')]
  expect((await griotHere(args)).code).toBe(0)
  const playlist = await readFile(join(home, 'bare'), 'utf8')
  const segment = /^[^#].*$/m.exec(playlist)?.[0] ?? ''
  expect((await readFile(join(home, decodeURIComponent(segment)))).length).toBeGreaterThan(1_000)
})

test('an extension of no known format is refused unless the format is given: no wav under the name of an mp4', async () => {
  const { code, err } = await griotHere(['say', 'Good morning.', '--out', 'a.mp4'])
  expect(code).toBe(2)
  expect(err).toContain('--format')
  expect(await readdir(home)).not.toContain('a.mp4')
  const given = ['say', 'Hi.', '--out', at('a.opus'), '--format', 'ogg_opus']
  expect((await griotHere(given)).code).toBe(0)
})

test('figures are said in the counting that was asked for', async () => {
  const wordsIn = async (style: string): Promise<string> => {
    const args = [
      'say',
      '20,000',
      '--voice',
      'sade',
      '--numbers',
      style,
      '--out',
      at('n.wav'),
      '--timings',
      at('n.json'),
    ]
    expect((await griotHere(args)).code).toBe(0)
    const timings = JSON.parse(await readFile(at('n.json'), 'utf8')) as Timings
    return timings.words.map(({ text }) => text).join(' ')
  }
  const [traditional, decimal, english] = [
    await wordsIn('traditional'),
    await wordsIn('decimal'),
    await wordsIn('english'),
  ]
  expect(english).toBe('twenty thousand')
  expect(new Set([traditional, decimal, english]).size).toBe(3)
})

test('phonemes is a line filter: as many lines out as in', async () => {
  const { code, out } = await runGriotHere(home, ['phonemes', '--language', 'en'], {
    input: 'Hello.\n\nGood morning\n',
  })
  expect(code).toBe(0)
  expect(out).toBe('h ə ˈl oʊ\n\nˈɡ ʊ d | ˈm ɔ ɹ n ɪ ŋ\n')
})

test('doctor says that all is well, or what is missing and how to mend it, and makes nothing', async () => {
  const { out, code } = await griotHere(['doctor'], {
    GRIOT_HOME: join(home, 'not', 'yet'),
    GRIOT_PORT: '0',
  })
  expect(out).toMatch(/✓ Data folder.*yet will be created at the first start/)
  expect(out).toMatch(/✓ Disk.*GB free/)
  expect(existsSync(join(home, 'not'))).toBe(false)
  expect(out).toContain('✓ Speech')
  expect(out).toContain('✓ ffmpeg')
  expect(out).toMatch(/✓ Models .*unchanged; “Awon omo .*Àwọn ọmọ/)
  expect(code === 0).toBe(!out.includes('✗'))
  await writeFile(join(home, 'no folder'), '')
  const broken = await griotHere(['doctor'], {
    GRIOT_HOME: join(home, 'no folder', 'data'),
    GRIOT_PORT: '99999',
  })
  expect(broken.code).toBe(1)
  expect(broken.out).toMatch(/✗ Data folder.*GRIOT_HOME/)
  expect(broken.out).toMatch(/✗ Disk.*data folder/)
  expect(broken.out).toMatch(/✗ Port .*is not a port/)
})

test('serve shows its key at the first start only, speaks, and ends politely', async () => {
  const fresh = { GRIOT_HOME: join(home, 'fresh') }
  const first = startGriot(home, ['serve', '--port', '0'], fresh)
  const welcome = await first.printed(/API key.*\n/)
  const url = /API\s+(\S+)\/v1/.exec(welcome)?.[1]
  const key = /API key\s+(\S+)/.exec(welcome)?.[1]
  expect(welcome).toMatch(/Studio\s+http:\/\/127\.0\.0\.1:\d+\/\?open=\S{8}#token=\S{20,}/)
  const answer = await fetch(`${url}/v1/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Good morning.', voice: 'Lina', format: 'pcm_s16le' }),
  })
  expect(answer.status).toBe(200)
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(20_000)
  expect(await first.end()).toBe(0)
  const second = startGriot(home, ['serve', '--port', '0'], fresh)
  expect(await second.printed(/API\s+http/)).not.toContain('API key')
  expect(await second.end()).toBe(0)
})

test('a port that is taken is named, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, err } = await griotHere(['serve', '--port', port])
  other.close()
  expect(code).toBe(1)
  expect(err).toContain(port)
  expect(err).toContain('--port')
})
