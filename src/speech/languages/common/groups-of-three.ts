export interface DigitGroup {
  /** 0 to 999. */
  readonly value: number
  /** Power of a thousand: 0 for ones, 1 for thousands, 2 for millions. */
  readonly scale: number
}

/**
 * Splits a whole number without leading zeros into groups of three digits, the highest first, without empty ones:
 * "1005" → 1, 5.
 * @example `groupsOfThree('1005')` is `[{ value: 1, scale: 1 }, { value: 5, scale: 0 }]`.
 */
export function groupsOfThree(digits: string): readonly DigitGroup[] {
  const count = Math.ceil(digits.length / 3)
  return Array.from({ length: count }, (_, place) => {
    const scale = count - 1 - place
    const end = scale === 0 ? undefined : -3 * scale
    return { scale, value: Number(digits.slice(-3 * (scale + 1), end)) }
  })
}
