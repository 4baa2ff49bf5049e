import { expect, test } from 'vitest'
import { textsOfCode } from './interface-texts.ts'

test('texts in code are found, and what only programs read is not', () => {
  const code = `
    import { t } from 'a b c'
    const a = <p className="two words" title="Save">Hello <b>{t('app:title')}</b></p>
    const b = { message: isOne ? 'One file' : \`\${n} files\`, kind: 'file' }
    throw new Error('The file is gone.')
    call('files.list', {})
    const c = isDone ? 'not spoken' : 'done'`
  expect(textsOfCode('a.tsx', code).map(({ text }) => text)).toEqual([
    ...['Save', 'Hello', 'One file', '… files', 'The file is gone.', 'not spoken'],
  ])
})
