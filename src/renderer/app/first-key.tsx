import { Button, CloseButton, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/call.ts'
import { ConnectionLost } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { curlLine } from './curl-line.ts'

/** The API key made at this start, shown once, with a line that works as it stands. */
export function FirstKey(): ReactElement | undefined {
  const [about, setAbout] = useState<{ readonly key: string; readonly apiUrl: string }>()
  useEffect(() => {
    const ask = async (): Promise<void> => {
      try {
        const { firstKey, apiUrl } = await call('app.about', {})
        if (firstKey && apiUrl) setAbout({ key: firstKey, apiUrl })
      } catch (error) {
        if (error instanceof ConnectionLost) return ask()
        announce(error instanceof Error ? error.message : 'The engine did not say who it is.')
      }
    }
    void ask()
  }, [])
  if (!about) return undefined
  const curl = curlLine(about.apiUrl, about.key)
  return (
    <section className="notice" aria-label="Your API key">
      <IconKey size={24} aria-hidden="true" />
      <div className="notice-words">
        <strong>Your API key.</strong> Copy it now: it is shown only this once.
        <div className="notice-code">
          <code>{about.key}</code>
          <Copy value={about.key} what="Copy key" />
        </div>
        <div className="notice-code">
          <code>{curl}</code>
          <Copy value={curl} what="Copy curl line" />
        </div>
      </div>
      <CloseButton aria-label="Dismiss the API key" onClick={() => setAbout(undefined)} />
    </section>
  )
}

function Copy({ value, what }: { value: string; what: string }): ReactElement {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={copy}
        >
          {copied ? 'Copied' : what}
        </Button>
      )}
    </CopyButton>
  )
}
