import { TextInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { markupOf, type SaidAs } from '#renderer/pronunciations.ts'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { PRONUNCIATION_LIMITS, PronunciationDraft } from '#shared/pronunciation.ts'
import type { ScriptLine } from '#shared/script.ts'
import { AcceptMenu } from './accept-menu.tsx'
import { HearButton } from './hear-button.tsx'
import { ipaOf, type KnownReading } from './read-word.ts'
import { useAcceptance } from './use-acceptance.ts'
import type { OpenWord } from './word-store.ts'

const KINDS = ['text', 'ipa'] as const

/** A pronunciation of the person's own: other text, or IPA that begins as the word is read now. */
export function OwnReading(props: {
  readonly line: ScriptLine
  readonly word: OpenWord
  readonly known: KnownReading
}): ReactElement {
  const { line, word, known } = props
  const acceptance = useAcceptance(word)
  const [kind, setKind] = useState<SaidAs['kind']>('text')
  const [text, setText] = useState('')
  const [ipa, setIpa] = useState(ipaOf(known.said))
  const typed = kind === 'ipa' ? ipa : text
  const saidAs: SaidAs = kind === 'ipa' ? { kind, ipa: ipa.trim() } : { kind, text: text.trim() }
  const read = PronunciationDraft.shape.saidAs.safeParse(saidAs)
  const problem = typed.trim() === '' || read.success ? undefined : read.error.issues[0]?.message
  const { language } = known
  const name = typed.trim()
  return (
    <section className="word-own" aria-label={t('words:own.title')}>
      <h3>{t('words:own.heading')}</h3>
      <div className="word-own-fields">
        <ChoiceSelect
          aria-label={t('words:own.kind')}
          choices={KINDS.map((value) => ({ value, label: t(`words:own.kinds.${value}`) }))}
          value={kind}
          onChoose={setKind}
        />
        <TextInput
          aria-label={t(`words:own.fields.${kind}`)}
          placeholder={t(`words:own.samples.${kind}`)}
          maxLength={PRONUNCIATION_LIMITS.replacement}
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => (kind === 'ipa' ? setIpa : setText)(currentTarget.value)}
        />
      </div>
      <div className="word-actions">
        <HearButton
          name={t('words:own.name')}
          disabled={!read.success}
          {...{ voice: line.voice, language, text: markupOf(saidAs) }}
        />
        <AcceptMenu
          name={t('words:own.name')}
          disabled={!read.success || name === ''}
          {...acceptance.ofSaid(saidAs, language)}
        />
      </div>
      <InlineError reason={acceptance.error} />
    </section>
  )
}
