import type { Doubt } from '#shared/doubts.ts'
import { isPlainStyle, type TranslationStyle } from '#shared/translation.ts'
import type { MemoryOffer } from './segments.ts'
import type { Licence } from './translator.ts'

/** Who has translated a text, and how well. */
export interface TranslationCredits {
  /** Ids of the providers, also 'memory', who has done most first; empty where nothing needed a translation. */
  readonly providers: readonly string[]
  /** Their labels without repetition: 'draft', 'word help', 'pack NAME', 'endpoint', 'memory'. */
  readonly qualities: readonly string[]
  /** The same for programs: 'pack ID' instead of 'pack NAME', whose characters and commas no header could carry. */
  readonly grades: readonly string[]
  /** Whether tone and formality had a say in it, or nothing special was asked. */
  readonly isStyleUsed: boolean
  /** Failures of providers for which others have stood in, in words. */
  readonly notices: readonly string[]
  readonly offers: readonly MemoryOffer[]
  /** Licences of the providers, where they are known. */
  readonly licences: readonly ProviderLicence[]
  /** What in the translation its source does not account for; in the order of the text. */
  readonly doubts: readonly Doubt[]
}

/** The licence of what has translated. */
export interface ProviderLicence extends Licence {
  readonly provider: string
}

/** A part of a text that somebody has translated. */
export interface CreditedPart {
  readonly provider: string
  readonly quality: string
  readonly licence?: Licence | undefined
  readonly isStyleUsed: boolean
}

/** Counts who has translated how many characters of a text. */
export interface CreditTally {
  add(part: CreditedPart, characters: number): void
  offer(offer: MemoryOffer): void
  doubt(doubts: readonly Doubt[]): void
  credits(notices: readonly string[]): TranslationCredits
}

const MOST_OFFERS = 50
export const MEMORY: CreditedPart = { provider: 'memory', quality: 'memory', isStyleUsed: false }

/** A tally of a text that should have this style. */
export function createTally(style: TranslationStyle): CreditTally {
  const providers = new Map<string, number>()
  const qualities = new Map<string, number>()
  const grades = new Map<string, number>()
  const offers: MemoryOffer[] = []
  const doubts: Doubt[] = []
  const licences = new Map<string, ProviderLicence>()
  let isStyleUsed = isPlainStyle(style)
  return {
    add(part, characters) {
      count(providers, part.provider, characters)
      count(qualities, part.quality, characters)
      count(grades, gradeOf(part), characters)
      isStyleUsed ||= part.isStyleUsed
      const { provider, licence } = part
      if (licence) {
        const { id, commercialUse } = licence
        licences.set(provider, { provider, id, commercialUse })
      }
    },
    offer(offer) {
      if (offers.length < MOST_OFFERS) offers.push(offer)
    },
    doubt(found) {
      doubts.push(...found)
    },
    credits: (notices) => ({
      providers: byAmount(providers),
      qualities: byAmount(qualities),
      grades: byAmount(grades),
      // Nothing was translated, so nothing was ignored.
      isStyleUsed: isStyleUsed || providers.size === 0,
      notices,
      offers,
      licences: [...licences.values()],
      doubts,
    }),
  }
}

function count(counts: Map<string, number>, name: string, characters: number): void {
  counts.set(name, (counts.get(name) ?? 0) + characters)
}

function gradeOf({ provider, quality }: CreditedPart): string {
  const [kind, id] = provider.split(':')
  return id === undefined ? quality : `${kind} ${id}`
}

function byAmount(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name)
}
