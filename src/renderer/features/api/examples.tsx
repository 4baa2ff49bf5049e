import { Tabs } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { RichText } from '#renderer/i18n/rich-text.tsx'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { AGENTS } from './agent-settings.ts'
import { useApi } from './api-store.ts'
import { detectShell } from './detect-shell.ts'
import { createExample, EXAMPLES, type ExampleId, setKeyCommand } from './example-code.ts'
import { useExampleToken } from './use-known-tokens.ts'

const ALL: readonly ExampleId[] = [...EXAMPLES, ...AGENTS]

/** Example programs that run as they are copied, with the real address and, if this window knows one, a real key. */
export function Examples({ apiUrl }: { apiUrl: string }): ReactElement {
  const chosen = useApi((state) => state.example)
  const choose = (value: string | null): void => {
    const example = ALL.find((id) => id === value)
    if (example) useApi.setState({ example })
  }
  return (
    <Tabs
      className="examples"
      value={chosen}
      onChange={choose}
      keepMounted={false}
      variant="unstyled"
    >
      <Tabs.List aria-label={t('api:examples.label')}>
        {ALL.map((id) => (
          <Tabs.Tab key={id} value={id}>
            {t(`api:examples.names.${id}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ALL.map((id) => (
        <Tabs.Panel key={id} value={id}>
          <ExampleCode id={id} apiUrl={apiUrl} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function ExampleCode({ id, apiUrl }: { id: ExampleId; apiUrl: string }): ReactElement {
  const key = useExampleToken()
  const shell = detectShell()
  const { code, howTo } = createExample(id, { apiUrl, key, shell })
  return (
    <>
      {key === undefined && code.includes('GRIOT_KEY') && (
        <p className="example-note">
          <RichText
            text="api:examples.setKey"
            parts={{ code: <code /> }}
            values={{ command: setKeyCommand(shell) }}
          />
        </p>
      )}
      <div className="example">
        <pre>
          <code>{highlightOwn(code, [apiUrl, apiUrl.replace(/^http/, 'ws'), key])}</code>
        </pre>
        <CopyButton className="on-panel" value={code} label={t('api:examples.copy')} />
      </div>
      <p className="example-note">{t(howTo)}</p>
    </>
  )
}

/** Highlights the parts of a text that are specific to this computer. */
function highlightOwn(code: string, own: readonly (string | undefined)[]): readonly ReactNode[] {
  const known = own.filter((text) => text !== undefined)
  const pattern = new RegExp(`(${known.map((text) => RegExp.escape(text)).join('|')})`)
  return code.split(pattern).map((part, index) =>
    known.includes(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  )
}
