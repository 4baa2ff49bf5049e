import './dictionary.css'
import { ActionIcon, Button, Loader, Menu } from '@mantine/core'
import { IconDownload, IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { t, textLanguage } from '#renderer/i18n/i18n.ts'
import {
  forgetForm,
  removePronunciation,
  saidAsWords,
  scopeWords,
} from '#renderer/pronunciations.ts'
import { chooseFiles } from '#renderer/ui/choose-files.ts'
import { ErrorAlert, InlineError } from '#renderer/ui/error-alert.tsx'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { type AsyncAction, useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { DiacriticOverride } from '#shared/diacritics.ts'
import { foldText } from '#shared/fold-text.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import { type DictionaryFile, readDictionaryFile, saveDictionary } from './dictionary-files.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryPreview } from './entry-preview.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { type DictionaryContent, useDictionary } from './use-dictionary.ts'
import type { DictionaryVoice } from './voice-for.ts'

interface DictionaryScreenProps {
  readonly notices: ReactNode
  readonly voices: readonly DictionaryVoice[]
  /** The open project. */
  readonly project: { readonly id: string; readonly title: string } | undefined
}

/** What is open over the list. */
type OpenDialog =
  | { readonly kind: 'entry'; readonly entry: Pronunciation | undefined }
  | { readonly kind: 'import'; readonly file: DictionaryFile }

/** Dictionary screen: the person's own pronunciations, everywhere and in the open project. */
export function DictionaryScreen({
  notices,
  voices,
  project,
}: DictionaryScreenProps): ReactElement {
  const { content, reload } = useDictionary(project?.id)
  const [dialog, setDialog] = useState<OpenDialog>()
  const action = useAsyncAction('stays')
  const close = (): void => setDialog(undefined)
  return (
    <div className="screen dictionary">
      <div className="notices">{notices}</div>
      <main className="page screen-page">
        <header className="screen-head">
          <h1>{t('dictionary:title')}</h1>
          <p>{t('dictionary:about')}</p>
        </header>
        <div className="dictionary-actions">
          <Button
            leftSection={<IconPlus size={18} />}
            onClick={() => setDialog({ kind: 'entry', entry: undefined })}
          >
            {t('dictionary:add')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={18} />}
            onClick={() =>
              chooseFiles({ accept: '.csv,.pls,.xml' }, ([file]) => {
                if (!file) return
                void action.run(async () =>
                  setDialog({ kind: 'import', file: await readDictionaryFile(file) }),
                )
              })
            }
          >
            {t('dictionary:importOpen')}
          </Button>
          {content.status === 'loaded' && (
            <ExportMenu content={content.value} projectId={project?.id} action={action} />
          )}
        </div>
        <InlineError reason={action.error} />
        {content.status === 'loading' && (
          <p className="text-secondary" role="status">
            <Loader type="dots" size="sm" aria-hidden="true" /> {t('dictionary:loading')}
          </p>
        )}
        {content.status === 'failed' && (
          <ErrorAlert onRetry={reload}>
            {t('dictionary:notLoaded', { reason: content.reason })}
          </ErrorAlert>
        )}
        {content.status === 'loaded' && (
          <Entries
            {...{ voices, action }}
            content={content.value}
            onEdit={(entry) => setDialog({ kind: 'entry', entry })}
          />
        )}
      </main>
      {dialog?.kind === 'entry' && (
        <EntryDialog {...{ voices, project }} entry={dialog.entry} onClose={close} />
      )}
      {dialog?.kind === 'import' && (
        <ImportDialog project={project} file={dialog.file} onClose={close} />
      )}
    </div>
  )
}

/** CSV has everything; a PLS file has the words of one language. */
function ExportMenu(props: {
  readonly content: DictionaryContent
  readonly projectId: string | undefined
  readonly action: AsyncAction
}): ReactElement {
  const { content, projectId, action } = props
  const languages = [...new Set(content.entries.map(({ language }) => language))]
  const save = (format: 'csv' | 'pls', language?: LanguageCode): void => {
    void action.run(() =>
      saveDictionary({
        format,
        ...(projectId === undefined ? {} : { projectId }),
        ...(language === undefined ? {} : { language }),
      }),
    )
  }
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          disabled={content.entries.length === 0}
        >
          {t('dictionary:export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('csv')}>{t('dictionary:export.all')}</Menu.Item>
        {languages.map((language) => (
          <Menu.Item key={language ?? ''} onClick={() => save('pls', language)}>
            {language === undefined
              ? t('dictionary:export.anyLanguage')
              : t('dictionary:export.ofLanguage', { language: languageName(language) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Entries(props: {
  readonly content: DictionaryContent
  readonly voices: readonly DictionaryVoice[]
  readonly action: AsyncAction
  readonly onEdit: (entry: Pronunciation) => void
}): ReactElement {
  const { content, voices, action, onEdit } = props
  const [search, setSearch] = useState('')
  const query = foldText(search.trim())
  const entries = content.entries.filter(({ word, saidAs }) =>
    foldText(`${word} ${saidAsWords(saidAs)}`).includes(query),
  )
  const forms = content.forms.filter(({ word, form }) =>
    foldText(`${word} ${form}`).includes(query),
  )
  if (content.entries.length === 0 && content.forms.length === 0)
    return <p className="text-secondary">{t('dictionary:empty')}</p>
  return (
    <>
      <SearchField aria-label={t('dictionary:search')} value={search} onSearch={setSearch} />
      {entries.length > 0 && (
        <table className="dictionary-table" aria-label={t('dictionary:label')}>
          <thead>
            <tr>
              <th scope="col">{t('dictionary:columns.word')}</th>
              <th scope="col">{t('dictionary:columns.saidAs')}</th>
              <th scope="col">{t('dictionary:columns.texts')}</th>
              <th scope="col">{t('dictionary:columns.where')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('dictionary:columns.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <EntryRow key={entry.id} {...{ entry, voices, action, onEdit }} />
            ))}
          </tbody>
        </table>
      )}
      {forms.length > 0 && <Forms forms={forms} action={action} />}
      {entries.length === 0 && forms.length === 0 && (
        <p className="text-secondary" role="status">
          {t('dictionary:nothingFound')}
        </p>
      )}
    </>
  )
}

function EntryRow(props: {
  readonly entry: Pronunciation
  readonly voices: readonly DictionaryVoice[]
  readonly action: AsyncAction
  readonly onEdit: (entry: Pronunciation) => void
}): ReactElement {
  const { entry, voices, action, onEdit } = props
  const { word, saidAs, language, scope, caseSensitive } = entry
  return (
    <tr>
      <th scope="row" lang={language}>
        {word}
        {caseSensitive && (
          <small className="text-secondary"> {t('dictionary:asCapitalised')}</small>
        )}
      </th>
      <td>{saidAsWords(saidAs)}</td>
      <td>{language ? languageName(language) : t('dictionary:anyLanguage')}</td>
      <td>{scopeWords(scope)}</td>
      <td className="dictionary-row-actions">
        <EntryPreview draft={entry} voices={voices} label={t('dictionary:hear')} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('dictionary:changeWord', { word })}
          title={t('dictionary:change')}
          onClick={() => onEdit(entry)}
        >
          <IconPencil size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('dictionary:removeWord', { word })}
          title={t('dictionary:remove')}
          onClick={() => void action.run(() => removePronunciation(entry))}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </td>
    </tr>
  )
}

/** Yoruba words whose marks a person has accepted. */
function Forms(props: {
  readonly forms: readonly DiacriticOverride[]
  readonly action: AsyncAction
}): ReactElement {
  const { forms, action } = props
  return (
    <section className="dictionary-forms" aria-labelledby="dictionary-forms">
      <h2 id="dictionary-forms">{t('dictionary:forms.title')}</h2>
      <table className="dictionary-table">
        <thead>
          <tr>
            <th scope="col">{t('dictionary:columns.unmarked')}</th>
            <th scope="col">{t('dictionary:columns.written')}</th>
            <th scope="col">{t('dictionary:columns.where')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('dictionary:columns.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody lang="yo">
          {forms.map((form) => (
            <tr key={`${form.word} ${form.scope.kind}`}>
              <th scope="row">{form.word}</th>
              <td>{form.form}</td>
              <td lang={textLanguage()}>{scopeWords(form.scope)}</td>
              <td className="dictionary-row-actions">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t('dictionary:forms.forgetForm', { form: form.form })}
                  title={t('dictionary:forms.forget')}
                  onClick={() => void action.run(() => forgetForm(form))}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
