const PEOPLE = ['Ada', 'Musa', 'Bisi', 'Sam', 'Grace', 'Peter', 'Rose', 'Tunde', 'Mary', 'John']
const PLACES = ['market', 'school', 'station', 'office', 'river', 'hospital', 'bank', 'farm']
const THINGS = ['letters', 'books', 'tickets', 'oranges', 'pictures', 'blankets', 'boxes', 'keys']

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** A sentence of twelve words, another one for every number. */
export function twelveWords(n: number): string {
  const person = pick(PEOPLE, n)
  const place = pick(PLACES, Math.floor(n / 10))
  const thing = pick(THINGS, Math.floor(n / 80))
  return `${person} went to the ${place} with two bags of new ${thing} today.`
}

/** Prose of about `characters` characters in sentences of twelve words. */
export function prose(characters: number): string {
  let text = ''
  for (let n = 0; text.length < characters; n++) text += `${twelveWords(n * 7)} `
  return text.slice(0, text.lastIndexOf('.', characters - 1) + 1)
}
