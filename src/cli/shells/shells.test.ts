import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { hasAction, wholeProgram, withAllBelow } from '#cli/program.test-support.ts'
import { pathOf } from '#cli/usage-words.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot ìkarahun')
const commands = withAllBelow(await wholeProgram()).filter(hasAction)

async function printed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runGriotHere(folder, args)
  expect([code, err]).toEqual([0, ''])
  return out
}

/** What bash offers for a line whose last word is being typed. */
function offered(script: string, words: readonly string[]): string[] {
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files', 'news.txt'), '')
  const ask = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _griot; printf '%s\\n' "\${COMPREPLY[@]}"`
  const args = ['--norc', '-c', ask, 'bash', ...words]
  const out = execFileSync('bash', args, { cwd: join(folder, 'files'), encoding: 'utf8' })
  return out.split('\n').filter((word) => word !== '')
}

test('bash completes commands, options, values and files', async () => {
  const script = await printed('completion', 'bash')
  for (const [line, words] of [
    ['griot vo', ['voices']],
    ['griot voices s', ['show', 'sample']],
    ['griot voices list --la', ['--language']],
    ['griot --json voices cr', ['create']],
    ['griot keys --json cr', ['create']],
    ['griot say --format ogg', ['ogg_opus']],
    ['griot watch --format w', ['wav', 'webm_opus']],
    ['griot say --file ', ['news.txt']],
    ['griot verify ', ['news.txt']],
    ['griot completion ', ['bash', 'zsh', 'fish']],
  ] as const)
    expect([line, offered(script, line.split(' '))]).toEqual([line, words])
})

test('every command and option is in every script and in the manual page', async () => {
  const [bash, zsh, fish, page] = [
    await printed('completion', 'bash'),
    await printed('completion', 'zsh'),
    await printed('completion', 'fish'),
    (await printed('man')).replaceAll('\\-', '-'),
  ]
  for (const command of commands) {
    const path = pathOf(command)
    const [, ...names] = path.split(' ')
    expect(bash).toContain(`    "${path}")`)
    expect(zsh).toContain(`_griot_${names.join('_').replaceAll('-', '_')}()`)
    expect(fish).toContain(`__griot_at ${names.slice(0, -1).join(' ')}' -a ${names.at(-1)} `)
    expect(page).toMatch(new RegExp(`^\\.SS ${names.join(' ')}\\b`, 'm'))
    for (const { long } of command.options) {
      for (const script of [bash, zsh, page]) expect(script).toContain(long)
      expect(fish).toContain(`__griot_at ${names.join(' ')}' -l ${long?.slice(2)} `)
    }
  }
  for (const name of ['GRIOT_HOME', '.SH EXIT CODES', '0 done, 1 failed'])
    expect(page).toContain(name)
})

test('a shell that is not known is named', async () => {
  const { code, err } = await runGriotHere(folder, ['completion', 'csh'])
  expect([code, err]).toEqual([2, expect.stringContaining('bash, zsh, fish')])
})
