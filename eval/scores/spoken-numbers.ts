const SMALL = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value] as const),
)
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10] as const),
)
const SCALES = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['quadrillion', 1e15],
])

/** Whether a word is part of a number in words: "seven", "hundred"; not "and". */
export function isNumberWord(word: string | undefined): boolean {
  if (word === undefined) return false
  return SMALL.has(word) || TENS.has(word) || SCALES.has(word) || word === 'hundred'
}

/**
 * English number words as figures, each number by itself, whatever its words: "one hundred and five" and "one hundred five"
 * are 105, "fifteen hundred" is 1500, "twenty twenty four" stays two numbers, 20 and 24. Other words stay as they are.
 */
export function withFigures(words: readonly string[]): readonly string[] {
  const out: string[] = []
  let at = 0
  while (at < words.length) {
    const read = numberAt(words, at)
    if (read) {
      out.push(String(read.value))
      at = read.end
    } else {
      out.push(words[at] ?? '')
      at++
    }
  }
  return out
}

interface Read {
  readonly value: bigint
  readonly end: number
}

/** The number that begins at a word; undefined where none does. */
function numberAt(words: readonly string[], start: number): Read | undefined {
  const first = belowThousand(words, start)
  if (!first) return undefined
  let { value, end } = first
  let scale = scaleAt(words, end)
  if (scale === undefined) return { value, end }
  let total = 0n
  let last = Number.POSITIVE_INFINITY
  for (;;) {
    if (scale === undefined || scale >= last) return { value: total + value, end }
    total += value * BigInt(scale)
    last = scale
    end++
    const next = belowThousand(words, words[end] === 'and' ? end + 1 : end)
    if (!next) return { value: total, end }
    const nextScale = scaleAt(words, next.end)
    if (nextScale !== undefined && nextScale >= last) return { value: total, end }
    value = next.value
    end = next.end
    scale = nextScale
  }
}

function scaleAt(words: readonly string[], at: number): number | undefined {
  return SCALES.get(words[at] ?? '')
}

function belowThousand(words: readonly string[], start: number): Read | undefined {
  const first = belowHundred(words, start)
  if (!first || words[first.end] !== 'hundred') return first
  const hundreds = first.value * 100n
  const at = first.end + 1
  const rest = belowHundred(words, words[at] === 'and' ? at + 1 : at)
  if (!rest || rest.value === 0n) return { value: hundreds, end: at }
  return { value: hundreds + rest.value, end: rest.end }
}

function belowHundred(words: readonly string[], at: number): Read | undefined {
  const tens = TENS.get(words[at] ?? '')
  const small = SMALL.get(words[tens === undefined ? at : at + 1] ?? '')
  if (tens === undefined)
    return small === undefined ? undefined : { value: BigInt(small), end: at + 1 }
  const hasUnit = small !== undefined && small > 0 && small < 10
  return hasUnit
    ? { value: BigInt(tens + small), end: at + 2 }
    : { value: BigInt(tens), end: at + 1 }
}

/** Parts of a whole and the number that they are named after. */
export const PART: Readonly<Record<string, string>> = {
  ...{ half: '2', halve: '2', third: '3', quarter: '4', fifth: '5', sixth: '6', seventh: '7' },
  ...{ eighth: '8', ninth: '9', tenth: '10', eleventh: '11', twelfth: '12', thirteenth: '13' },
  ...{ fourteenth: '14', fifteenth: '15', sixteenth: '16', seventeenth: '17', eighteenth: '18' },
  ...{ nineteenth: '19', twentieth: '20', thirtieth: '30', fortieth: '40', fiftieth: '50' },
  ...{ sixtieth: '60', seventieth: '70', eightieth: '80', ninetieth: '90' },
  ...{ hundredth: '100', thousandth: '1000' },
}
