import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriotHere } from './griot.test-support.ts'
import { parsed } from './program.test-support.ts'

const folder = folderForTests('griot àṣẹ')
const griot = (...args: readonly string[]) => runGriotHere(folder, args)

test('options stand before or after the arguments, with a space or an equals sign before the value', async () => {
  for (const args of [
    ['say', '--voice', 'sade', '-o', 'a.wav', 'Ẹ káàárọ̀'],
    ['say', 'Ẹ káàárọ̀', '--voice', 'sade', '-oa.wav'],
    ['say', '--voice=sade', 'Ẹ káàárọ̀', '--out=a.wav'],
  ])
    expect(await parsed(args)).toMatchObject({
      ...{ path: 'griot say', args: ['Ẹ káàárọ̀'] },
      options: { voice: 'sade', out: 'a.wav' },
    })
})

test('options stand on either side of the action of a group', async () => {
  for (const args of [
    ['keys', 'list', '--json'],
    ['keys', '--json', 'list'],
  ])
    expect(await parsed(args)).toEqual({
      path: 'griot keys list',
      args: [],
      options: { json: true },
    })
  const trusted = await parsed(['provenance', '--json', 'trust', 'remove', '3'])
  expect(trusted).toEqual({
    ...{ path: 'griot provenance trust remove', args: ['3'] },
    options: { json: true },
  })
  const created = ['keys', '--name', 'list', '--days', '3', 'create']
  expect(await parsed(created)).toMatchObject({
    ...{ path: 'griot keys create', options: { name: 'list', days: '3' } },
  })
})

test('a command that works without an action, too, gives its options to the action that is named', async () => {
  for (const args of [
    ['diacritics', 'list', '--project', 'p'],
    ['diacritics', '--project', 'p', 'list'],
  ])
    expect(await parsed(args)).toEqual({
      ...{ path: 'griot diacritics list', args: [], options: { project: 'p' } },
    })
  expect(await parsed(['diacritics', '--project', 'p', '--words'])).toEqual({
    ...{ path: 'griot diacritics', args: [], options: { project: 'p', words: true } },
  })
})

test('after two dashes everything is an argument, also what looks like an option or asks for help', async () => {
  expect((await parsed(['say', '--voice', 'john', '--', '--help'])).args).toEqual(['--help'])
  expect((await parsed(['say', '--', '--'])).args).toEqual(['--'])
  expect((await parsed(['verify', 'a.wav', '--', '-b.wav', '--json'])).args).toEqual([
    ['a.wav', '-b.wav', '--json'],
  ])
})

test('a negative number is a value, and a dash is standard input or output', async () => {
  expect((await parsed(['say', '-5'])).args).toEqual(['-5'])
  expect((await parsed(['serve', '--rate-limit', '-3'])).options).toMatchObject({ rateLimit: '-3' })
  expect(await parsed(['say', '-', '--out', '-'])).toMatchObject({
    args: ['-'],
    options: { out: '-' },
  })
})

test('an option that may be repeated keeps every value; of any other the last one counts', async () => {
  const { options } = await parsed([
    'serve',
    '--allow-host',
    'a.example',
    '--port',
    '1',
    '--allow-host=b.example',
    '--port',
    '2',
  ])
  expect(options).toMatchObject({ allowHost: ['a.example', 'b.example'], port: '2' })
})

test('a value may be empty, have several lines, or be in any script', async () => {
  expect((await parsed(['keys', 'create', '--name', ''])).options).toMatchObject({ name: '' })
  expect((await parsed(['keys', 'create', '--name='])).options).toMatchObject({ name: '' })
  const name = 'ሬድዮ\n“Rédíò” = 📻'
  expect((await parsed(['keys', 'create', `--name=${name}`])).options).toMatchObject({ name })
  expect((await parsed(['say', ''])).args).toEqual([''])
})

test.each([
  [['sya', 'Hello.'], 'There is no command "sya". Did you mean "say"?', '--help'],
  [['sing', '--help'], 'There is no command "sing".', '--help'],
  [['help', 'sing'], 'There is no command "sing".', '--help'],
  [[''], 'There is no command "".', '--help'],
  [['--loud'], 'griot takes no --loud.', '--help'],
  [['toString'], 'There is no command "toString".', '--help'],
  [
    ['say', 'x', '--formt', 'wav'],
    'griot say takes no --formt. Did you mean "--format"?',
    'say --help',
  ],
  [['say', 'x', '--formt=wav'], 'griot say takes no --formt=wav.', 'say --help'],
  [['say', 'x', '-x'], 'griot say takes no -x.', 'say --help'],
  [
    ['say', 'two', 'words'],
    'takes one TEXT, and got 2. Put several words in quotes.',
    'say --help',
  ],
  [['say', 'x', '--out'], '--out needs a value.', 'say --help'],
  [
    ['say', 'x', '--out', '--timings', 't.json'],
    '--out needs a value, and "--timings" looks like an option. If it is the value, write --out=--timings.',
    'say --help',
  ],
  [['say', 'x', '-o', '--voice'], 'write --out=--voice.', 'say --help'],
  [
    ['keys'],
    'Say what to do: griot keys create | list | revoke | revoke-jwt | guest.',
    'keys --help',
  ],
  [
    ['keys', 'lst'],
    'There is no command "keys lst". Did you mean "list"? Say what to do: griot keys create | list | revoke | revoke-jwt | guest.',
    'keys --help',
  ],
  [['keys', '--json', 'make'], 'There is no command "keys make".', 'keys --help'],
  [
    ['keys', 'list', '--jsno'],
    'griot keys list takes no --jsno. Did you mean "--json"?',
    'keys list --help',
  ],
  [['keys', 'list', '--json=yes'], '--json does not take an argument.', 'keys list --help'],
  [['keys', 'create'], 'griot keys create needs --name NAME: ', 'keys create --help'],
  [['keys', 'revoke'], 'griot keys revoke needs NUMBER: ', 'keys revoke --help'],
  [['verify'], 'griot verify needs FILE: audio files.', 'verify --help'],
  [
    ['provenance', 'trust'],
    'griot provenance trust list | add | remove.',
    'provenance trust --help',
  ],
  [['doctor', 'all'], 'griot doctor takes options only, not "all".', 'doctor --help'],
  [
    ['detect', 'Báwo'],
    'griot detect takes options only, not "Báwo". It reads its lines from standard input.',
    'detect --help',
  ],
  [
    ['diacritics', 'sing'],
    'There is no command "diacritics sing". Say what to do: griot diacritics accept | list | forget. Without a command, it reads lines from standard input.',
    'diacritics --help',
  ],
  [
    ['diacritics', 'accept', 'oko'],
    'griot diacritics accept needs FORM: ',
    'diacritics accept --help',
  ],
  [
    ['diacritics', 'accept', 'a', 'b', 'c'],
    'griot diacritics accept takes WORD and FORM, and got 3.',
    'diacritics accept --help',
  ],
])(
  '%j is wrong use: exit code 2, what is wrong, and where to read more',
  async (args, words, help) => {
    const { code, out, err } = await griot(...args)
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(words)])
    expect(err.endsWith(`\nSee "griot ${help}".\n`)).toBe(true)
  },
)

test('the version is printed alone', async () => {
  for (const option of ['--version', '-v'])
    expect((await griot(option)).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  // It belongs to the program, not to its commands.
  expect((await griot('say', '--version')).code).toBe(2)
})
