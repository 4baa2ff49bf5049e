import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type ReactElement, StrictMode, useEffect, useMemo } from 'react'
import { ApiScreen } from '#renderer/features/api/api-screen.tsx'
import { DictionaryScreen } from '#renderer/features/dictionary/dictionary-screen.tsx'
import { FilesScreen } from '#renderer/features/files/files-screen.tsx'
import { ModelsScreen } from '#renderer/features/models/models-screen.tsx'
import { SettingsScreen } from '#renderer/features/settings/settings-screen.tsx'
import { assignVoice } from '#renderer/features/studio/assign-voice.ts'
import { FORMAT_CHOICES, formatName } from '#renderer/features/studio/export/export-formats.ts'
import { refreshVoices } from '#renderer/features/studio/load-studio.ts'
import { ShortcutList } from '#renderer/features/studio/shortcut-sheet.tsx'
import { Studio } from '#renderer/features/studio/studio.tsx'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { useVoiceName } from '#renderer/features/studio/voice-names.ts'
import { VerdictDetails } from '#renderer/features/verify/verdict-details.tsx'
import { type ExportedFile, verifyExport } from '#renderer/features/verify/verify-export.ts'
import { VerifyScreen } from '#renderer/features/verify/verify-screen.tsx'
import { VoicesScreen } from '#renderer/features/voices/voices-screen.tsx'
import { t } from '#renderer/i18n/i18n.ts'
import { useInterfaceLanguage } from '#renderer/i18n/interface-language.ts'
import { useSession } from '#renderer/session.ts'
import { Announcer } from '#renderer/ui/announce.tsx'
import { ErrorBoundary } from '#renderer/ui/error-boundary.tsx'
import { theme } from '#renderer/ui/theme.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import { AppQuestion } from './app-question.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Navigation } from './navigation.tsx'
import { type ScreenId, screenHash, useScreen, useSubroute } from './routes.ts'
import { SignIn } from './sign-in.tsx'
import { ThemeSetting } from './theme-setting.ts'
import { UpdateNotice } from './update-notice.tsx'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'griot.theme' })

/** Root component: providers, and what is shown on every screen. */
export function AppShell(): ReactElement {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
      >
        <ErrorBoundary>
          <ThemeSetting />
          <TextsOfLanguage />
        </ErrorBoundary>
        <Notifications
          position="top-center"
          limit={3}
          // A message that names a long path is not cut.
          notificationMaxHeight={400}
          portalProps={{ target: 'body' }}
        />
        <Announcer />
      </MantineProvider>
    </StrictMode>
  )
}

/** All that has texts: made anew when the language changes, so that everything is in the new one. */
function TextsOfLanguage(): ReactElement {
  return <Screens key={useInterfaceLanguage((state) => state.language)} />
}

/** Unsaved edits are kept in stores, so they survive a sign-out and are saved after the next sign-in. */
function Screens(): ReactElement {
  const session = useSession()
  const { status } = useConnection()
  if (status === 'signed-out' && session.status === 'signed-out')
    return <SignIn problem={session.problem} />
  return <OpenScreen />
}

function OpenScreen(): ReactElement {
  const current = useScreen()
  useEffect(() => {
    document.title = current === 'script' ? 'Griot' : `${t(`app:screens.${current}`)} · Griot`
  }, [current])
  return (
    <div className="app-shell">
      <Navigation current={current} />
      <Screen current={current} />
    </div>
  )
}

/** State that must survive a change of screen (edits, takes, playback) is kept in stores, not in components. */
function Screen({ current }: { current: ScreenId }): ReactElement {
  if (current === 'api') return <ApiScreen notices={<Notices />} />
  if (current === 'voices') return <Voices />
  if (current === 'dictionary') return <Dictionary />
  if (current === 'models') return <Models />
  if (current === 'files') return <Files />
  if (current === 'verify') return <VerifyScreen notices={<Notices />} />
  if (current === 'settings') return <Settings />
  return (
    <Studio
      verify={verifyExportedFile}
      notices={
        <>
          <Notices />
          <UpdateNotice />
        </>
      }
    />
  )
}

/** What is to be said on every screen. */
function Notices(): ReactElement {
  return (
    <>
      <ConnectionBanner />
      <AppQuestion />
    </>
  )
}

function Dictionary(): ReactElement {
  const voices = useStudio((studio) => studio.voices)
  const id = useStudio(({ scriptId }) => scriptId)
  const title = useStudio(({ script }) => script.title)
  const project = useMemo(() => (id === undefined ? undefined : { id, title }), [id, title])
  return <DictionaryScreen notices={<Notices />} voices={voices} project={project} />
}

function Settings(): ReactElement {
  const voices = useStudio((studio) => studio.voices)
  return (
    <SettingsScreen
      notices={<Notices />}
      voices={voices}
      formatNames={formatNames()}
      shortcuts={<ShortcutList />}
    />
  )
}

/** Names of the formats in the language of the studio. */
function formatNames(): ReadonlyMap<string, string> {
  return new Map(FORMAT_CHOICES.map(({ format }) => [format, formatName(format)]))
}

function Files(): ReactElement {
  return (
    <FilesScreen
      notices={<Notices />}
      view={useSubroute() === 'history' ? 'history' : 'files'}
      verdictDetails={(fileName, verdict) => (
        <VerdictDetails fileName={fileName} verdict={verdict} />
      )}
      voiceName={(id) => <VoiceName id={id} />}
    />
  )
}

function VoiceName({ id }: { id: string }): ReactElement {
  return <bdi>{useVoiceName(id)}</bdi>
}

function Models(): ReactElement {
  return <ModelsScreen notices={<Notices />} packId={useSubroute()} />
}

function Voices(): ReactElement {
  const lines = useStudio(({ script }) => script.lines)
  const script = useMemo(
    () => ({
      lines,
      assignVoice: assignVoiceAndOpenScript,
      onVoicesChanged: () => void refreshVoices(),
    }),
    [lines],
  )
  return <VoicesScreen notices={<Notices />} subroute={useSubroute()} script={script} />
}

/** Assigns a voice and opens the script screen. */
function assignVoiceAndOpenScript(voiceId: string): void {
  void assignVoice(voiceId).then(() => {
    window.location.hash = screenHash('script')
  })
}

/** Opens the Verify screen with an exported file. */
function verifyExportedFile(exported: ExportedFile): void {
  window.location.hash = screenHash('verify')
  void verifyExport(exported)
}
