import { Tabs } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { useApi } from './api-store.ts'
import { EXAMPLE_NAMES, type ExampleName, exampleOf, setKeyLine } from './example-code.ts'
import { shellHere } from './shell.ts'
import { useExampleToken } from './use-known-tokens.ts'

/** Programs that run as they are copied, with the real address and, where this window knows one, a real key. */
export function Examples({ apiUrl }: { apiUrl: string }): ReactElement {
  const chosen = useApi((state) => state.example)
  const choose = (value: string | null): void => {
    const name = EXAMPLE_NAMES.find((known) => known === value)
    if (name) useApi.setState({ example: name })
  }
  return (
    <Tabs
      className="examples"
      value={chosen}
      onChange={choose}
      keepMounted={false}
      variant="unstyled"
    >
      <Tabs.List aria-label="Ways to call the API">
        {EXAMPLE_NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {EXAMPLE_NAMES.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <ExampleCode name={name} apiUrl={apiUrl} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function ExampleCode({ name, apiUrl }: { name: ExampleName; apiUrl: string }): ReactElement {
  const key = useExampleToken()
  const shell = shellHere()
  const { code, howTo } = exampleOf(name, { apiUrl, key, shell })
  return (
    <>
      {key === undefined && (
        <p className="example-note">
          It reads your key from <code>GRIOT_KEY</code>. Set it first:{' '}
          <code>{setKeyLine(shell)}</code>, or create a key below and it is filled in here.
        </p>
      )}
      <div className="example">
        <pre>
          <code>{withMarks(code, [apiUrl, apiUrl.replace(/^http/, 'ws'), key])}</code>
        </pre>
        <CopyButton className="on-cloth" value={code} what="Copy" />
      </div>
      <p className="example-note">{howTo}</p>
    </>
  )
}

/** What is this computer's own stands out from what is the same everywhere. */
function withMarks(code: string, own: readonly (string | undefined)[]): readonly ReactNode[] {
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
