import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLinks } from '#storage/db/links.ts'
import { all, type RowDatabase } from '#storage/db/steps.ts'

/** Links of programs that are alive until `kill`, and a clock in milliseconds. */
function programsOf(database: RowDatabase) {
  let time = Date.UTC(2026, 4, 1)
  const dead = new Set<string>()
  return {
    wait: (ms: number): void => {
      time += ms
    },
    kill: (mark: string) => dead.add(mark),
    linksOf: (mark: string) =>
      createLinks(
        database,
        { mark, isAlive: (other) => !dead.has(other) },
        { now: () => new Date(time), randomBytes },
      ),
  }
}

/** What every store of sign-in links does, over databases that `open` opens empty. */
export function linksContract(open: () => Promise<RowDatabase>): void {
  test('a link of the program itself works once, within a minute, and for no other program', async () => {
    const { linksOf, wait } = programsOf(await open())
    const [links, other] = [linksOf('this'), linksOf('other')]
    const { token, over } = links.offer()
    expect(await other.redeem(token)).toBe(false)
    expect([await links.redeem(token), await links.redeem(token)]).toEqual([true, false])
    await over
    const late = links.offer().token
    wait(60_000)
    expect(await links.redeem(late)).toBe(false)
    expect(await links.redeem('')).toBe(false)
  })

  test('a link for another program works there, once, within a minute, and its token is kept nowhere', async () => {
    const database = await open()
    const { linksOf, wait } = programsOf(database)
    const [command, server, other] = [linksOf('command'), linksOf('server'), linksOf('other')]
    const studio = { process: 'server', url: 'http://127.0.0.1:7070' }
    const token = await command.offerFor(studio)
    const kept = await database.perform(() => all('SELECT * FROM sign_in_links'))
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(await other.redeem(token)).toBe(false)
    wait(59_999)
    const redeemed = await Promise.all([1, 2, 3].map(async () => server.redeem(token)))
    expect(redeemed.filter(Boolean)).toHaveLength(1)
    const late = await command.offerFor(studio)
    wait(60_000)
    expect(await server.redeem(late)).toBe(false)
  })

  test('links that are too old go with the next one that is made', async () => {
    const database = await open()
    const { linksOf, wait } = programsOf(database)
    const links = linksOf('command')
    const studio = { process: 'server', url: 'http://127.0.0.1:7070' }
    await links.offerFor(studio)
    wait(60_000)
    await links.offerFor(studio)
    const kept = await database.perform(() => all('SELECT hash FROM sign_in_links'))
    expect(kept).toHaveLength(1)
  })

  test('studios are found while they are served, by their address, and one address belongs to one', async () => {
    const database = await open()
    const { linksOf, kill } = programsOf(database)
    const [one, two, three] = [linksOf('one'), linksOf('two'), linksOf('three')]
    expect(await one.studios()).toEqual([])
    await two.announce('http://127.0.0.1:7072')
    await one.announce('http://127.0.0.1:7070')
    await one.announce('http://127.0.0.1:7071')
    expect(await three.studios()).toEqual([
      { process: 'one', url: 'http://127.0.0.1:7071' },
      { process: 'two', url: 'http://127.0.0.1:7072' },
    ])
    await three.announce('http://127.0.0.1:7072')
    kill('one')
    expect(await two.studios()).toEqual([{ process: 'three', url: 'http://127.0.0.1:7072' }])
    // The dead one is forgotten for good by the next that comes.
    await two.announce('http://127.0.0.1:7070')
    const kept = await database.perform(() => all('SELECT process FROM studios ORDER BY process'))
    expect(kept).toEqual([{ process: 'three' }, { process: 'two' }])
    await two.withdraw()
    await two.withdraw()
    expect((await one.studios()).map(({ process }) => process)).toEqual(['three'])
  })
}
