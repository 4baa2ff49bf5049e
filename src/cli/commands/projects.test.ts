import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const home = folderForTests('griot iṣẹ́')
const at = (name: string): string => join(home, name)
const griot = (...args: readonly string[]) => runGriotHere(home, ['projects', ...args])

test('a project is listed, shown, written into a file and added again', async () => {
  const { out, code } = await griot('list')
  expect(code).toBe(0)
  const [id = '', title = '', , folder = ''] = String(out).trim().split('\t')
  expect(existsSync(join(folder, 'project.json'))).toBe(true)
  const shown = String((await griot('show', id.slice(0, 8))).out)
  expect(shown).toContain(`Title\t${title}\n`)
  expect(shown).toMatch(/^lina: /m)
  const whole = JSON.parse(String((await griot('show', folder, '--json')).out))
  expect(whole).toMatchObject({ id, title, script: { lines: { length: 6 } } })
  const file = at('ìtàn kan.griot')
  expect((await griot('export', id, '--out', file)).out).toBe(`Wrote ${file}\n`)
  expect(await griot('export', id, '--out', file)).toMatchObject({ code: 2 })
  const added = String((await griot('import', file)).out).split('\t')
  expect(added[0]).not.toBe(id)
  expect(added[1]).toBe(title)
  const all = JSON.parse(String((await griot('list', '--all', '--json')).out))
  expect(all).toHaveLength(2)
  const third = JSON.parse(String((await griot('import', file, '--json')).out))
  expect(third).toMatchObject({ title, id: expect.any(String) })
  expect([id, added[0]]).not.toContain(third.id)
})

test('what is no project is refused in words', async () => {
  writeFileSync(at('no.griot'), 'no zip')
  mkdirSync(at('empty'))
  for (const [args, words] of [
    [['show', 'unknown'], /griot projects list --all/],
    [['import', at('no.griot')], /cannot be used/],
    [['import', at('empty')], /no project\.json/],
    [['import', at('nowhere.griot')], /not there/],
    [['export', 'unknown'], /--out/],
  ] as const) {
    const { code, err } = await griot(...args)
    expect(code).not.toBe(0)
    expect(err).toMatch(words)
  }
})
