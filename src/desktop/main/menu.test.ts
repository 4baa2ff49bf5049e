import { expect, test } from 'vitest'
import { menuTemplate } from './menu.ts'

const roles = (platform: NodeJS.Platform, forDevelopers: boolean): string => {
  const template = menuTemplate({ platform, forDevelopers, openLicense: () => undefined })
  return JSON.stringify(template)
}

test('the shipped app has neither developer tools nor reload', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(roles(platform, false)).not.toMatch(/toggleDevTools|"reload"/)
})

test('a development build has both', () => {
  expect(roles('linux', true)).toMatch(/toggleDevTools/)
})

test('About and Quit are where each system expects them', () => {
  expect(roles('darwin', false)).toMatch(/appMenu/)
  for (const platform of ['linux', 'win32'] as const) {
    expect(roles(platform, false)).toMatch(/"quit"/)
    expect(roles(platform, false)).toMatch(/"about"/)
  }
})
