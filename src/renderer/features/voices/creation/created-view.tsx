import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import './created.css'
import { Button } from '@mantine/core'
import { IconFileArrowRight, IconInfoCircle, IconMicrophone } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { closeReview } from '#renderer/features/voices/review/review-actions.ts'
import type { ScriptAccess } from '#renderer/features/voices/script-access.ts'
import { voiceHref } from '#renderer/features/voices/voices-routes.ts'
import { RecordingWarnings } from '#renderer/features/voices/warnings.tsx'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { PreviewButton } from '#renderer/ui/preview-button.tsx'
import { stopPreview } from '#renderer/ui/voice-preview.ts'
import type { OwnVoice } from '#shared/clips.ts'
import { LANGUAGES, type LanguageCode, languageInfo } from '#shared/languages/languages.ts'

/** View of a newly created voice, with previews in its own and another language. */
export function CreatedView({
  voice,
  script,
}: {
  voice: OwnVoice
  script: ScriptAccess
}): ReactElement {
  const [other, setOther] = useState<LanguageCode>(voice.language === 'en' ? 'yo' : 'en')
  const { onVoicesChanged } = script
  useEffect(() => {
    onVoicesChanged()
    return stopPreview
  }, [onVoicesChanged])
  const others = LANGUAGES.filter(({ code }) => code !== voice.language)
  return (
    <>
      <section
        className="panel audio-panel created"
        aria-label={t('voices:created.label', { name: voice.name })}
      >
        <Avatar voiceId={voice.id} size={96} />
        <div className="created-text">
          <h2>
            <RichText
              text="voices:created.title"
              parts={{ name: <bdi /> }}
              values={{ name: voice.name }}
            />
          </h2>
          <p>{t('voices:created.languages', { count: LANGUAGES.length })}</p>
        </div>
        <ul className="created-samples">
          <SamplePreview voice={voice} language={voice.language} />
          <SamplePreview voice={voice} language={other} />
        </ul>
      </section>
      <RecordingWarnings warnings={voice.warnings} />
      <div className="created-actions">
        <Button
          size="md"
          leftSection={<IconFileArrowRight size={20} aria-hidden="true" />}
          onClick={() => script.assignVoice(voice.id)}
        >
          {t('voices:created.useInScript')}
        </Button>
        <Button
          component="a"
          href={voiceHref(voice.id)}
          variant="default"
          size="md"
          leftSection={<IconInfoCircle size={20} aria-hidden="true" />}
        >
          {t('voices:created.details')}
        </Button>
        <Button
          variant="subtle"
          size="md"
          leftSection={<IconMicrophone size={20} aria-hidden="true" />}
          onClick={closeReview}
        >
          {t('voices:created.another')}
        </Button>
        <ChoiceSelect
          className="created-other-language"
          aria-label={t('voices:created.otherLanguage')}
          choices={others.map(({ code }) => ({
            value: code,
            label: t('voices:created.alsoIn', { language: languageName(code) }),
          }))}
          value={other}
          onChoose={setOther}
        />
      </div>
    </>
  )
}

function SamplePreview({
  voice,
  language,
}: {
  voice: OwnVoice
  language: LanguageCode
}): ReactElement {
  // A sentence other than the one that was read, which the details compare.
  const text = languageInfo(language).readingSentences.at(-1) ?? ''
  const name = t('voices:created.sample', { name: voice.name, language: languageName(language) })
  const sample = { key: `${voice.id} ${language}`, name, voice: voice.id, text, language }
  return (
    <li>
      <PreviewButton preview={sample} />
      <LanguageChip code={language} />
      <span lang={language}>{text}</span>
    </li>
  )
}
