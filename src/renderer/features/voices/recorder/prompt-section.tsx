import { IconPencil, IconRefresh } from '@tabler/icons-react'
import type { ReactElement } from 'react'
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
        <label>
          Read in{' '}
          <select
            value={language}
            disabled={busy}
            onChange={({ currentTarget }) => {
              const chosen = LANGUAGES.find(({ code }) => code === currentTarget.value)
              if (chosen) useRecorder.setState({ language: chosen.code, sentence: 0 })
            }}
          >
            {LANGUAGES.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {!hasOwn && (
          <button
            type="button"
            className="panel-button"
            disabled={busy}
            onClick={() => useRecorder.setState({ sentence: (sentence + 1) % count })}
          >
            <IconRefresh size={18} aria-hidden="true" /> Another sentence
          </button>
        )}
        <button
          type="button"
          className="panel-button"
          disabled={busy}
          onClick={() => useRecorder.setState({ ownText: hasOwn ? undefined : '' })}
        >
          <IconPencil size={18} aria-hidden="true" />
          {hasOwn ? 'Use a suggested sentence' : 'Use my own text'}
        </button>
      </div>
      {hasOwn ? (
        <textarea
          className="prompt-own-text"
          aria-label="Your text"
          placeholder="Write what you will read, word for word."
          lang={language}
          rows={3}
          maxLength={CUSTOM_VOICE_LIMITS.transcript}
          readOnly={busy}
          value={ownText}
          onChange={(event) => useRecorder.setState({ ownText: event.currentTarget.value })}
        />
      ) : (
        <blockquote lang={language} aria-label="Read this aloud">
          {promptText(state)}
        </blockquote>
      )}
    </div>
  )
}
