import { expect, test } from 'vitest'
import { describeProjectError } from './disk.ts'

test('a database that has no room says that the disk is full and what to do, and nothing of locks', () => {
  const error = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const told = describeProjectError(error, '/àwọn/ìwé')
  expect(told).toMatchObject({
    code: 'storage/full',
    message: expect.stringMatching(/cannot be saved\. The disk is full: free some space/),
  })
  expect(String(told)).not.toMatch(/lock|SQLITE/)
})
