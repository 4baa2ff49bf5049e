/**
 * Words that are written alike and spoken differently, with the reading that fits each use. "Usual" is what is said
 * where the neighbours give no hint.
 */
export type Use = 'noun' | 'verb' | 'adjective' | 'past'

export type Readings = { readonly usual: Use } & { readonly [U in Use]?: string }

/** Noun (and adjective) with the stress on the first syllable, verb on the second: word, noun, verb, usual. */
const STRESS_PAIRS = `
abstract|AE1 B S T R AE2 K T|AH0 B S T R AE1 K T
address|AE1 D R EH2 S|AH0 D R EH1 S
addict|AE1 D IH2 K T|AH0 D IH1 K T
attribute|AE1 T R AH0 B Y UW2 T|AH0 T R IH1 B Y UW2 T
combat|K AA1 M B AE0 T|K AH0 M B AE1 T
commune|K AA1 M Y UW0 N|K AH0 M Y UW1 N
compound|K AA1 M P AW0 N D|K AH0 M P AW1 N D
compress|K AA1 M P R EH0 S|K AH0 M P R EH1 S|verb
conduct|K AA1 N D AH0 K T|K AH0 N D AH1 K T
confine|K AA1 N F AY0 N|K AH0 N F AY1 N|verb
conflict|K AA1 N F L IH0 K T|K AH0 N F L IH1 K T
console|K AA1 N S OW0 L|K AH0 N S OW1 L
contest|K AA1 N T EH0 S T|K AH0 N T EH1 S T
contract|K AA1 N T R AE2 K T|K AH0 N T R AE1 K T
contrast|K AA1 N T R AE0 S T|K AH0 N T R AE1 S T
converse|K AA1 N V ER0 S|K AH0 N V ER1 S
convert|K AA1 N V ER0 T|K AH0 N V ER1 T|verb
convict|K AA1 N V IH0 K T|K AH0 N V IH1 K T
decrease|D IY1 K R IY2 S|D IH0 K R IY1 S
defect|D IY1 F EH0 K T|D IH0 F EH1 K T
desert|D EH1 Z ER0 T|D IH0 Z ER1 T
digest|D AY1 JH EH0 S T|D AY0 JH EH1 S T|verb
discharge|D IH1 S CH AA2 R JH|D IH0 S CH AA1 R JH
discount|D IH1 S K AW0 N T|D IH0 S K AW1 N T
entrance|EH1 N T R AH0 N S|EH0 N T R AE1 N S
escort|EH1 S K AO0 R T|EH0 S K AO1 R T
exploit|EH1 K S P L OY2 T|EH2 K S P L OY1 T|verb
export|EH1 K S P AO0 R T|IH0 K S P AO1 R T
extract|EH1 K S T R AE2 K T|IH0 K S T R AE1 K T
frequent|F R IY1 K W AH0 N T|F R IY0 K W EH1 N T
impact|IH1 M P AE0 K T|IH2 M P AE1 K T
implant|IH1 M P L AE2 N T|IH2 M P L AE1 N T
import|IH1 M P AO2 R T|IH2 M P AO1 R T
incense|IH1 N S EH2 N S|IH2 N S EH1 N S
incline|IH1 N K L AY2 N|IH2 N K L AY1 N
increase|IH1 N K R IY2 S|IH2 N K R IY1 S
insert|IH1 N S ER2 T|IH2 N S ER1 T|verb
insult|IH1 N S AH2 L T|IH2 N S AH1 L T
invite|IH1 N V AY2 T|IH2 N V AY1 T|verb
object|AA1 B JH EH0 K T|AH0 B JH EH1 K T
overlap|OW1 V ER0 L AE2 P|OW2 V ER0 L AE1 P
permit|P ER1 M IH2 T|P ER0 M IH1 T
pervert|P ER1 V ER0 T|P ER0 V ER1 T
present|P R EH1 Z AH0 N T|P R IH0 Z EH1 N T
produce|P R OW1 D UW0 S|P R AH0 D UW1 S|verb
progress|P R AA1 G R EH2 S|P R AH0 G R EH1 S
project|P R AA1 JH EH0 K T|P R AH0 JH EH1 K T
protest|P R OW1 T EH2 S T|P R AH0 T EH1 S T
rebel|R EH1 B AH0 L|R IH0 B EH1 L
recall|R IY1 K AO2 L|R IH0 K AO1 L|verb
record|R EH1 K ER0 D|R IH0 K AO1 R D
refill|R IY1 F IH2 L|R IY0 F IH1 L
refund|R IY1 F AH2 N D|R IH0 F AH1 N D
refuse|R EH1 F Y UW2 S|R IH0 F Y UW1 Z|verb
reject|R IY1 JH EH0 K T|R IH0 JH EH1 K T|verb
relay|R IY1 L EY2|R IH0 L EY1
resume|R EH1 Z AH0 M EY2|R IH0 Z UW1 M|verb
rewrite|R IY1 R AY2 T|R IY0 R AY1 T|verb
segment|S EH1 G M AH0 N T|S EH0 G M EH1 N T
subject|S AH1 B JH IH0 K T|S AH0 B JH EH1 K T
survey|S ER1 V EY2|S ER0 V EY1
suspect|S AH1 S P EH2 K T|S AH0 S P EH1 K T|verb
torment|T AO1 R M EH2 N T|T AO0 R M EH1 N T
transfer|T R AE1 N S F ER0|T R AE0 N S F ER1
transplant|T R AE1 N S P L AE2 N T|T R AE0 N S P L AE1 N T
transport|T R AE1 N S P AO0 R T|T R AE0 N S P AO1 R T
upset|AH1 P S EH2 T|AH0 P S EH1 T|verb
abuse|AH0 B Y UW1 S|AH0 B Y UW1 Z
advocate|AE1 D V AH0 K AH0 T|AE1 D V AH0 K EY2 T
alternate|AO1 L T ER0 N AH0 T|AO1 L T ER0 N EY2 T
animate|AE1 N AH0 M AH0 T|AE1 N AH0 M EY2 T|verb
appropriate|AH0 P R OW1 P R IY0 AH0 T|AH0 P R OW1 P R IY0 EY2 T
approximate|AH0 P R AA1 K S AH0 M AH0 T|AH0 P R AA1 K S AH0 M EY2 T
articulate|AA0 R T IH1 K Y AH0 L AH0 T|AA0 R T IH1 K Y AH0 L EY2 T
associate|AH0 S OW1 S IY0 AH0 T|AH0 S OW1 S IY0 EY2 T
coordinate|K OW0 AO1 R D AH0 N AH0 T|K OW0 AO1 R D AH0 N EY2 T|verb
degenerate|D IH0 JH EH1 N ER0 AH0 T|D IH0 JH EH1 N ER0 EY2 T
delegate|D EH1 L AH0 G AH0 T|D EH1 L AH0 G EY2 T
deliberate|D IH0 L IH1 B ER0 AH0 T|D IH0 L IH1 B ER0 EY2 T
designate|D EH1 Z IH0 G N AH0 T|D EH1 Z IH0 G N EY2 T|verb
diffuse|D IH0 F Y UW1 S|D IH0 F Y UW1 Z|verb
duplicate|D UW1 P L AH0 K AH0 T|D UW1 P L AH0 K EY2 T
elaborate|IH0 L AE1 B R AH0 T|IH0 L AE1 B ER0 EY2 T
estimate|EH1 S T AH0 M AH0 T|EH1 S T AH0 M EY2 T
excuse|IH0 K S K Y UW1 S|IH0 K S K Y UW1 Z
graduate|G R AE1 JH AH0 W AH0 T|G R AE1 JH AH0 W EY2 T
house|HH AW1 S|HH AW1 Z
initiate|IH2 N IH1 SH IY0 AH0 T|IH2 N IH1 SH IY0 EY2 T|verb
intimate|IH1 N T AH0 M AH0 T|IH1 N T AH0 M EY2 T
legitimate|L AH0 JH IH1 T AH0 M AH0 T|L AH0 JH IH1 T AH0 M EY2 T
moderate|M AA1 D ER0 AH0 T|M AA1 D ER0 EY2 T
misuse|M IH0 S Y UW1 S|M IH0 S Y UW1 Z
mouth|M AW1 TH|M AW1 DH
separate|S EH1 P ER0 AH0 T|S EH1 P ER0 EY2 T
subordinate|S AH0 B AO1 R D AH0 N AH0 T|S AH0 B AO1 R D AH0 N EY2 T
syndicate|S IH1 N D IH0 K AH0 T|S IH1 N D AH0 K EY2 T
use|Y UW1 S|Y UW1 Z
bow|B OW1|B AW1
sow|S AW1|S OW1|verb
row|R OW1|R OW1
tear|T IH1 R|T EH1 R
wind|W IH1 N D|W AY1 N D
lead|L IY1 D|L IY1 D
bass|B EY1 S|B EY1 S
polish|P AA1 L IH0 SH|P AA1 L IH0 SH
`

/** Words whose uses are other than noun and verb, or more than two. */
const OTHERS: Readonly<Record<string, Readings>> = {
  close: { usual: 'adjective', noun: 'K L OW1 Z', verb: 'K L OW1 Z', adjective: 'K L OW1 S' },
  content: {
    usual: 'noun',
    noun: 'K AA1 N T EH0 N T',
    verb: 'K AH0 N T EH1 N T',
    adjective: 'K AH0 N T EH1 N T',
  },
  dove: { usual: 'noun', noun: 'D AH1 V', past: 'D OW1 V' },
  houses: { usual: 'noun', noun: 'HH AW1 Z AH0 Z' },
  invalid: {
    usual: 'adjective',
    noun: 'IH1 N V AH0 L AH0 D',
    adjective: 'IH2 N V AE1 L AH0 D',
  },
  live: { usual: 'verb', noun: 'L AY1 V', verb: 'L IH1 V', adjective: 'L AY1 V' },
  lives: { usual: 'noun', noun: 'L AY1 V Z', verb: 'L IH1 V Z' },
  minute: { usual: 'noun', noun: 'M IH1 N AH0 T', adjective: 'M AY0 N UW1 T' },
  mouths: { usual: 'noun', noun: 'M AW1 DH Z' },
  perfect: {
    usual: 'adjective',
    noun: 'P ER1 F IH2 K T',
    verb: 'P ER0 F EH1 K T',
    adjective: 'P ER1 F IH2 K T',
  },
  read: { usual: 'verb', noun: 'R IY1 D', verb: 'R IY1 D', past: 'R EH1 D' },
  wound: { usual: 'noun', noun: 'W UW1 N D', verb: 'W UW1 N D', past: 'W AW1 N D' },
}

/** Every homograph in its base form, and the few inflected ones that do not follow from it. */
export const HOMOGRAPHS: ReadonlyMap<string, Readings> = new Map([
  ...STRESS_PAIRS.trim().split('\n').map(parsePair),
  ...Object.entries(OTHERS),
])

function parsePair(row: string): readonly [string, Readings] {
  const [word, noun, verb, usual] = row.split('|')
  if (!word || !noun || !verb) throw new Error(`"${row}" is not word|noun|verb.`)
  return [word, { noun, verb, usual: usual === 'verb' ? 'verb' : 'noun' }]
}
