import { expect, test } from 'vitest'
import { createFavourites } from '#storage/db/favourites.ts'
import { type RowDatabase, run } from '#storage/db/steps.ts'

/** What every store of favourites does, over databases that `open` opens empty. */
export function favouritesContract(open: () => Promise<RowDatabase>): void {
  test('voices are marked once, in order, for one account, and their marks taken away', async () => {
    const favourites = createFavourites(await open())
    for (const voice of ['sade', 'john', 'sade']) await favourites.mark('ada', voice, true)
    await favourites.mark('obi', 'lina', true)
    expect(await favourites.list('ada')).toEqual(['sade', 'john'])
    expect(await favourites.list('obi')).toEqual(['lina'])
    expect(await favourites.list('none')).toEqual([])
    for (const voice of ['sade', 'sade', 'none']) await favourites.mark('ada', voice, false)
    expect(await favourites.list('ada')).toEqual(['john'])
    await favourites.mark('ada', 'sade', true)
    expect(await favourites.list('ada')).toEqual(['john', 'sade'])
  })

  test('the mark of a custom voice goes with the voice', async () => {
    const database = await open()
    const favourites = createFavourites(database)
    const sql = `INSERT INTO voices (id, account, name, language, spoken_language, traits, warnings, created_at, updated_at)
      VALUES (?, 'ada', 'Ada', 'ig', 'ig', '{}', '[]', '', '')`
    await database.perform(() => run(sql, 'voice_1'))
    await favourites.mark('ada', 'voice_1', true)
    await favourites.mark('ada', 'sade', true)
    await database.perform(() => run('DELETE FROM voices WHERE id = ?', 'voice_1'))
    expect(await favourites.list('ada')).toEqual(['sade'])
  })
}
