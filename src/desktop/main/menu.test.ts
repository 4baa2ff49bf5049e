import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { MENU_COMMANDS, type MenuCommand } from '#shared/desktop.ts'
import { type MenuChoices, menuTemplate } from './menu.ts'
import { sayWith } from './say.ts'

type Item = MenuItemConstructorOptions
const nothing = (): void => undefined
const CHOICES: MenuChoices = {
  say: sayWith({}),
  ...{ platform: 'linux', forDevelopers: false, recent: [], checkForUpdates: undefined },
  ...{ run: nothing, openProject: nothing, choosePath: nothing, openLicense: nothing },
}

/** All items of a menu bar, those of its submenus too. */
function itemsOf(choices: Partial<MenuChoices>): Item[] {
  const all = (items: readonly Item[]): Item[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])])
  return all(menuTemplate({ ...CHOICES, ...choices }))
}
const click = (item: Item | undefined): void => (item?.click as (() => void) | undefined)?.()

test('the shipped app has neither developer tools nor reload; a development build has both', () => {
  const roles = (forDevelopers: boolean, platform: NodeJS.Platform) =>
    itemsOf({ forDevelopers, platform }).map(({ role }) => role)
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(roles(false, platform)).not.toContain('toggleDevTools')
    expect(roles(false, platform)).not.toContain('reload')
  }
  expect(roles(true, 'linux')).toEqual(expect.arrayContaining(['toggleDevTools', 'reload']))
})

test('About and Quit are where each system expects them', () => {
  const roles = (platform: NodeJS.Platform) => itemsOf({ platform }).map(({ role }) => role)
  expect(roles('darwin')).toEqual(expect.arrayContaining(['appMenu', 'close']))
  for (const platform of ['linux', 'win32'] as const)
    expect(roles(platform)).toEqual(expect.arrayContaining(['quit', 'about']))
})

test('every command that the window knows is in the menu bar once, and is what is run', () => {
  const ran: MenuCommand[] = []
  const items = itemsOf({ run: (command) => ran.push(command) })
  for (const command of MENU_COMMANDS) {
    const found = items.filter(({ id }) => id === command)
    expect([command, found.length]).toEqual([command, 1])
    click(found[0])
  }
  expect(ran).toEqual([...MENU_COMMANDS])
})

test('recent projects are opened from the menu; an ampersand in a title is no mark of a key', () => {
  const opened: string[] = []
  const recent = [{ id: 'a1', title: 'Ìròyìn & orin' }]
  const items = itemsOf({ recent, openProject: (id) => opened.push(id) })
  click(items.find(({ label }) => label === 'Ìròyìn && orin'))
  expect(opened).toEqual(['a1'])
  expect(items.find(({ id }) => id === 'recent')?.enabled).toBe(true)
  expect(itemsOf({}).find(({ id }) => id === 'recent')?.enabled).toBe(false)
})

test('updates are offered only where releases are published', () => {
  const labels = (checkForUpdates: (() => void) | undefined) =>
    itemsOf({ checkForUpdates }).map(({ label }) => label)
  expect(labels(undefined)).not.toContain('Check for Updates…')
  expect(labels(nothing)).toContain('Check for Updates…')
})

test('the menu bar speaks the language of the studio, and English where a text is missing', () => {
  const labels = itemsOf({ say: sayWith({ '&File': '&Fichier', Undo: 'Annuler' }) }).map(
    ({ label }) => label,
  )
  expect(labels).toEqual(expect.arrayContaining(['&Fichier', 'Annuler', 'Redo']))
})
