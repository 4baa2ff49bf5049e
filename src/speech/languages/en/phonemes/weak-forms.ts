/** Little words as a fluent reader says them: reduced within the phrase, full at its end and when they stand alone. */
import { type ArpabetPhone, parseSounds, stressOf } from './arpabet.ts'

/**
 * The vowels are those of flite's lexicon, which its voices were trained with: with "and", "can", "that", "have" reduced
 * further, or with "of" and "from" on a true schwa, a recogniser mishears more (28 sentences, two voices: 11.6 and
 * 10.7 % against 9.5 % of the words; flite alone 9.5 %).
 *
 * word|within the phrase|at its end|before a vowel, if different there
 */
const ROWS = `
a|AH0|EY1
an|AE0 N|AE1 N
the|DH AH0|DH AH0|DH IY0
to|T AH0|T UW1|T UW0
and|AE0 N D|AE1 N D
of|AX0 V|AH1 V
for|F AO0 R|F AO1 R
from|F R AX0 M|F R AH1 M
at|AE0 T|AE1 T
as|AE0 Z|AE1 Z
in|IH0 N|IH1 N
on|AA0 N|AA1 N
by|B AY0|B AY1
with|W IH0 DH|W IH1 DH
into|IH0 N T UW0|IH1 N T UW2
but|B AX0 T|B AH1 T
or|AO0 R|AO1 R
nor|N AO0 R|N AO1 R
if|IH0 F|IH1 F
than|DH AE0 N|DH AE1 N
that|DH AE0 T|DH AE1 T
can|K AE0 N|K AE1 N
could|K UH0 D|K UH1 D
would|W UH0 D|W UH1 D
should|SH UH0 D|SH UH1 D
will|W IH0 L|W IH1 L
shall|SH AE0 L|SH AE1 L
must|M AX0 S T|M AH1 S T
am|AE0 M|AE1 M
is|IH0 Z|IH1 Z
are|AA0 R|AA1 R
was|W AA0 Z|W AA1 Z
were|W ER0|W ER1
be|B IY0|B IY1
been|B IH0 N|B IH1 N
has|HH AE0 Z|HH AE1 Z
have|HH AE0 V|HH AE1 V
had|HH AE0 D|HH AE1 D
do|D UW0|D UW1
does|D AX0 Z|D AH1 Z
i|AY0|AY1
you|Y UW0|Y UW1
he|HH IY0|HH IY1
she|SH IY0|SH IY1
it|IH0 T|IH1 T
we|W IY0|W IY1
they|DH EY0|DH EY1
me|M IY0|M IY1
him|HH IH0 M|HH IH1 M
her|HH ER0|HH ER1
us|AX0 S|AH1 S
them|DH EH0 M|DH EH1 M
my|M AY0|M AY1
your|Y AO0 R|Y AO1 R
his|HH IH0 Z|HH IH1 Z
its|IH0 T S|IH1 T S
our|AW0 ER0|AW1 ER0
their|DH EH0 R|DH EH1 R
some|S AX0 M|S AH1 M
i'm|AY0 M|AY1 M
i've|AY0 V|AY1 V
i'll|AY0 L|AY1 L
i'd|AY0 D|AY1 D
you're|Y UH0 R|Y UH1 R
you've|Y UW0 V|Y UW1 V
you'll|Y UW0 L|Y UW1 L
you'd|Y UW0 D|Y UW1 D
he's|HH IY0 Z|HH IY1 Z
he'll|HH IY0 L|HH IY1 L
he'd|HH IY0 D|HH IY1 D
she's|SH IY0 Z|SH IY1 Z
she'll|SH IY0 L|SH IY1 L
she'd|SH IY0 D|SH IY1 D
it's|IH0 T S|IH1 T S
it'll|IH0 T AH0 L|IH1 T AH0 L
it'd|IH0 T AH0 D|IH1 T AH0 D
we're|W IH0 R|W IH1 R
we've|W IY0 V|W IY1 V
we'll|W IY0 L|W IY1 L
we'd|W IY0 D|W IY1 D
they're|DH EH0 R|DH EH1 R
they've|DH EY0 V|DH EY1 V
they'll|DH EY0 L|DH EY1 L
they'd|DH EY0 D|DH EY1 D
`

/** These stay weak at the end of a phrase, where they lean on the verb: "I read it". */
const PRONOUNS = new Set(['he', 'her', 'him', 'it', 'me', 'she', 'them', 'they', 'us', 'we', 'you'])

interface Forms {
  readonly within: readonly ArpabetPhone[]
  readonly last: readonly ArpabetPhone[]
  readonly beforeVowel: readonly ArpabetPhone[]
}

const FORMS: ReadonlyMap<string, Forms> = new Map(ROWS.trim().split('\n').map(parseRow))

/** Context of a function word: `next` are the phones of the following word if no break comes between. */
export interface Position {
  readonly next: readonly ArpabetPhone[] | undefined
  readonly startsPhrase: boolean
}

/** The form of a function word in its place; undefined for any other word. */
export function functionWord(
  word: string,
  { next, startsPhrase }: Position,
): readonly ArpabetPhone[] | undefined {
  const forms = FORMS.get(word)
  if (!forms) return undefined
  if (next === undefined) return PRONOUNS.has(word) && !startsPhrase ? forms.within : forms.last
  const vowelFollows = next[0] !== undefined && stressOf(next[0]) !== undefined
  return vowelFollows ? forms.beforeVowel : forms.within
}

function parseRow(row: string): readonly [string, Forms] {
  const [word, within, last, beforeVowel] = row.split('|')
  if (!word || !within || !last) throw new Error(`"${row}" is not word|within|last.`)
  const forms = {
    within: parseSounds(within),
    last: parseSounds(last),
    beforeVowel: parseSounds(beforeVowel ?? within),
  }
  return [word, forms]
}
