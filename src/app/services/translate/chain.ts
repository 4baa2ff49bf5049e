import { AppError, type ErrorCode, TooManyRequests } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import {
  type ProviderTranslation,
  type TranslationProvider,
  type TranslationRequest,
  UnusableTranslation,
} from './translator.ts'

/** Kinds of providers, for the setting that orders them. */
export const PROVIDER_KINDS = ['endpoint', 'pack', 'built-in'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

export interface ChainOptions {
  /** Kinds in the order in which they are asked; those left out are never asked. */
  readonly order: readonly ProviderKind[]
  readonly endpoint: TranslationProvider | undefined
  /** Installed packs, the best first. Asked anew for every text, since packs come and go. */
  readonly packs: () => Promise<readonly TranslationProvider[]>
  readonly builtIn: TranslationProvider | undefined
}

/** A translation, and who made it. */
export interface ChainTranslation extends ProviderTranslation {
  readonly provider: string
  readonly quality: string
}

/** Providers in their order, as one text uses them. */
export interface ChainRun {
  /** What the first provider that is left works on best. */
  unitFor(source: LanguageCode, target: LanguageCode): TranslationProvider['unit']
  /**
   * The translation of the first provider that has one. Throws AppError that tells every provider's failure, and the
   * signal's reason.
   */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<ChainTranslation>
  /** Failures so far of providers for which another one has stood in, in words. */
  notices(): readonly string[]
}

/** Starts a run over the providers of this moment, for one text. */
export type TranslationChain = () => Promise<ChainRun>

/** After so many answers that are no translation, a provider is left out for the rest of the text. */
const MAX_UNUSABLE = 3
const LABELS: Readonly<Record<string, string>> = {
  endpoint: 'The translation service',
  'built-in': 'The built-in translator',
}

/** A chain of providers. One that cannot be reached is left out for the rest of the text. */
export function createChain({ order, endpoint, packs, builtIn }: ChainOptions): TranslationChain {
  const listed = async (): Promise<readonly TranslationProvider[]> => {
    const installed = order.includes('pack') ? await packs() : []
    return order.flatMap((kind) => {
      if (kind === 'pack') return installed
      const provider = kind === 'endpoint' ? endpoint : builtIn
      return provider ? [provider] : []
    })
  }
  return async () => {
    const providers = await listed()
    const isOut = new Set<string>()
    const unusable = new Map<string, number>()
    const notices = new Map<string, string>()
    const supporting = (source: LanguageCode, target: LanguageCode) =>
      providers.filter(({ id, supports }) => !isOut.has(id) && supports(source, target))
    /** Remembers a failure and returns it in words. */
    const noted = ({ id }: TranslationProvider, error: unknown): Failure => {
      if (error instanceof UnusableTranslation) {
        const count = (unusable.get(id) ?? 0) + 1
        unusable.set(id, count)
        if (count >= MAX_UNUSABLE) isOut.add(id)
        const message = `${labelOf(id)} gave an answer that ${error.message}.`
        notices.set(id, message)
        return { id, code: 'translate/failed', message }
      }
      if (!(error instanceof AppError)) throw error
      const { code, message } = error
      if (code !== 'language/unsupported') isOut.add(id)
      notices.set(id, message)
      return { id, code, message, retryAfterS: waitAfter(error) }
    }
    return {
      unitFor: (source, target) => supporting(source, target)[0]?.unit ?? 'sentence',
      notices: () => [...notices.values()],
      async translate(request, signal) {
        const failures: Failure[] = []
        for (const provider of supporting(request.source, request.target)) {
          signal.throwIfAborted()
          try {
            const { quality, id, licence } = provider
            const answer = await provider.translate(request, signal)
            check(request.text, answer.text)
            return { quality, licence, ...answer, provider: id }
          } catch (error) {
            signal.throwIfAborted()
            failures.push(noted(provider, error))
          }
        }
        throw failed(request, providers, failures, notices)
      },
    }
  }
}

interface Failure {
  readonly id: string
  readonly code: ErrorCode
  readonly message: string
  /** Seconds after which a provider that takes no more requests may be asked again. */
  readonly retryAfterS?: number | undefined
}

function waitAfter(error: AppError): number | undefined {
  return error instanceof TooManyRequests ? error.retryAfterS : undefined
}

/** Throws UnusableTranslation. */
function check(text: string, answer: string): void {
  if (answer.trim() === '') throw new UnusableTranslation('is empty')
  const [asked, given] = [linesOf(text), linesOf(answer)]
  if (asked !== given)
    throw new UnusableTranslation(`has ${given} lines where the text has ${asked}`)
}

function linesOf(text: string): number {
  return text.split('\n').length
}

function failed(
  { source, target }: TranslationRequest,
  providers: readonly TranslationProvider[],
  failures: readonly Failure[],
  notices: ReadonlyMap<string, string>,
): AppError {
  if (providers.length === 0)
    return new AppError(
      'translate/unavailable',
      'There is no translator here. Whoever runs Griot can set GRIOT_TRANSLATE_URL to a translation server, such as http://127.0.0.1:5000, or allow the built-in translator (GRIOT_TRANSLATE_ORDER), and start Griot again.',
    )
  const pair = `from ${languageInfo(source).name} to ${languageInfo(target).name}`
  const told = new Set(failures.map(({ id }) => id))
  const others = providers
    .filter(({ id }) => !told.has(id))
    .map(({ id }) => notices.get(id) ?? `${labelOf(id)} does not translate ${pair}.`)
  const reasons = [...failures.map(({ message }) => message), ...others]
  const mayHelp = failures.some(({ code }) => code === 'translate/failed')
  const words =
    reasons.length === 1
      ? reasons.join()
      : `This could not be translated ${pair}. ${reasons.join(' ')}`
  const waits = failures.flatMap(({ retryAfterS = [] }) => retryAfterS)
  if (waits.length > 0) return new TooManyRequests(words, Math.min(...waits))
  const isPairUnknown =
    failures.every(({ code }) => code === 'language/unsupported') &&
    providers.every(({ id }) => told.has(id) || !notices.has(id))
  const usual = mayHelp ? 'translate/failed' : 'translate/unavailable'
  const hasServer = providers.some(({ id }) => id === 'endpoint')
  return new AppError(
    isPairUnknown ? 'language/unsupported' : usual,
    hasServer ? words : `${words} A translation server can be set with GRIOT_TRANSLATE_URL.`,
  )
}

function labelOf(id: string): string {
  return LABELS[id] ?? `The pack ${id.replace(/^pack:/, '')}`
}
