/**
 * Neighbours that settle how a homograph is said. A row is word|before|after|phones: `before` and `after` list
 * phrases that stand right before and right after the word, separated by commas; * is anything. The first row that
 * fits wins.
 */
const ROWS = `
aged|the|*|EY1 JH IH0 D
bass|sea, striped, largemouth, smallmouth, black, caught, catch, grilled, fried|*|B AE1 S
bass|*|fish, fishing|B AE1 S
blessed|the, our, most|virgin, sacrament, mother, trinity, day, assurance, lady|B L EH1 S IH0 D
bow|*|tie, ties, and arrow, and arrows, string|B OW1
bow|take a, took a, takes a, taking a, final, a deep, from the, on the|*|B AW1
bow|*|down, out, before, to, of the ship, of the boat|B AW1
close|so, please|the, your, this, that, it, all|K L OW1 Z
close|so, too, very, as, quite, how, pretty, really, fairly, was, were, is, are, am, be, been|*|K L OW1 S
close|came, come, comes, coming, get, gets, got, getting, stay, stayed, stand, sit, keep, kept, drew, up|*|K L OW1 S
close|to a, at the|*|K L OW1 Z
close|to|*|K L OW1 Z
close|*|button, of|K L OW1 Z
close|*|to, by, enough, at hand, friend, friends, relative, relatives, attention|K L OW1 S
content|is, am, are, was, were, be, feel, feels, felt, seem, seems, seemed, quite, perfectly, very, not, i'm|with, to|K AH0 N T EH1 N T
content|feel, feels, felt, seem, seems, seemed, quite, perfectly, very, i'm|*|K AH0 N T EH1 N T
deserts|just|*|D IH0 Z ER1 T S
excuse|*|me, us|IH0 K S K Y UW1 Z
lead|*|pipe, pipes, paint, paints, poisoning, pencil, pencils, acid, battery, batteries, bullet, bullets|L EH1 D
lead|*|exposure, contamination, free, levels, and zinc, and mercury, and cadmium, weights|L EH1 D
lead|of, molten, contain, contains, contained, containing, as heavy as|*|L EH1 D
learned|a, the, my, our, very, your|judge, man, men, friend, colleague, counsel, people, person, society, scholar, scholars, woman|L ER1 N IH0 D
live|is, are, was, were, be, go, goes, going, went, air, aired, airing, broadcast, broadcasting, stream, streaming|*|L AY1 V
live|streamed, watch, watched, watching, perform, performed, performing, performs, coming, came|*|L AY1 V
live|reporting, recorded, shown, played, playing, a, the, this, our, your, first, next, sang, sing, singing|*|L AY1 V
live|*|music, show, shows, concert, concerts, event, events, audience, coverage, stream, streams, performance|L AY1 V
live|*|performances, album, television, radio, chat, updates, animals, wire, band, scores, match, matches, session|L AY1 V
live|*|video, recording, commentary, ammunition, broadcast, broadcasts, from, tonight, streaming|L AY1 V
lives|their, our, your, his, her, my, its, the, of, these, those, human, many, lost, save, saved, saves, saving|*|L AY1 V Z
lives|two, three, nine, ten, people's, women's, children's, private, everyday, whose, daily|*|L AY1 V Z
lives|*|in, at, with, here, there, near, alone, on, by, next, across, up, under, among|L IH1 V Z
minute|*|detail, details, amount, amounts, quantity, quantities, particle, particles, traces, difference, differences|M AY0 N UW1 T
minute|very, extremely, so, incredibly, almost|*|M AY0 N UW1 T
polish|*|your, my, his, her, our, their, the shoes, the silver, the floor, the table, the car, the wood, shoes, nails|P AA1 L IH0 SH
polish|speak, speaks, speaking, spoke, in, is, are, was|*|P OW1 L IH0 SH
polish|*|people, government, language, border, army, food, citizen, citizens, man, woman, president, born|P OW1 L IH0 SH
read|*|every day, every week, every month, every year, every morning, every evening, every night|R IY1 D
read|well, widely|*|R EH1 D
resume|*|work, working, talks, operations, duties, normal, flights, play|R IH0 Z UW1 M
row|in a|*|R OW1
row|a, the, this, another|over, erupted, broke, between, about, with|R AW1
tear|a, the, one, single|fell, rolled, ran, dropped, trickled|T IH1 R
tear|wear and|*|T EH1 R
tear|*|gas, gassed, duct, ducts, drop, drops, jerker, stained|T IH1 R
tear|*|in the, in his, in her, in my, in your, apart, up, down, off, open, away, through, into, it, them|T EH1 R
tears|he, she, it|*|T EH1 R Z
tears|*|apart, up, down, off, open, away, through, it, them|T EH1 R Z
used|get, got, getting, gets, become, became, not, never|to|Y UW1 S T
used|is, are, was, were, be, been, being, i'm, i am, they're, we're, you're, he's, she's|to it, to the, to this, to that, to being, to having, to her, to him, to them, to my|Y UW1 S T
used|is, are, was, were, be, been, being|*|Y UW1 Z D
used|*|to|Y UW1 S T
wind|the, a, this, that, strong, of, cold, no|*|W IH1 N D
wind|*|up, down, back|W AY1 N D
winds|the, strong, high, trade, heavy, of, and, these|*|W IH1 N D Z
winds|*|up, down, through, its, around, along|W AY1 N D Z
wound|the, a, his, her, my, this, that, open, deep, bullet, stab, gunshot|*|W UW1 N D
wound|*|up, down, around, round, through, its, it|W AW1 N D
`

interface Row {
  readonly before: readonly string[] | undefined
  readonly after: readonly string[] | undefined
  readonly arpabet: string
}

const ROWS_BY_WORD = Map.groupBy(ROWS.trim().split('\n').map(parseRow), ({ word }) => word)

/** ARPAbet of `word` between these neighbours; undefined where no row fits. */
export function collocationOf(
  word: string,
  before: readonly string[],
  after: readonly string[],
): string | undefined {
  const rows: readonly Row[] = ROWS_BY_WORD.get(word) ?? []
  const row = rows.find(
    (candidate) =>
      (candidate.before?.some((phrase) => ` ${before.join(' ')}`.endsWith(` ${phrase}`)) ?? true) &&
      (candidate.after?.some((phrase) => `${after.join(' ')} `.startsWith(`${phrase} `)) ?? true),
  )
  return row?.arpabet
}

function parseRow(row: string): Row & { readonly word: string } {
  const [word, before, after, arpabet] = row.split('|')
  if (!word || !before || !after || !arpabet) throw new Error(`"${row}" is no whole row.`)
  return { word, before: phrases(before), after: phrases(after), arpabet }
}

function phrases(list: string): readonly string[] | undefined {
  return list === '*' ? undefined : list.split(', ')
}
