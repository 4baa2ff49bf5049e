import { expect, test } from 'vitest'
import { onePerLine, sentencesOf } from './sentence-lines.ts'

test.each([
  ['One sentence.\nAnd another! Is this a third? Yes.', 4],
  ['Dr. Okeke came vs. Mr. Bello, e.g. at No. 5, cf. Ren et al. 2021 and H. Wolff.', 1],
  ['Version 0.1.0 of griot.json needs 3.5 GB of 20. The rest is free.', 2],
  ['It ends (see there. And here.) Not before. [A link](a.md) begins. `code` does, too.', 4],
  ['**Bold words end.** The next begins.', 2],
  ['`a. B` and *Kedu? Na gode* and "One. Two." are examples. A quotation ends "so." Then this.', 3],
  ['What follows is small. mp3, wav and others. *ní* is an example.', 2],
  ['It is one of 7. 2. would be a list at the start of a line.', 1],
])('%s: %i sentences', (text, count) => {
  expect(sentencesOf(text)).toHaveLength(count)
})

test('paragraphs and items of lists get a line for each sentence; all else stays', () => {
  const page = `# A heading. Not divided.

One sentence that
was wrapped. Another one.
Broken here.  
The next. And the last.

- An item. It goes
  on. More.
  1. Inside. Of it.

     Its second paragraph. Two.
- Next

| A table. | Of. Cells. |
|---|---|

\`\`\`sh
code. That stays.
\`\`\`

    indented code. Stays.

> A quotation. Of two.

<!-- A comment. Of two. -->
`
  const wanted = `# A heading. Not divided.

One sentence that was wrapped.
Another one.
Broken here.  
The next.
And the last.

- An item.
  It goes on.
  More.
  1. Inside.
     Of it.

     Its second paragraph.
     Two.
- Next

| A table. | Of. Cells. |
|---|---|

\`\`\`sh
code. That stays.
\`\`\`

    indented code. Stays.

> A quotation.
> Of two.

<!-- A comment. Of two. -->
`
  expect(onePerLine(page)).toBe(wanted)
  expect(onePerLine(wanted)).toBe(wanted)
})
