import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import type { Verdict } from '#shared/provenance.ts'
import { detailsText, factRows, issuedByText } from './verdict-facts.ts'

interface VerdictDetailsProps {
  readonly fileName: string
  readonly verdict: Verdict
}

/** Explanation of a verdict, with the facts if there are any. */
export function VerdictDetails({ fileName, verdict }: VerdictDetailsProps): ReactElement {
  const rows = factRows(verdict)
  const { certificate, explanation } = verdict
  return (
    <div className="verdict">
      <p className="verification-text">{explanation}</p>
      {rows.length > 0 && (
        <>
          {certificate && (
            <p className="verdict-issuer">
              <bdi>{issuedByText(certificate.subject)}</bdi>
            </p>
          )}
          <dl className="facts">
            {rows.map(({ name, value, isCode }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{isCode ? <code>{value}</code> : <bdi>{value}</bdi>}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <CopyButton
        className="verdict-copy"
        value={detailsText(fileName, verdict)}
        label={t('verify:facts.copy')}
      />
    </div>
  )
}
