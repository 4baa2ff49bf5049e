import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { createHistory } from '#history/history.ts'
import { openShared } from '#storage/open-shared.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const home = folderForTests('griot ìtàn')

test('the history is listed, searched, measured and cleared', async () => {
  const library = openShared(join(home, 'data'))
  const history = createHistory(library.database, () => new Date())
  history.record({
    ...{ at: new Date().toISOString(), source: 'api', keyName: 'Radio', voice: 'sade' },
    ...{ engine: 'neural', language: 'yo', text: 'Ọkọ̀\nojú omi', characters: 11, seconds: 2 },
    ...{ firstSoundMs: 120, totalMs: 400, realTimeFactor: 0.2, memoryBytes: 5e7, isWhole: true },
  })
  await history.close()
  library.close()
  const griot = (...args: string[]) => runGriotHere(home, ['history', ...args])
  expect((await griot()).out).toMatch(/^20\S+\tapi \(Radio\)\tsade\tyo\t2\.0 s\tỌkọ̀ ojú omi\n$/)
  expect(JSON.parse((await griot('list', '--search', 'oko', '--json')).out)).toHaveLength(1)
  expect((await griot('list', '--search', 'none')).out).toBe('')
  expect((await griot('measured')).out).toBe(
    'neural\t1 takes\treal-time factor 0.200 (95 %: 0.200)\tfirst sound 120 ms (95 %: 120 ms)\t50 MB\n',
  )
  expect(JSON.parse((await griot('measured', '--json')).out)[0].takes).toBe(1)
  expect((await griot('clear')).out).toBe('Forgot 1.\n')
  expect((await runGriotHere(join(home, 'new'), ['history'])).code).toBe(0)
})
