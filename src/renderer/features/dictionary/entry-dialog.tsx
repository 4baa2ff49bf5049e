import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactElement, useState } from 'react'
import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { type SaidAs, scopeOf } from '#renderer/pronunciations.ts'
import { ChoiceSelect, languageChoices } from '#renderer/ui/choice-select.tsx'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import {
  PRONUNCIATION_LIMITS,
  type Pronunciation,
  type PronunciationDraft,
} from '#shared/pronunciation.ts'
import { EntryPreview } from './entry-preview.tsx'
import type { DictionaryVoice } from './voice-for.ts'

interface EntryDialogProps {
  /** Entry to change; undefined: a new one. */
  readonly entry: Pronunciation | undefined
  readonly project: { readonly id: string; readonly title: string } | undefined
  readonly voices: readonly DictionaryVoice[]
  readonly onClose: () => void
}

const KINDS = ['text', 'ipa'] as const

/** Dialog for a new entry of the dictionary, or to change one. Rendered while it is open. */
export function EntryDialog(props: EntryDialogProps): ReactElement {
  const { entry, project, voices, onClose } = props
  const { isPending, error, run } = useAsyncAction('closes')
  const [word, setWord] = useState(entry?.word ?? '')
  const [kind, setKind] = useState<SaidAs['kind']>(entry?.saidAs.kind ?? 'text')
  const [said, setSaid] = useState(() => saidOf(entry?.saidAs))
  const [language, setLanguage] = useState<LanguageCode | ''>(entry?.language ?? '')
  const [scope, setScope] = useState<'global' | 'project'>(entry?.scope.kind ?? 'global')
  const [caseSensitive, setCaseSensitive] = useState(entry?.caseSensitive ?? false)
  const saidAs: SaidAs = kind === 'ipa' ? { kind, ipa: said } : { kind, text: said }
  const draft: PronunciationDraft = {
    ...{ word, saidAs, caseSensitive },
    scope: scopeOf(scope === 'project' ? project?.id : undefined),
    ...(language === '' ? {} : { language }),
  }
  const isFilled = word.trim() !== '' && said.trim() !== ''
  const save = async (): Promise<void> => {
    await (entry
      ? call('pronunciations.change', { ...draft, id: entry.id })
      : call('pronunciations.add', draft))
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isFilled) void run(save)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={entry ? t('dictionary:changeWord', { word: entry.word }) : t('dictionary:add')}
      size={520}
    >
      <form className="dialog-form dictionary-form" onSubmit={submit}>
        <TextInput
          label={t('dictionary:entry.word')}
          value={word}
          maxLength={PRONUNCIATION_LIMITS.word}
          onChange={({ currentTarget }) => setWord(currentTarget.value)}
          data-autofocus
        />
        <ChoiceSelect
          label={t('dictionary:entry.sayAs')}
          choices={KINDS.map((value) => ({ value, label: t(`dictionary:entry.kinds.${value}`) }))}
          value={kind}
          onChoose={setKind}
        />
        <TextInput
          label={t(`dictionary:entry.${kind}`)}
          value={said}
          maxLength={PRONUNCIATION_LIMITS.replacement}
          onChange={({ currentTarget }) => setSaid(currentTarget.value)}
        />
        <ChoiceSelect
          label={t('dictionary:entry.language')}
          choices={[{ value: '', label: t('dictionary:entry.anyLanguage') }, ...languageChoices()]}
          value={language}
          onChoose={setLanguage}
        />
        <ChoiceSelect
          label={t('dictionary:entry.where')}
          choices={[
            { value: 'global', label: t('dictionary:entry.everywhere') },
            ...(project
              ? [
                  {
                    value: 'project',
                    label: t('dictionary:entry.onlyIn', { title: project.title }),
                  } as const,
                ]
              : []),
          ]}
          value={scope}
          onChoose={setScope}
        />
        <Checkbox
          label={t('dictionary:entry.sameCapitals')}
          checked={caseSensitive}
          onChange={({ currentTarget }) => setCaseSensitive(currentTarget.checked)}
        />
        <InlineError reason={error} />
        <div className="dialog-actions">
          <EntryPreview
            draft={draft}
            voices={voices}
            disabled={!isFilled}
            label={t('dictionary:hear')}
          />
          <Button variant="default" onClick={onClose}>
            {t('dictionary:entry.cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!isFilled}>
            {t(entry ? 'dictionary:entry.save' : 'dictionary:entry.add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function saidOf(saidAs: SaidAs | undefined): string {
  if (saidAs === undefined) return ''
  return saidAs.kind === 'ipa' ? saidAs.ipa : saidAs.text
}
