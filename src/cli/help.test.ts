import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriotHere } from './griot.test-support.ts'
import { GriotCommand } from './griot-command.ts'
import { hasAction, parsed, wholeProgram, withAllBelow } from './program.test-support.ts'
import { pathOf } from './usage-words.ts'

const folder = folderForTests('griot ìrànlọ́wọ́')
const program = await wholeProgram()
const commands = withAllBelow(program).map((command) => [pathOf(command), command] as const)
const examples = commands.flatMap(([path, command]) =>
  command instanceof GriotCommand
    ? command.examples.map((example) => [path, example] as const)
    : [],
)

/** Words of a command line as a shell splits it, without what is read from a file. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(' < ')
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}

test.each(commands)('%s says what it does, with every argument and option', (_, command) => {
  expect(command.summary()).toMatch(/^[\p{Ll}].*[^.]$/su)
  expect(command.description()).toMatch(/^\p{Lu}.*\.$/su)
  for (const { description } of [...command.options, ...command.registeredArguments])
    expect(description).toMatch(/.{4,}[^.]$/su)
  const help = command.helpInformation()
  expect(help).toMatch(new RegExp(`^Usage: ${pathOf(command)} `))
  expect(help).not.toMatch(/<[A-Z]|undefined|\[object/)
  for (const line of help.split('\n').filter((line) => !line.startsWith('  griot ')))
    expect(line.length).toBeLessThanOrEqual(80)
})

test.each(commands.filter(([, command]) => hasAction(command)))('%s has an example', (path) => {
  expect(examples.map(([of]) => of)).toContain(path)
})

test.each(examples)('an example of %s is one that it understands: %s', async (path, example) => {
  const [program, ...args] = wordsOf(example)
  expect(program).toBe('griot')
  expect((await parsed(args)).path).toBe(path)
})

test('"griot COMMAND --help" and "griot help COMMAND" show the same, to standard output', async () => {
  const griot = (...args: readonly string[]) => runGriotHere(folder, args)
  for (const [path, command] of commands) {
    const [, ...names] = path.split(' ')
    const { code, out, err } = await griot(...names, '--help')
    expect([code, out, err]).toEqual([0, command.helpInformation(), ''])
    for (const args of [
      [...names, '-h'],
      ['help', ...names],
    ])
      expect((await griot(...args)).out).toBe(out)
  }
  expect((await griot()).out).toBe(program.helpInformation())
})

test('help counts before anything else that is given or missing', async () => {
  for (const args of [
    ['say', 'x', 'y', '--help'],
    ['keys', 'create', '--days', 'ten', '--help'],
    ['verify', '--loud', '-h'],
  ]) {
    const { code, out } = await runGriotHere(folder, args)
    expect([code, out]).toEqual([0, expect.stringMatching(/^Usage: griot /)])
  }
})

test('the help of the program lists every command with its summary, the environment and the exit codes', async () => {
  const { out } = await runGriotHere(folder, ['--help'])
  const oneLine = out.replaceAll(/\s+/g, ' ')
  for (const command of program.commands) {
    expect(out).toMatch(new RegExp(`^ {2}${command.name()} `, 'm'))
    expect(oneLine).toContain(command.summary())
  }
  for (const name of ['GRIOT_HOME', 'FFMPEG_PATH', 'Exit codes: 0 done, 1 failed, 2 wrong use'])
    expect(out).toContain(name)
})
