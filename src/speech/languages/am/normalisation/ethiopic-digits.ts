const NUMERAL = /[፩-፼]+/g
const LONGEST = 24
const ONE = 0x1369
const TEN = 0x1372
const HUNDRED = '፻'
const TEN_THOUSAND = '፼'

/**
 * Ethiopic numerals as figures: "፳፻፲፮" → 2016. A group of tens and ones is multiplied by the hundred (፻) and the ten
 * thousand (፼) after it. What breaks the order of the system begins a new number: "፲፫፲፰" → 13 18.
 */
export function readEthiopicDigits(text: string): string {
  return text.replace(NUMERAL, (numeral, offset: number) => {
    if (numeral.length > LONGEST) return [...numeral].map((digit) => value(digit)).join(' ')
    const before = /\d$/.test(text.slice(Math.max(0, offset - 1), offset)) ? ' ' : ''
    return before + numbersOf(numeral).join(' ')
  })
}

/** The numbers that stand in one run of digits. */
function numbersOf(numeral: string): readonly bigint[] {
  const numbers: bigint[] = []
  let rest = numeral
  while (rest !== '') {
    const { number, length } = longestNumber(rest)
    numbers.push(number)
    rest = rest.slice(length)
  }
  return numbers
}

const GROUP = /^([፲-፺]?)([፩-፱]?)(፻?)/

interface Parsed {
  readonly number: bigint
  readonly length: number
}

/** Reads from the left: below ten thousand, then all of it times ten thousand for each ፼ that follows. */
function longestNumber(digits: string): Parsed {
  let number = 0n
  let at = 0
  while (at < digits.length) {
    const block = belowTenThousand(digits.slice(at))
    at += block.length
    if (digits[at] !== TEN_THOUSAND)
      return { number: number + block.number, length: Math.max(at, 1) }
    number = (number + block.number || 1n) * 10_000n
    at++
  }
  return { number, length: at }
}

/** "፲፱፻፷፮": a group, the hundred, a group. */
function belowTenThousand(digits: string): Parsed {
  const [first = '', tens = '', ones = '', hundred = ''] = GROUP.exec(digits) ?? []
  const group = BigInt(value(tens) + value(ones))
  if (hundred === '') return { number: group, length: first.length }
  const [, lowTens = '', lowOnes = ''] = GROUP.exec(digits.slice(first.length)) ?? []
  const low = lowTens + lowOnes
  return {
    number: (group || 1n) * 100n + BigInt(value(lowTens) + value(lowOnes)),
    length: first.length + low.length,
  }
}

function value(digit: string): number {
  if (digit === '') return 0
  if (digit === HUNDRED) return 100
  if (digit === TEN_THOUSAND) return 10_000
  const code = digit.codePointAt(0) ?? 0
  return code < TEN ? code - ONE + 1 : (code - TEN + 1) * 10
}
