import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'

const folder = mkdtempSync(join(tmpdir(), 'griot ìkarahun '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function written(name: string, ...args: readonly string[]): Promise<string> {
  const path = join(folder, name)
  writeFileSync(path, (await runGriotHere(folder, args)).out)
  return path
}

it('fish completes commands, options and values', async () => {
  const script = await written('griot.fish', 'completion', 'fish')
  for (const [line, words] of [
    ['griot vo', ['voices']],
    ['griot voices s', ['sample', 'show']],
    ['griot voices list --la', ['--language']],
    ['griot completion ', ['bash', 'fish', 'zsh']],
  ] as const) {
    const ask = `source '${script}'; complete -C '${line}'`
    const out = execFileSync('fish', ['--no-config', '-c', ask], { encoding: 'utf8' })
    const offered = out.split('\n').filter((row) => row !== '')
    expect(offered.map((row) => row.split('\t')[0])).toEqual(words)
  }
})

it('zsh completes commands and options', async () => {
  const script = await written('griot.zsh', 'completion', 'zsh')
  // A terminal within a terminal, because zsh completes nowhere else.
  const ask = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='> '; autoload -Uz compinit; compinit -u -D; source '${script}'; bindkey '^I' complete-word; print READY"
zpty -r -m shell out '*READY*READY*'
zpty -w -n shell $'griot voices list --la\\t'
zpty -r -m shell out '*--language*' && print -- found`
  const out = execFileSync('zsh', ['-f', '-c', ask], { encoding: 'utf8', timeout: 600_000 })
  expect(out).toContain('found')
})

it('mandoc has nothing to say against the manual page', async () => {
  const path = await written('griot.1', 'man')
  const out = execFileSync('mandoc', ['-T', 'lint', '-W', 'warning', path], { encoding: 'utf8' })
  expect(out).toBe('')
})
