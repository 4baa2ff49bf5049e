import { IconShieldCheck } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { formatDayAndTime } from '#renderer/features/voices/clip-description.ts'
import { t } from '#renderer/i18n/i18n.ts'
import type { OwnVoice } from '#shared/clips.ts'

/** Record of the consent, with the fingerprints of recording and transcript. */
export function ConsentSection({ consent }: Pick<OwnVoice, 'consent'>): ReactElement {
  return (
    <section className="consent-record" aria-labelledby="consent-title">
      <h2 id="consent-title">
        <IconShieldCheck size={24} aria-hidden="true" /> {t('voices:details.consent.title')}
      </h2>
      <blockquote>{consent.statement}</blockquote>
      <dl>
        <Fact name={t('voices:details.consent.purpose')}>{consent.purpose}</Fact>
        <Fact name={t('voices:details.consent.givenAt')}>
          {formatDayAndTime(new Date(consent.givenAt))}
        </Fact>
        <Fact name={t('voices:details.consent.givenBy')}>
          <bdi>{consent.givenBy}</bdi>
        </Fact>
        <Fact name={t('voices:details.consent.recording')}>
          <code>{consent.recordingSha256}</code>
        </Fact>
        <Fact name={t('voices:details.consent.transcript')}>
          <code>{consent.transcriptSha256}</code>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
