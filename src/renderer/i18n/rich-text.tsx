import type { ReactElement, ReactNode } from 'react'
import { Trans } from 'react-i18next/TransWithoutContext'
import { type TextKey, type TextValues, textLibrary } from './i18n.ts'

/**
 * A text with elements in it. `parts`: the elements by the names of their tags in the text, such as `script` for
 * `<script>Script screen</script>`; not the names of elements without content, such as `link`. `count` of the values chooses
 * the form of a plural.
 */
export function RichText(props: {
  readonly text: TextKey
  readonly parts: Readonly<Record<string, ReactElement>>
  readonly values?: TextValues
}): ReactElement {
  const { text, parts, values = {} } = props
  const { count } = values
  // Any string: of all keys, the types of `Trans` would make a union that is too large for the compiler.
  const key: string = text
  return (
    <Trans
      i18n={textLibrary}
      t={textLibrary.t}
      i18nKey={key}
      components={parts}
      values={values}
      {...(typeof count === 'number' ? { count } : {})}
    />
  )
}

/** A link in a `RichText`: its words come from there. `href`: address, of a screen or elsewhere. */
export function TextLink({ href, children }: { href: string; children?: ReactNode }): ReactElement {
  return <a href={href}>{children}</a>
}
