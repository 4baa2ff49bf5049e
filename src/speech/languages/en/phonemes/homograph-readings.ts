/**
 * The readings that the tagger of homographs tells apart: those of WikipediaHomographData (Gorman et al. 2018), each with
 * its name there ("_" and what follows the word) and its phones in ARPAbet. N: a noun or an adjective, V: a verb in its
 * base form; n and v: the plural and the third person; -: neither pair. What is known of nouns and verbs in general then
 * helps with every word. The phones are those of the CMU dictionary where it has the reading, and of the data set where
 * it has not.
 */
const ROWS = `
abstract_adj-nou|N|AE1 B S T R AE2 K T
abstract_vrb|V|AH0 B S T R AE1 K T
abuse_nou|N|AH0 B Y UW1 S
abuse_vrb|V|AH0 B Y UW1 Z
abuses_nou|n|AH0 B Y UW1 S IH0 Z
abuses_vrb|v|AH0 B Y UW1 Z IH0 Z
addict_nou|N|AE1 D IH2 K T
addict_vrb|V|AH0 D IH1 K T
advocate_nou|N|AE1 D V AH0 K AH0 T
advocate_vrb|V|AE1 D V AH0 K EY2 T
affect_nou-psy|N|AE1 F EH2 K T
affect|V|AH0 F EH1 K T
affiliate_nou|N|AH0 F IH1 L IY0 AH0 T
affiliate_vrb|V|AH0 F IH1 L IY0 EY2 T
aged_adj|-|EY1 JH IH0 D
aged|-|EY1 JH D
aggregate_adj-nou|N|AE1 G R AH0 G AH0 T
aggregate_vrb|V|AE1 G R AH0 G EY2 T
alternate_adj-nou|N|AO1 L T ER0 N AH0 T
alternate_vrb|V|AO1 L T ER0 N EY2 T
analyses_nou|n|AH0 N AE1 L AH0 S IY2 Z
analyses_vrb|v|AE1 N AH0 L AY2 Z IH0 Z
animate_adj-nou|N|AE1 N AH0 M AH0 T
animate_vrb|V|AE1 N AH0 M EY2 T
appropriate_adj|N|AH0 P R OW1 P R IY0 AH0 T
appropriate_vrb|V|AH0 P R OW1 P R IY0 EY2 T
approximate_adj-nou|N|AH0 P R AA1 K S AH0 M AH0 T
approximate_vrb|V|AH0 P R AA1 K S AH0 M EY2 T
articulate_adj|N|AA0 R T IH1 K Y AH0 L AH0 T
articulate_vrb|V|AA0 R T IH1 K Y AH0 L EY2 T
associate_adj-nou|N|AH0 S OW1 S IY0 AH0 T
associate_vrb|V|AH0 S OW1 S IY0 EY2 T
attribute_nou|N|AE1 T R AH0 B Y UW2 T
attribute_vrb|V|AH0 T R IH1 B Y UW2 T
august_adj|-|AO0 G AH1 S T
august|-|AA1 G AH0 S T
august_nam|-|AW1 G UH2 S T
axes_nou|-|AE1 K S IY2 Z
axes_nou-vrb|-|AE1 K S IH0 Z
bass|-|B EY1 S
bass_corp|-|B AE1 S
blessed_adj|-|B L EH1 S IH0 D
blessed_vrb|-|B L EH1 S T
bologna_geo|-|B AH0 L OW1 N Y AH0
bologna|-|B AH0 L OW1 N IY0
bow_nou-knot|-|B OW1
bow_nou-ship|-|B AW1
buffet_nou|N|B AH0 F EY1
buffet_vrb|V|B AH1 F AH0 T
celtic_adj-nou-sports|-|S EH1 L T IH0 K
celtic|-|K EH1 L T IH0 K
close_adj-nou|N|K L OW1 S
close_vrb|V|K L OW1 Z
combine_nou|N|K AA1 M B AY0 N
combine_vrb|V|K AH0 M B AY1 N
compact_adj-nou|N|K AA1 M P AE0 K T
compact_vrb|V|K AH0 M P AE1 K T
compound_nou|N|K AA1 M P AW0 N D
compound_vrb|V|K AH0 M P AW1 N D
compress_nou|N|K AA1 M P R EH0 S
compress|V|K AH0 M P R EH1 S
conduct_nou|N|K AA1 N D AH0 K T
conduct_vrb|V|K AH0 N D AH1 K T
confines_nou|n|K AA1 N F AY2 N Z
confines_vrb|v|K AH0 N F AY1 N Z
conflict_nou|N|K AA1 N F L IH0 K T
conflict_vrb|V|K AH0 N F L IH1 K T
conglomerate_adj-nou|N|K AH0 N G L AA1 M ER0 AH0 T
conglomerate_vrb|V|K AH0 N G L AA1 M ER0 EY2 T
conjugate_adj-nou|N|K AA1 N JH AH0 G AH0 T
conjugate_vrb|V|K AA1 N JH AH0 G EY2 T
conscript_nou|N|K AA1 N S K R IH2 P T
conscript_vrb|V|K AH0 N S K R IH1 P T
console_nou|N|K AA1 N S OW0 L
console_vrb|V|K AH0 N S OW1 L
consort_nou|N|K AA1 N S AO2 R T
consort_vrb|V|K AH0 N S AO1 R T
construct_nou|N|K AA1 N S T R AH0 K T
construct_vrb|V|K AH0 N S T R AH1 K T
consummate_adj|N|K AA1 N S AH0 M AH0 T
consummate_vrb|V|K AA1 N S AH0 M EY2 T
content_adj-nou-vrb|-|K AH0 N T EH1 N T
content_nou|-|K AA1 N T EH0 N T
contest_nou|N|K AA1 N T EH0 S T
contest_vrb|V|K AH0 N T EH1 S T
contract_nou|N|K AA1 N T R AE2 K T
contract_vrb|V|K AH0 N T R AE1 K T
contrast_nou|N|K AA1 N T R AE0 S T
contrast_vrb|V|K AH0 N T R AE1 S T
converse_adj-nou|N|K AA1 N V ER0 S
converse_vrb|V|K AH0 N V ER1 S
convert_nou|N|K AA1 N V ER0 T
convert_vrb|V|K AH0 N V ER1 T
convict_nou|N|K AA1 N V IH0 K T
convict_vrb|V|K AH0 N V IH1 K T
coordinate_adj-nou|N|K OW0 AO1 R D AH0 N AH0 T
coordinate_vrb|V|K OW0 AO1 R D AH0 N EY2 T
correlate_nou|N|K AO1 R AH0 L AH0 T
correlate_nou-vrb|V|K AO1 R AH0 L EY2 T
decrease_nou|N|D IY1 K R IY2 S
decrease_vrb|V|D IH0 K R IY1 S
defect_nou|N|D IY1 F EH0 K T
defect_vrb|V|D IH0 F EH1 K T
degenerate_adj-nou|N|D IH0 JH EH1 N ER0 AH0 T
degenerate_vrb|V|D IH0 JH EH1 N ER0 EY2 T
delegate_nou|N|D EH1 L AH0 G AH0 T
delegate_vrb|V|D EH1 L AH0 G EY2 T
deliberate_adj|N|D IH0 L IH1 B ER0 AH0 T
deliberate_vrb|V|D IH0 L IH1 B ER0 EY2 T
desert_nou|N|D EH1 Z ER0 T
desert_vrb|V|D IH0 Z ER1 T
deviate_nou|N|D IY1 V IY0 AH0 T
deviate_vrb|V|D IY1 V IY0 EY2 T
diagnoses_nou|n|D AY2 AH0 G N OW1 S IY2 Z
diagnoses_vrb|v|D AY2 AH0 G N OW1 S IH0 Z
diffuse_adj|N|D IH0 F Y UW1 S
diffuse_vrb|V|D IH0 F Y UW1 Z
discard_nou|N|D IH1 S K AA2 R D
discard_vrb|V|D IH0 S K AA1 R D
discharge_nou|N|D IH1 S CH AA2 R JH
discharge_vrb|V|D IH0 S CH AA1 R JH
discount_nou|N|D IH1 S K AW0 N T
discount_vrb|V|D IH0 S K AW1 N T
document_nou|N|D AA1 K Y AH0 M AH0 N T
document_vrb|V|D AA1 K Y AH0 M EH2 N T
dove|-|D AH1 V
dove_vrb|-|D OW1 V
duplicate_adj-nou|N|D UW1 P L AH0 K AH0 T
duplicate_vrb|V|D UW1 P L AH0 K EY2 T
elaborate_adj|N|IH0 L AE1 B R AH0 T
elaborate_vrb|V|IH0 L AE1 B ER0 EY2 T
entrance_nou|N|EH1 N T R AH0 N S
entrance_vrb|V|EH0 N T R AE1 N S
escort_nou|N|EH1 S K AO0 R T
escort_vrb|V|EH0 S K AO1 R T
estimate_nou|N|EH1 S T AH0 M AH0 T
estimate_vrb|V|EH1 S T AH0 M EY2 T
excuse_nou|N|IH0 K S K Y UW1 S
excuse_vrb|V|IH0 K S K Y UW1 Z
expatriate_nou|N|EH0 K S P EY1 T R IY0 AH0 T
expatriate_vrb|V|EH0 K S P EY1 T R IY0 EY2 T
exploit_nou|N|EH1 K S P L OY2 T
exploit_vrb|V|EH2 K S P L OY1 T
export_nou|N|EH1 K S P AO0 R T
export_vrb|V|IH0 K S P AO1 R T
expose_nou|N|EH2 K S P OW0 Z EY1
expose_vrb|V|IH0 K S P OW1 Z
extract_nou|N|EH1 K S T R AE2 K T
extract_vrb|V|IH0 K S T R AE1 K T
fragment_nou|N|F R AE1 G M AH0 N T
fragment_vrb|V|F R AE2 G M EH1 N T
frequent_adj|N|F R IY1 K W AH0 N T
frequent_vrb|V|F R IY0 K W EH1 N T
graduate_adj-nou|N|G R AE1 JH AH0 W AH0 T
graduate_vrb|V|G R AE1 JH AH0 W EY2 T
house_nou|N|HH AW1 S
house_vrb|V|HH AW1 Z
impact_nou|N|IH1 M P AE0 K T
impact_vrb|V|IH2 M P AE1 K T
implant_nou|N|IH1 M P L AE2 N T
implant_vrb|V|IH2 M P L AE1 N T
implement_nou|N|IH1 M P L AH0 M AH0 N T
implement_vrb|V|IH1 M P L AH0 M EH2 N T
import_nou|N|IH1 M P AO2 R T
import_vrb|V|IH2 M P AO1 R T
incense_nou|N|IH1 N S EH2 N S
incense_vrb|V|IH2 N S EH1 N S
incline_nou|N|IH1 N K L AY2 N
incline_vrb|V|IH2 N K L AY1 N
increase_nou|N|IH1 N K R IY2 S
increase_vrb|V|IH2 N K R IY1 S
increment_nou|N|IH1 N K R AH0 M AH0 N T
increment_vrb|V|IH1 N K R AH0 M EH2 N T
initiate_nou|N|IH2 N IH1 SH IY0 AH0 T
initiate_vrb|V|IH2 N IH1 SH IY0 EY2 T
insert_nou|N|IH1 N S ER2 T
insert_vrb|V|IH2 N S ER1 T
instrument_nou|N|IH1 N S T R AH0 M AH0 N T
instrument_vrb|V|IH1 N S T R AH0 M EH2 N T
insult_nou|N|IH1 N S AH2 L T
insult_vrb|V|IH2 N S AH1 L T
interchange_nou|N|IH1 N T ER0 CH EY2 N JH
interchange_vrb|V|IH2 N T ER0 CH EY1 N JH
intimate_adj|N|IH1 N T AH0 M AH0 T
intimate_vrb|V|IH1 N T AH0 M EY2 T
intrigue_nou|N|IH1 N T R IY2 G
intrigue_nou-vrb|V|IH2 N T R IY1 G
invalid_adj|-|IH2 N V AE1 L AH0 D
invalid_nou|-|IH1 N V AH0 L AH0 D
invert_adj-nou|N|IH1 N V ER2 T
invert_vrb|V|IH2 N V ER1 T
invite_nou|N|IH1 N V AY2 T
invite_vrb|V|IH2 N V AY1 T
isolate_nou|N|AY1 S AH0 L AH0 T
isolate|V|AY1 S AH0 L EY2 T
jesus|-|JH IY1 Z AH0 S
jesus_es|-|HH EY2 S UW1 S
job_bible|-|JH OW1 B
job|-|JH AA1 B
laminate_nou|N|L AE1 M AH0 N AH0 T
laminate_vrb|V|L AE1 M AH0 N EY2 T
lead_nou|-|L EH1 D
lead_nou-vrb|-|L IY1 D
learned_adj|-|L ER1 N IH0 D
learned_vrb|-|L ER1 N D
live_adj|N|L AY1 V
live_vrb|V|L IH1 V
lives_nou|n|L AY1 V Z
lives_vrb|v|L IH1 V Z
mate_nou|-|M AA1 T EY2
mate|-|M EY1 T
minute_adj|-|M AY0 N UW1 T
minute|-|M IH1 N AH0 T
misuse_nou|N|M IH0 S Y UW1 S
misuse_vrb|V|M IH0 S Y UW1 Z
mobile|-|M OW1 B AH0 L
mobile_geo|-|M OW0 B IY1 L
mobile_nou-art|-|M OW1 B IY2 L
moderate_adj-nou|N|M AA1 D ER0 AH0 T
moderate_vrb|V|M AA1 D ER0 EY2 T
moped_nou|-|M OW1 P EH2 D
moped_vrb|-|M OW1 P T
mouth_nou|N|M AW1 TH
mouth_vrb|V|M AW1 DH
nestle_nam|-|N EH1 S L IY2
nestle_vrb|-|N EH1 S AH0 L
object_nou|N|AA1 B JH EH0 K T
object_vrb|V|AH0 B JH EH1 K T
ornament_nou|N|AO1 R N AH0 M AH0 N T
ornament_vrb|V|AO2 R N AH0 M EH1 N T
overthrow_nou|N|OW1 V ER0 TH R OW2
overthrow_vrb|V|OW2 V ER0 TH R OW1
pasty_adj|-|P EY1 S T IY0
pasty_nou|-|P AE1 S T IY0
perfect_adj|N|P ER1 F IH2 K T
perfect_vrb|V|P ER0 F EH1 K T
perfume_nou|N|P ER1 F Y UW2 M
perfume_vrb|V|P ER0 F Y UW1 M
permit_nou|N|P ER1 M IH2 T
permit_vrb|V|P ER0 M IH1 T
pervert_nou|N|P ER1 V ER0 T
pervert_vrb|V|P ER0 V ER1 T
pigment_nou|N|P IH1 G M AH0 N T
pigment_vrb|V|P IH0 G M EH1 N T
polish_geo|-|P OW1 L IH0 SH
polish|-|P AA1 L IH0 SH
postulate_nou|N|P AA1 S CH AH0 L AH0 T
postulate_vrb|V|P AA1 S CH AH0 L EY2 T
precipitate_adj-nou|N|P R IH0 S IH1 P IH0 T AH0 T
precipitate_vrb|V|P R IH0 S IH1 P IH0 T EY2 T
predicate_nou|N|P R EH1 D IH0 K AH0 T
predicate_vrb|V|P R EH1 D AH0 K EY2 T
present_adj-nou|N|P R EH1 Z AH0 N T
present_vrb|V|P R IH0 Z EH1 N T
produce_nou|N|P R OW1 D UW0 S
produce_vrb|V|P R AH0 D UW1 S
progress_nou|N|P R AA1 G R EH2 S
progress_vrb|V|P R AH0 G R EH1 S
project_nou|N|P R AA1 JH EH0 K T
project_vrb|V|P R AH0 JH EH1 K T
protest_nou|N|P R OW1 T EH2 S T
protest_vrb|V|P R AH0 T EH1 S T
ravel_nam|-|R AH0 V EH1 L
ravel_nou|-|R AE1 V AH0 L
reading_en|-|R IY1 D IH0 NG
reading_geo|-|R EH1 D IH0 NG
read_past|-|R EH1 D
read_present|-|R IY1 D
rebel_nou|N|R EH1 B AH0 L
rebel_vrb|V|R IH0 B EH1 L
record_nou|N|R EH1 K ER0 D
record_vrb|V|R IH0 K AO1 R D
recount_nou|N|R IY1 K AW2 N T
recount_vrb|V|R IH0 K AW1 N T
refund_nou|N|R IY1 F AH2 N D
refund_vrb|V|R IH0 F AH1 N D
refuse_nou|N|R EH1 F Y UW2 S
refuse_vrb|V|R IH0 F Y UW1 Z
reject_nou|N|R IY1 JH EH0 K T
reject_vrb|V|R IH0 JH EH1 K T
rerelease|N|R IY1 R IH0 L IY2 S
rerelease_vrb|V|R IY2 R IH0 L IY1 S
resume_nou|N|R EH1 Z AH0 M EY2
resume_vrb|V|R IH0 Z UW1 M
retard_nou|N|R IY1 T AA2 R D
retard_vrb|V|R IH0 T AA1 R D
rodeo_geo|-|R OW0 D EY1 OW0
rodeo|-|R OW1 D IY0 OW2
row_1|-|R OW1
row_2|-|R AW1
sake_jp|-|S AA1 K EY2
sake|-|S EY1 K
separate_adj|N|S EH1 P ER0 AH0 T
separate_vrb|V|S EH1 P ER0 EY2 T
sow_nou|N|S AW1
sow|V|S OW1
subject_adj-nou|N|S AH1 B JH IH0 K T
subject_vrb|V|S AH0 B JH EH1 K T
subordinate_adj-nou|N|S AH0 B AO1 R D AH0 N AH0 T
subordinate_vrb|V|S AH0 B AO1 R D AH0 N EY2 T
supplement_nou|N|S AH1 P L AH0 M AH0 N T
supplement_vrb|V|S AH1 P L AH0 M EH2 N T
suspect_adj-nou|N|S AH1 S P EH2 K T
suspect_vrb|V|S AH0 S P EH1 K T
syndicate_nou|N|S IH1 N D IH0 K AH0 T
syndicate_vrb|V|S IH1 N D AH0 K EY2 T
tear_nou|-|T IH1 R
tear_vrb|-|T EH1 R
transform_nou|N|T R AE1 N S F AO0 R M
transform|V|T R AE0 N S F AO1 R M
transplant_nou|N|T R AE1 N S P L AE2 N T
transplant_vrb|V|T R AE0 N S P L AE1 N T
transport_nou|N|T R AE1 N S P AO0 R T
transport_vrb|V|T R AE0 N S P AO1 R T
upset_nou|N|AH1 P S EH2 T
upset_vrb|V|AH0 P S EH1 T
uses_nou|n|Y UW1 S AH0 Z
uses_vrb|v|Y UW1 Z AH0 Z
use_nou|N|Y UW1 S
use_vrb|V|Y UW1 Z
wind_nou|N|W IH1 N D
wind_vrb|V|W AY1 N D
winds_nou|n|W IH1 N D Z
winds_vrb|v|W AY1 N D Z
wound_nou-vrb|-|W UW1 N D
wound_vrb|-|W AW1 N D
`

/** The pair that a reading belongs to; see above. */
export type ReadingKind = 'N' | 'V' | 'n' | 'v' | '-'

/** A way to read a homograph. */
export interface TaggedReading {
  /** Its name in the data set: "abstract_vrb". */
  readonly id: string
  readonly kind: ReadingKind
  readonly arpabet: string
}

/** The readings of each word that the tagger knows, at least two. */
export const TAGGED_READINGS: ReadonlyMap<string, readonly TaggedReading[]> = Map.groupBy(
  ROWS.trim().split('\n').map(parseRow),
  ({ id }) => id.replace(/_.*$/, ''),
)

function parseRow(row: string): TaggedReading {
  const [id, kind, arpabet] = row.split('|')
  if (!id || !isKind(kind) || !arpabet) throw new Error(`"${row}" is no whole row.`)
  return { id, kind, arpabet }
}

function isKind(kind: string | undefined): kind is ReadingKind {
  return kind !== undefined && /^[NVnv-]$/.test(kind)
}
