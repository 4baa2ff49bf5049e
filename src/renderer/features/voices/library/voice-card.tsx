import { ActionIcon } from '@mantine/core'
import { IconFileArrowRight, IconShieldCheck, IconStar, IconStarFilled } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { setFavourite } from '#renderer/features/voices/library-actions.ts'
import { usageText } from '#renderer/features/voices/line-usage.ts'
import { voiceHref } from '#renderer/features/voices/voices-routes.ts'
import { useVoices } from '#renderer/features/voices/voices-store.ts'
import { sharedText, t } from '#renderer/i18n/i18n.ts'
import { Avatar } from '#renderer/ui/avatar.tsx'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { PreviewButton } from '#renderer/ui/preview-button.tsx'
import { introductionPreview } from '#renderer/ui/voice-preview.ts'
import type { StudioVoice } from '#renderer/voice.ts'

interface VoiceCardProps {
  readonly voice: StudioVoice
  /** Number of lines that the voice speaks. */
  readonly usedIn: number
  readonly onUse: (voiceId: string) => void
}

/** Card of a voice with its actions. */
export function VoiceCard({ voice, usedIn, onUse }: VoiceCardProps): ReactElement {
  const notes = [usageText(usedIn), warningsText(voice)].filter((note) => note !== undefined)
  return (
    <li className="card">
      <Avatar voiceId={voice.id} size={48} />
      <div className="card-text">
        <h3>
          {voice.kind === 'custom' ? (
            <>
              <a href={voiceHref(voice.id)}>
                <bdi>{voice.name}</bdi>
              </a>{' '}
              <LanguageChip code={voice.language} />
            </>
          ) : (
            <>
              {voice.name}{' '}
              <span className="text-secondary">{t(`voices:library.genders.${voice.gender}`)}</span>
            </>
          )}
        </h3>
        {voice.kind === 'system' ? (
          <p>{sharedText(voice.character)}</p>
        ) : (
          <p className="card-own">
            <IconShieldCheck size={16} aria-hidden="true" /> {t('voices:library.consent')}
          </p>
        )}
        {notes.length > 0 && <p className="card-notes">{notes.join(' · ')}</p>}
      </div>
      <div className="card-actions">
        <PreviewButton preview={introductionPreview(voice)} />
        <FavouriteButton voice={voice} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('voices:library.useNamed', { name: voice.name })}
          title={t('voices:library.use')}
          onClick={() => onUse(voice.id)}
        >
          <IconFileArrowRight size={20} />
        </ActionIcon>
      </div>
    </li>
  )
}

/** Number of warnings about the recording; the details list them. */
function warningsText(voice: StudioVoice): string | undefined {
  if (voice.kind === 'system' || voice.warnings === 0) return undefined
  return t('voices:library.warnings', { count: voice.warnings })
}

function FavouriteButton({ voice }: { voice: StudioVoice }): ReactElement {
  const isFavourite = useVoices(({ favourites }) => favourites.has(voice.id))
  return (
    <ActionIcon
      className="favourite-button"
      variant="subtle"
      color="gray"
      size="lg"
      aria-pressed={isFavourite}
      aria-label={t('voices:library.favourite', { name: voice.name })}
      title={isFavourite ? t('voices:library.unfavourite') : t('voices:library.makeFavourite')}
      onClick={() => void setFavourite(voice.id, !isFavourite)}
    >
      {isFavourite ? <IconStarFilled size={20} /> : <IconStar size={20} />}
    </ActionIcon>
  )
}
