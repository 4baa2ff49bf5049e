import { t } from '#renderer/i18n/i18n.ts'
import './words.css'
import { CloseButton, Loader, Popover } from '@mantine/core'
import { type ReactElement, useEffect, useState } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { FITTING } from '#renderer/ui/fitting-popover.ts'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import { PickerAnchor } from '#renderer/ui/picker-anchor.tsx'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import { HearButton } from './hear-button.tsx'
import { LineMarks } from './line-marks.tsx'
import { OtherReadings } from './other-readings.tsx'
import { OwnReading } from './own-reading.tsx'
import { ipaOf, type KnownReading, readingOf, readingWords, syllableNote } from './read-word.ts'
import { closeWord, type OpenWord, useOpenWord } from './word-store.ts'

interface WordPopoverProps {
  readonly line: ScriptLine
  readonly number: number
  readonly language: LanguageCode
}

/** How a word of a line is read, and other ways to read it; rendered only while it is open. */
export function WordPopover({ line, number, language }: WordPopoverProps): ReactElement | false {
  const word = useOpenWord((open) => (open.word?.lineId === line.id ? open.word : undefined))
  if (!word || line.text.slice(word.start, word.end) !== word.written) return false
  return (
    <Popover
      opened
      onDismiss={closeWord}
      position="bottom-start"
      shadow="md"
      trapFocus
      width={440}
      middlewares={FITTING}
    >
      <Popover.Target>
        <PickerAnchor />
      </Popover.Target>
      <Popover.Dropdown
        className="word-popover"
        aria-label={t('words:title', { word: word.written, number: String(number) })}
      >
        <div className="word-head">
          <h2 lang={language}>{word.written}</h2>
          <CloseButton aria-label={t('words:close')} onClick={closeWord} />
        </div>
        <Readings word={word} line={line} language={language} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Readings(props: {
  readonly word: OpenWord
  readonly line: ScriptLine
  readonly language: LanguageCode
}): ReactElement {
  const { word, line, language } = props
  const projectId = useStudio(({ scriptId }) => scriptId)
  const [reading, setReading] = useState<Loadable<KnownReading>>({ status: 'loading' })
  const { text, voice } = line
  useEffect(() => {
    let isWanted = true
    void load(
      () => readingOf(word, { text, voice }, language, projectId),
      (state) => isWanted && setReading(state),
    )
    return () => {
      isWanted = false
    }
  }, [word, text, voice, language, projectId])
  if (reading.status === 'loading')
    return (
      <p className="text-secondary" role="status">
        <Loader type="dots" size="sm" aria-hidden="true" /> {t('words:reading')}
      </p>
    )
  if (reading.status === 'failed') return <InlineError reason={reading.reason} />
  const known = reading.value
  return (
    <>
      <SaidNow known={known} line={line} word={word} language={language} />
      <LineMarks line={line} language={language} marked={known.markedLine} />
      <OtherReadings {...{ line, word, known }} />
      <OwnReading {...{ line, word, known }} />
    </>
  )
}

/** What is said for the word now: syllables, tones and IPA. */
function SaidNow(props: {
  readonly known: KnownReading
  readonly line: ScriptLine
  readonly word: OpenWord
  readonly language: LanguageCode
}): ReactElement {
  const { known, line, word } = props
  const { said } = known
  return (
    <section className="word-now" aria-label={t('words:now.title')}>
      <p className="visually-hidden">{readingWords(known)}</p>
      {said.map((spoken, index) => (
        // The same word may be said twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other name, and never move
        <div key={index} className="word-said">
          <span lang={spoken.language}>{spoken.text}</span>
          <LanguageChip code={spoken.language} />
          <ol className="word-syllables" aria-label={t('words:now.syllables')}>
            {spoken.syllables.map((syllable, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: syllables have no other name, and never move
              <li key={at} data-tone={syllable.tone}>
                {syllable.ipa} <small>{syllableNote(syllable)}</small>
              </li>
            ))}
          </ol>
        </div>
      ))}
      {said.length === 0 ? (
        <p>{t('words:now.nothing')}</p>
      ) : (
        <p className="word-ipa">
          <span>/{ipaOf(said)}/</span>
          <HearButton
            name={t('words:now.name', { word: word.written })}
            voice={line.voice}
            language={known.language}
            text={`[ipa: ${ipaOf(said)}]`}
          />
        </p>
      )}
    </section>
  )
}
