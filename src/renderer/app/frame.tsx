import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type ReactElement, StrictMode } from 'react'
import { Studio } from '#renderer/features/studio/studio.tsx'
import { Announcer } from '#renderer/ui/announce.tsx'
import { FailureBoundary } from '#renderer/ui/failure-boundary.tsx'
import { theme } from '#renderer/ui/theme.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { FirstKey } from './first-key.tsx'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'griot.theme' })

/** The window: what is true on every screen, around the screen itself. */
export function Frame(): ReactElement {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
      >
        <FailureBoundary>
          <Studio
            notices={
              <>
                <ConnectionBanner />
                <FirstKey />
              </>
            }
          />
        </FailureBoundary>
        <Notifications position="top-center" limit={3} />
        <Announcer />
      </MantineProvider>
    </StrictMode>
  )
}
