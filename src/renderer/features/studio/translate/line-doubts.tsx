import './translate.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { DOUBT_KINDS, isInDoubt } from '#shared/doubts.ts'
import type { ScriptLine } from '#shared/script.ts'
import { acceptTranslation } from './original-commands.ts'
import { doubtWords } from './translation-words.ts'

/** Below a translated line: what in it its source does not account for, and the way to accept it as it stands. */
export function LineDoubts(props: {
  readonly line: ScriptLine
  readonly number: number
}): ReactElement | undefined {
  const { line, number } = props
  if (!line.doubts || !isInDoubt(line)) return undefined
  const { found } = line.doubts
  const kinds = DOUBT_KINDS.filter((kind) => found.some((doubt) => doubt.kind === kind))
  return (
    <section className="line-doubts" aria-label={t('translate:doubts.of', { number })}>
      <p className="line-doubts-title">
        <IconAlertTriangle size={18} aria-hidden="true" />
        {t('translate:doubts.title')}
      </p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            {t(`translate:doubts.kinds.${kind}`)}{' '}
            {found
              .filter((doubt) => doubt.kind === kind)
              .map(doubtWords)
              .join('; ')}
          </li>
        ))}
      </ul>
      <Button
        size="compact-sm"
        variant="light"
        aria-label={t('translate:doubts.acceptOf', { number })}
        onClick={() => acceptTranslation(line.id)}
      >
        {t('translate:doubts.accept')}
      </Button>
    </section>
  )
}
