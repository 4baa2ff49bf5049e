/** Where a language lets a speaker take a breath inside a sentence. All in small letters. */
export interface Joints {
  readonly conjunctions: ReadonlySet<string>
  readonly prepositions: ReadonlySet<string>
}

const MOST_WORDS = 30
const MOST_CHARACTERS = 220
/** A first sentence beyond this is cut, so that its sound can start early. */
const LONG_FIRST = 14
const MOST_FIRST = 20
const LEAST_FIRST = 3
const LEAST_BEFORE_JOINT = 6

type Tokens = readonly string[]

/** The first sentence of a text as one or two pieces, the first of them short. */
export function shortenFirst(tokens: Tokens, joints: Joints): Tokens[] {
  if (tokens.length <= LONG_FIRST) return [tokens]
  const cut = firstCut(tokens, joints)
  return cut === undefined ? [tokens] : [tokens.slice(0, cut), tokens.slice(cut)]
}

/** How many words come before the first good joint; undefined where the sentence may stay whole. */
function firstCut(tokens: Tokens, joints: Joints): number | undefined {
  for (let cut = LEAST_FIRST; cut <= LONG_FIRST; cut++) {
    if (hasMark(tokens[cut - 1])) return cut
  }
  for (const kind of [joints.conjunctions, joints.prepositions]) {
    for (let cut = LEAST_BEFORE_JOINT; cut < LONG_FIRST; cut++) {
      if (kind.has(tokens[cut] ?? '') && !isLink(tokens[cut - 1], joints)) return cut
    }
  }
  return tokens.length > MOST_FIRST ? Math.min(MOST_FIRST, Math.ceil(tokens.length / 2)) : undefined
}

/** A sentence as pieces within the bounds, cut near its middle again and again. */
export function shortenLong(tokens: Tokens, joints: Joints): Tokens[] {
  const length = tokens.reduce((sum, token) => sum + token.length + 1, -1)
  if (tokens.length < 2 || (tokens.length <= MOST_WORDS && length <= MOST_CHARACTERS))
    return [tokens]
  const cut = middleCut(tokens, joints)
  return [...shortenLong(tokens.slice(0, cut), joints), ...shortenLong(tokens.slice(cut), joints)]
}

/** The cut nearest to the middle, by the best kind of joint there is in the middle three fifths. */
function middleCut(tokens: Tokens, joints: Joints): number {
  const middle = Math.ceil(tokens.length / 2)
  const reach = Math.floor(tokens.length * 0.3)
  const kinds: readonly ((cut: number) => boolean)[] = [
    (cut) => /[;:—]$/.test(tokens[cut - 1] ?? ''),
    (cut) => hasMark(tokens[cut - 1]),
    (cut) => joints.conjunctions.has(tokens[cut] ?? '') && !isLink(tokens[cut - 1], joints),
    (cut) => joints.prepositions.has(tokens[cut] ?? '') && !isLink(tokens[cut - 1], joints),
  ]
  for (const isJoint of kinds) {
    for (let distance = 0; distance <= reach; distance++) {
      if (isJoint(middle - distance) && middle > distance) return middle - distance
      if (isJoint(middle + distance)) return middle + distance
    }
  }
  return middle
}

function hasMark(token: string | undefined): boolean {
  return token !== undefined && /[,;:—]$/.test(token)
}

/** "and in", "as of", "because of": no breath between the two. */
function isLink(token: string | undefined, joints: Joints): boolean {
  return token !== undefined && (joints.conjunctions.has(token) || joints.prepositions.has(token))
}
