import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { projectForTests, registryForTests } from './projects.test-support.ts'

const root = folderForTests('ìbẹ̀rẹ̀')
let made = 0
const place = (): string => join(root, `ilé ${++made}`)

/** A project that somebody has put among the others by hand. */
function strange(home: string, name: string): string {
  const path = join(home, 'projects', name)
  projectForTests(path)
  return path
}

test('a start survives folders that cannot be read: they are set aside, named, and not opened again', () => {
  const home = place()
  const { projects } = registryForTests(home)
  projects.prepare()
  rmSync(join(strange(home, 'link'), 'project.json'))
  symlinkSync('/dev/zero', join(home, 'projects', 'link', 'project.json'))
  truncateSync(join(strange(home, 'large'), 'journal.jsonl'), 10e9)
  mkdirSync(join(home, 'projects', 'elsewhere', 'project.json'), { recursive: true })
  const good = strange(home, 'good')
  projects.prepare()
  const notice = projects.notice() ?? ''
  for (const name of ['link', 'large', 'elsewhere']) {
    expect(notice).toContain(`The folder ${name} among the projects could not be read`)
    expect(existsSync(join(home, 'projects', name))).toBe(false)
    expect(existsSync(join(home, 'projects-set-aside', name))).toBe(true)
  }
  expect(projects.list().map(({ path }) => path)).toContain(good)
  projects.dismissNotice('another')
  expect(projects.notice()).toBe(notice)
  projects.dismissNotice(notice)
  const next = registryForTests(home).projects
  next.prepare()
  expect([projects.notice(), next.notice()]).toEqual([undefined, undefined])
})

test('a folder that ends the program while it is opened is set aside at the next start', () => {
  const home = place()
  const path = strange(home, 'fatal')
  const script = `
    import { takeUpFolders } from ${JSON.stringify(join(import.meta.dirname, 'take-up.ts'))}
    takeUpFolders(process.argv[1], [process.argv[2]], () => process.kill(process.pid, 'SIGKILL'))
  `
  const args = ['--input-type=module', '-e', script, home, path]
  expect(spawnSync(process.execPath, args).signal).toBe('SIGKILL')
  const { projects } = registryForTests(home)
  projects.prepare()
  expect(projects.notice()).toMatch(/fatal .*Griot ended while this folder was opened/)
  expect(readdirSync(join(home, 'projects-set-aside', 'fatal'))).toContain('project.json')
  expect(existsSync(path)).toBe(false)
})

test('a duplicate takes no links along', () => {
  const { projects } = registryForTests(place())
  const one = projects.create('Ìtàn')
  symlinkSync('/etc/hostname', join(one.path, 'takes', 'abc.flac'))
  spawnSync('mkfifo', [join(one.path, 'takes', 'pipe.flac')])
  expect(readdirSync(join(projects.duplicate(one.id).path, 'takes'))).toEqual([])
})
