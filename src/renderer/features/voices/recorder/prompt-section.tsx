import { IconPencil, IconRefresh } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { LANGUAGES, languageInfo } from '#shared/languages/languages.ts'
import { isRecorderBusy, promptText, useRecorder } from './recorder-store.ts'

/** Text to read aloud: a sentence of the chosen language, or the user's own text. */
export function PromptSection(): ReactElement {
  const state = useRecorder()
  const { language, sentence, ownText } = state
  const busy = isRecorderBusy(state.step)
  const count = languageInfo(language).readingSentences.length
  const hasOwn = ownText !== undefined
  return (
    <div className="prompt">
      <div className="prompt-head">
        <label htmlFor="prompt-language">
          <RichText text="voices:recorder.readIn" parts={{ language: <PromptLanguage /> }} />
        </label>
        {!hasOwn && (
          <button
            type="button"
            className="panel-button"
            disabled={busy}
            onClick={() => useRecorder.setState({ sentence: (sentence + 1) % count })}
          >
            <IconRefresh size={18} aria-hidden="true" /> {t('voices:recorder.anotherSentence')}
          </button>
        )}
        <button
          type="button"
          className="panel-button"
          disabled={busy}
          onClick={() => useRecorder.setState({ ownText: hasOwn ? undefined : '' })}
        >
          <IconPencil size={18} aria-hidden="true" />
          {hasOwn ? t('voices:recorder.useSuggested') : t('voices:recorder.useOwnText')}
        </button>
      </div>
      {hasOwn ? (
        <textarea
          className="prompt-own-text"
          aria-label={t('voices:recorder.ownText')}
          placeholder={t('voices:recorder.ownTextHint')}
          lang={language}
          rows={3}
          maxLength={CUSTOM_VOICE_LIMITS.transcript}
          readOnly={busy}
          value={ownText}
          onChange={(event) => useRecorder.setState({ ownText: event.currentTarget.value })}
        />
      ) : (
        <blockquote lang={language} aria-label={t('voices:recorder.readAloud')}>
          {promptText(state)}
        </blockquote>
      )}
    </div>
  )
}

function PromptLanguage(): ReactElement {
  const { language, step } = useRecorder()
  return (
    <select
      id="prompt-language"
      value={language}
      disabled={isRecorderBusy(step)}
      onChange={({ currentTarget }) => {
        const chosen = LANGUAGES.find(({ code }) => code === currentTarget.value)
        if (chosen) useRecorder.setState({ language: chosen.code, sentence: 0 })
      }}
    >
      {LANGUAGES.map(({ code }) => (
        <option key={code} value={code}>
          {languageName(code)}
        </option>
      ))}
    </select>
  )
}
