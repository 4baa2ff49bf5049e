import { Button, Loader } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { loadLibrary } from '#renderer/features/voices/library-actions.ts'
import { linesUsing } from '#renderer/features/voices/line-usage.ts'
import { PendingClips } from '#renderer/features/voices/pending-clips.tsx'
import type { ScriptAccess } from '#renderer/features/voices/script-access.ts'
import { RECORD_HREF } from '#renderer/features/voices/voices-routes.ts'
import { knownVoices, useVoices } from '#renderer/features/voices/voices-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { FilterRow } from './filter-row.tsx'
import { isFiltered, librarySections, NO_FILTERS, type VoiceSection } from './library.ts'
import { VoiceCard } from './voice-card.tsx'

/** Library of all voices, in sections. */
export function LibraryView({ script }: { script: ScriptAccess }): ReactElement {
  const { voices, filters, favourites } = useVoices()
  const known = knownVoices(voices)
  const sections = librarySections(known, filters, favourites)
  const hasOwn = known.some(({ kind }) => kind === 'custom')
  return (
    <>
      <header className="screen-head voices-head">
        <div>
          <h1>{t('voices:library.title')}</h1>
          <p>{t('voices:library.about', { languages: LANGUAGES.length })}</p>
        </div>
        <Button
          component="a"
          href={RECORD_HREF}
          size="md"
          leftSection={<IconMicrophone size={20} aria-hidden="true" />}
        >
          {t('voices:library.record')}
        </Button>
      </header>
      <PendingClips />
      <FilterRow />
      {voices.status === 'loading' && (
        <p className="text-secondary" role="status">
          <Loader type="dots" size="sm" aria-hidden="true" /> {t('voices:library.loading')}
        </p>
      )}
      {voices.status === 'failed' && (
        <ErrorAlert onRetry={() => void loadLibrary()}>
          {t('voices:library.notLoaded', { reason: voices.reason })}
        </ErrorAlert>
      )}
      {voices.status === 'loaded' && !hasOwn && !isFiltered(filters) && <NoOwnVoices />}
      {sections.map((section) => (
        <VoiceSectionView key={section.id} shelf={section} script={script} />
      ))}
      {voices.status === 'loaded' && sections.length === 0 && <NothingFound />}
    </>
  )
}

function VoiceSectionView({
  shelf: section,
  script,
}: {
  shelf: VoiceSection
  script: ScriptAccess
}): ReactElement {
  const titleId = `shelf-${section.id}`
  return (
    <section className="voice-section" aria-labelledby={titleId}>
      <h2 id={titleId}>
        {section.id === 'own' ? (
          t('voices:library.kinds.custom')
        ) : (
          <LanguageChip code={section.id} />
        )}
      </h2>
      <ul className="cards">
        {section.voices.map((voice) => (
          <VoiceCard
            key={voice.id}
            voice={voice}
            usedIn={linesUsing(script.lines, voice.id).length}
            onUse={script.assignVoice}
          />
        ))}
      </ul>
    </section>
  )
}

function NoOwnVoices(): ReactElement {
  return (
    <section className="own-empty" aria-labelledby="own-empty-title">
      <IconMicrophone size={32} stroke={1.5} aria-hidden="true" />
      <div>
        <h2 id="own-empty-title">{t('voices:library.addOwn.title')}</h2>
        <p>{t('voices:library.addOwn.about')}</p>
      </div>
      <Button component="a" href={RECORD_HREF} variant="default">
        {t('voices:library.addOwn.create')}
      </Button>
    </section>
  )
}

function NothingFound(): ReactElement {
  return (
    <div className="voices-empty">
      <p>{t('voices:library.nothingFound')}</p>
      <Button variant="default" onClick={() => useVoices.setState({ filters: NO_FILTERS })}>
        {t('voices:library.showAll')}
      </Button>
    </div>
  )
}
