import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { removePronunciation, saidAsWords, scopeWords } from '#renderer/pronunciations.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import type { ScriptLine } from '#shared/script.ts'
import { type Acceptance, AcceptMenu } from './accept-menu.tsx'
import { HearButton } from './hear-button.tsx'
import { ipaOf, type KnownReading } from './read-word.ts'
import { useAcceptance } from './use-acceptance.ts'
import { closeWord, type OpenWord } from './word-store.ts'

interface OtherReadingsProps {
  readonly line: ScriptLine
  readonly word: OpenWord
  readonly known: KnownReading
}

/** A way to read the word that is offered. */
interface Offer {
  readonly name: string
  /** How likely it is, or what it is. */
  readonly note: string
  readonly text: string
  readonly acceptance: Acceptance
}

/** Other ways to read a word: other marks with their probability, English, letter by letter, and what the dictionary says. */
export function OtherReadings({ line, word, known }: OtherReadingsProps): ReactElement {
  const acceptance = useAcceptance(word)
  const { written } = word
  const { marks, english, language, entries } = known
  const forms = marks
    ? [{ form: marks.restored, probability: marks.confidence }, ...marks.alternatives]
    : []
  const now = known.said
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
  const englishIpa = ipaOf(english)
  // Of several words at once no single one can be another.
  const variants = known.said.length === 1 ? (known.said[0]?.variants ?? []) : []
  const offers: readonly Offer[] = [
    ...forms.map(({ form, probability }) => ({
      ...{ name: form, text: form, acceptance: acceptance.ofForm(form) },
      note: [
        t('words:others.probability', { percent: Math.round(probability * 100) }),
        ...(form.toLowerCase() === now ? [t('words:others.now')] : []),
      ].join(' · '),
    })),
    ...variants.map((ipa) => ({
      ...{ name: `/${ipa}/`, note: t('words:others.variant'), text: `[ipa: ${ipa}]` },
      acceptance: acceptance.ofSaid({ kind: 'ipa', ipa }, language),
    })),
    ...(englishIpa === ''
      ? []
      : [
          {
            ...{
              name: t('words:others.asEnglish'),
              note: `/${englishIpa}/`,
              text: `[en]${written}[/en]`,
            },
            acceptance: acceptance.ofSaid(
              { kind: 'ipa', ipa: englishIpa },
              language,
              `[en]${written}[/en]`,
            ),
          },
        ]),
    {
      ...{ name: t('words:others.spelled'), note: '', text: `[spell]${written}[/spell]` },
      acceptance: acceptance.ofMarkup(`[spell]${written}[/spell]`),
    },
  ]
  return (
    <section className="word-others" aria-label={t('words:others.title')}>
      <h3>{t('words:others.title')}</h3>
      <ul>
        {offers.map(({ name, note, text, acceptance: accepted }) => (
          <li key={name}>
            <span className="word-offer" lang={language}>
              {name} <small className="text-secondary">{note}</small>
            </span>
            <HearButton {...{ name, text, voice: line.voice, language }} />
            <AcceptMenu name={name} {...accepted} />
          </li>
        ))}
        {entries.map((entry) => (
          <KnownEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <InlineError reason={acceptance.error} />
    </section>
  )
}

/** What the dictionary says about the word already. */
function KnownEntry({ entry }: { readonly entry: Pronunciation }): ReactElement {
  const { isPending, error, run } = useAsyncAction('stays')
  const remove = (): void => {
    void run(async () => {
      await removePronunciation(entry)
      closeWord()
    })
  }
  return (
    <li>
      <span className="word-offer">
        {saidAsWords(entry.saidAs)}{' '}
        <small className="text-secondary">
          {t('words:known.from', { scope: scopeWords(entry.scope) })}
        </small>
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={isPending}
        aria-label={t('words:known.removeReading', { reading: saidAsWords(entry.saidAs) })}
        onClick={remove}
      >
        {t('words:known.remove')}
      </Button>
      <InlineError reason={error} />
    </li>
  )
}
