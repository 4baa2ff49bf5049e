import type { LanguageCode } from '#shared/languages/languages.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.normalize('NFC').split(/\s+/))

const ENGLISH = `
    a an the this that these those it its he him his she her hers they them their theirs we us our ours you your yours i me my mine
    myself himself herself itself themselves ourselves yourself who whom whose which what when where why how there here
    is are was were be been being am 's 'm 're 've 'll 'd s t m re ve ll d do does did done doing have has had having will would shall
    should can could may might must ought need to of in on at by for from with into onto upon about over under between among through
    during before after above below up down out off again against per via as than like and or but so if because since while
    though although until unless whether also too very longer just only even still yet already ever now then such same own other another
    some any each every all both either more most much many few less least lot lots rather quite well get gets got getting
    let lets make makes made go goes going went gone come comes came put take takes took thing things one ones oh
    i'm i've i'll i'd he's she's it's that's there's what's who's we're we've we'll we'd they're they've they'll you're you've you'll
    you'd let's don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't won't wouldn't can't couldn't shouldn't mustn't
    across along around away back toward towards within mr mrs ms dr it'll who're`

/**
 * Words that have no counterpart of their own in another language, in small letters: articles, pronouns, particles, auxiliaries,
 * prepositions, conjunctions. Negations and numbers are not among them: other checks look at those.
 */
export const FUNCTION_WORDS: Readonly<Record<LanguageCode, ReadonlySet<string>>> = {
  en: words(ENGLISH),
  pcm: words(`${ENGLISH} tok pesin pipo top kind dan im own fo wia sha
    a an di de the dis dat this that dese dose those am im e he him his she her dem dia dier their them we us awa our una you yu your i
    me my mi mine wey wen wetin who which what when where why how hao dere der there here dey de don con kon kom come go fit wan
    na be bin is are was were been being am do did does have has had get gets got will would can could may might must to of in on at
    by for from with wit into inside ontop about over under between among through during before bifor after afta above up down
    out off again against as than pass like and or but so if because bikos bicos since while though although until unless
    whether also too very longer just only even sef still yet already ever now then den such same own oda other another some any each every evry
    all both either more most mosh much plenti many few less make mek let tin tins thing things one ones say sey o oo na'im im's self
    shey abi sha ooo patapata well take tek put give giv troway comot back join follow around away plus dat's mr mrs dr sir oga`),
  ha: words(`
    a na ta da ya ya yi yake yana tana suna sun su sai ne ce shi ita ni mu ku kai ke ki ka mun muna muke ina nake kana kake kina
    kuke kuna an ana ake aka za zai zata zan zaka zaki zamu zasu zaku wa wani wata wasu wannan wadannan waɗannan wancan wanda wadda
    wadanda waɗanda mai masu don domin dan saboda daga ga gare wajen cikin ciki kan akan bisa har zuwa tare kuma ko amma cewa idan
    in inda lokacin yadda kamar kuwa dai ma fa kuma sosai haka hakan haka nan nana can kowane kowa kowace dukan duk dukkan duka
    wurin gun tsakanin bayan kafin gaba baya sama kasa ƙasa shi'a nasa nata nasu namu naku sa tasa tata tasu tamu nawa tawa mana musu
    masa mata mini muku mani miki maka min yin kasance zama zaman zamanto kasancewa kawai kadai kaɗai ban sukan yakan kan inda me mene
    menene wane wace yaya nawa ne suka muka kuka kika ta yi ake ke take muke suke na'am to toh din ɗin dinnan nin an fi mafi kuma`),
  ig: words(`
    na n' n a o ọ e i ị m mụ gị gi ya ha anyị anyi unu nke ndị ndi onye ihe ahụ ahu a ka ga ga- na- bụ bu dị di nwere si site iji ji maka
    n'ihi ihi ma mana mgbe ebe otu otú etu dị dịka dika ruo rue tinyere kwa kwụ bụkwa bụrụ buru mere mee eme me ọzọ ozo ọbụla obula
    ọ bụla niile nile dum n'ime ime n'elu elu n'okpuru n'etiti etiti n'aka aka n'ebe n'oge oge tupu mgbe-ọbụla kemgbe banyere gbasara
    so soro nọ no nọrọ gaa ga-abụ na-abụ ana ana-
    ya' ahụ' ndia ndị-a nkea naanị nani sọọsọ ugbu ugbua ugbu-a were wee wepu bịa bia n'ala nwa-
    kedu kedụ gịnị gini olee ebee onwe onwe-ya onweya nwee enwe na-enwe ọtụtụ otutu ụfọdụ ufodu mkpa ga-eme na-eme
    mmadụ mmadu`),
  yo: words(`
    ní n ni ń ó o ò á a à è é e ẹ ẹ̀ ẹ́ mo mi èmi ìwọ rẹ ọ ẹ̀yin yín òun rẹ̀ un wọ́n wọn àwọn wa àwa tí ti tó to bí bá ba kí ki sí si sì láti
    fún pé pe àti pẹ̀lú pẹ̀lu nínú lórí lábẹ́ láàrin láàárín lẹ́yìn ṣáájú kan náà yìí yẹn wọ̀nyí wọ̀nyẹn èyí ìyẹn èyítí jẹ́ jẹ jé ṣe ṣé
    máa maa ma yóò yóo ó ń ti lè le gbọ́dọ̀ wà nílé nílùú ni' kó gbogbo púpọ̀ ju jù lọ wá wa bẹ́ẹ̀ gẹ́gẹ́ nígbà tàbí ṣùgbọ́n
    sùgbọ́n àmọ́ nítorí torí láàyè fi fí mú bí' báyìí báyìi báwo níbo kí' kíni kínni ta tani èwo mélòó ọ̀kan míràn mìíràn mìíràn tún sọ́dọ̀ lọ́wọ́
    lára sára ara di títí dé níbẹ̀ níbí ibẹ̀ ibi ohun nǹkan ẹni èèyàn-
    nípa kúrò láti' ọdọ̀ lé lórí' kankan lásán nìkan sáà ṣì rí yẹ kẹ̀ lọ́dọ̀ ń' jọ ara' wọn' ará lọ́ jáde fẹ́`),
  am: words(`
    እና ወይም ግን ነገር ነው ነበር ናቸው ነበሩ ነች ነኝ ነህ ነሽ ነን ናት ሆነ ሆኖ ሆነው ይሆናል የሆነ የሆኑ መሆን መሆኑን ሁሉ ሁሉም ሁሉንም እሱ እርሱ እሷ እርሷ እኔ እኛ አንተ አንቺ እናንተ እነሱ እነርሱ
    እርሱም እነርሱም እሱም ይህ ይህን ይህም ይህች ይህንን ያ ያን ያንን እነዚህ እነዚያ ይኸው የሚል የሚባል ላይ ውስጥ ወደ ከ በ ለ የ ስለ እንደ እስከ ጋር ድረስ በኋላ ኋላ በፊት ፊት ዘንድ አማካኝነት
    ምክንያት ጊዜ ወቅት ሲሆን ስለዚህ እንዲሁም እንዲሁ ደግሞ እንኳን ብቻ እጅግ በጣም አንድ ሌላ ሌሎች አለ አሉ ነበረ ያለ ያላቸው አላቸው አለው አላት አለኝ አለን እንዴት ምን ማን የት መቼ ለምን
    የእኔ የእሱ የእሷ የእኛ የእነርሱ የእርሱ እዚህ እዚያ በዚያ በዚህ ከዚህ ከዚያ ይልቅ ራሱ ራሳቸው ናቸውና ነውና ነበርና ማለት አይነት ዘንድ፥ ያስፈልጋል ዋና በላይ በታች መካከል ከሆነ እየሆነ ተብሎ ብሎ ብለው`),
}
