import './made.css'
import { Button, NativeSelect } from '@mantine/core'
import { IconFileArrowRight, IconInfoCircle, IconMicrophone } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { hrefOf } from '#renderer/features/voices/places.ts'
import { putAside } from '#renderer/features/voices/review/reviewing.ts'
import type { ScriptDoor } from '#renderer/features/voices/script-door.ts'
import { Warnings } from '#renderer/features/voices/warnings.tsx'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { PreviewButton } from '#renderer/ui/preview-button.tsx'
import { stopPreview } from '#renderer/ui/voice-preview.ts'
import type { OwnVoice } from '#shared/clips.ts'
import { READING_SENTENCES } from '#shared/reading-sentences.ts'
import { LANGUAGES, type LanguageCode } from '#shared/voices.ts'

/** The voice that was just made: heard at once in its own language and in another one. */
export function MadeView({ voice, script }: { voice: OwnVoice; script: ScriptDoor }): ReactElement {
  const [other, setOther] = useState<LanguageCode>(voice.language === 'en' ? 'yo' : 'en')
  const { voicesChanged } = script
  useEffect(() => {
    voicesChanged()
    return stopPreview
  }, [voicesChanged])
  const others = LANGUAGES.filter(({ code }) => code !== voice.language)
  return (
    <>
      <section className="cloth dyed made" aria-label={`${voice.name} is ready`}>
        <Avatar voiceId={voice.id} size={96} />
        <div className="made-words">
          <h2>
            <bdi>{voice.name}</bdi> is ready
          </h2>
          <p>It speaks all six languages from now on, here and over the API.</p>
        </div>
        <ul className="made-samples">
          <Spoken voice={voice} language={voice.language} />
          <Spoken voice={voice} language={other} />
        </ul>
      </section>
      <Warnings warnings={voice.warnings} />
      <div className="made-actions">
        <Button
          size="md"
          leftSection={<IconFileArrowRight size={20} aria-hidden="true" />}
          onClick={() => script.use(voice.id)}
        >
          Use in the script
        </Button>
        <Button
          component="a"
          href={hrefOf(voice.id)}
          variant="default"
          size="md"
          leftSection={<IconInfoCircle size={20} aria-hidden="true" />}
        >
          Compare and details
        </Button>
        <Button
          variant="subtle"
          size="md"
          leftSection={<IconMicrophone size={20} aria-hidden="true" />}
          onClick={putAside}
        >
          Make another one
        </Button>
        <NativeSelect
          className="made-other"
          aria-label="The other language to hear it in"
          data={others.map(({ code, name }) => ({ value: code, label: `Also in ${name}` }))}
          value={other}
          onChange={({ currentTarget: { value } }) => {
            const chosen = others.find(({ code }) => code === value)
            if (chosen) setOther(chosen.code)
          }}
        />
      </div>
    </>
  )
}

function Spoken({ voice, language }: { voice: OwnVoice; language: LanguageCode }): ReactElement {
  // Not the sentence that was read: that one is compared in the details.
  const text = READING_SENTENCES[language].at(-1) ?? ''
  const name = `${voice.name} in ${languageName(language)}`
  const sample = { key: `${voice.id} ${language}`, name, voice: voice.id, text, language }
  return (
    <li>
      <PreviewButton preview={sample} />
      <LanguageChip code={language} />
      <span lang={language}>{text}</span>
    </li>
  )
}
