import './navigation.css'
import { ActionIcon } from '@mantine/core'
import {
  IconBook,
  IconBox,
  IconFileSearch,
  IconFiles,
  IconFileText,
  IconMicrophone,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconSettings,
  IconTerminal2,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { playOrPause } from '#renderer/features/studio/shortcuts.ts'
import { isScriptTake } from '#renderer/features/studio/transport.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { Logo } from '#renderer/ui/logo.tsx'
import { usePlayer } from '#renderer/ui/shared-player.ts'
import { ThemeMenu } from '#renderer/ui/theme-menu.tsx'
import { SCREENS, type ScreenId } from './routes.ts'
import { SkipLinks } from './skip-links.tsx'

const ICONS: Readonly<Record<ScreenId, ReactElement>> = {
  script: <IconFileText size={22} aria-hidden="true" />,
  voices: <IconMicrophone size={22} aria-hidden="true" />,
  dictionary: <IconBook size={22} aria-hidden="true" />,
  files: <IconFiles size={22} aria-hidden="true" />,
  verify: <IconFileSearch size={22} aria-hidden="true" />,
  models: <IconBox size={22} aria-hidden="true" />,
  api: <IconTerminal2 size={22} aria-hidden="true" />,
  settings: <IconSettings size={22} aria-hidden="true" />,
}

/** Navigation rail: the screens, playback and the theme. */
export function Navigation({ current }: { current: ScreenId }): ReactElement {
  return (
    <nav className="rail" aria-label={t('app:screens.label')}>
      <SkipLinks toPlayer={current === 'script'} />
      <Logo />
      <div className="rail-screens">
        {SCREENS.map(({ id, hash }) => (
          <a
            key={id}
            className="rail-link"
            href={hash}
            aria-current={id === current ? 'page' : undefined}
          >
            {ICONS[id]}
            {t(`app:screens.${id}`)}
          </a>
        ))}
      </div>
      <div className="rail-foot">
        {current !== 'script' && <PlaybackButton />}
        <ThemeMenu />
      </div>
    </nav>
  )
}

/** Controls the playback of the script on the other screens. */
function PlaybackButton(): ReactElement | undefined {
  const { status, takeId } = usePlayer()
  if (takeId === undefined || !isScriptTake(takeId)) return undefined
  const isPlaying = status !== 'paused'
  const label = t(isPlaying ? 'app:pauseScript' : 'app:resumeScript')
  return (
    <ActionIcon variant="light" size="lg" aria-label={label} title={label} onClick={playOrPause}>
      {isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
    </ActionIcon>
  )
}
