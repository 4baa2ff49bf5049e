/** Hours and minutes with a point between them, as British newspapers write them (The Guardian style guide). */
const POINTED =
  /(?<![\p{L}\d.,:/$£€₦-])(0\d|1\d|2[0-3]|[1-9])\.([0-5]\d)(?![\p{L}\d%°]|[.,:/]\d|-\p{L}|, \d{3}(?!\d))/gu
/** What stands behind a time that needs no other sign: "at 10.30 tomorrow", "the 10.30 train". */
const TIME_BEHIND =
  /^ (?:in the (?:morning|afternoon|evening)|at night|tonight|tomorrow|sharp|(?:train|bus|flight|ferry|boat|service|news|bulletin|show|showing|kick-off|start|finish|appointment|alarm|deadline|curfew|session|performance|screening|Mass)(?!\p{L})|(?:GMT|BST|WAT|UTC|CET)(?!\p{L}))/u
const BEFORE_NAMED =
  /(?:^|[^\p{L}])(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Oo]ur|[Mm]y|[Tt]heir|[Bb]efore|[Aa]fter|[Aa]round) $/u
/** "the 3.15 at Ascot", "the 8.05 from Leeds" */
const THE = /(?:^|[^\p{L}])[Tt]he $/u
const RACE_OR_TRAIN = /^ (?:at|from|to) \p{Lu}\p{Ll}/u
const AT =
  /(?:^|[^\p{L}])(?:[Aa]t|[Uu]ntil|[Tt]ill|[Bb]y)(?: (?:about|around|exactly|precisely|just after|just before|shortly after|shortly before))? $/u
const FROM = /(?:^|[^\p{L}])(?:[Ff]rom|[Bb]etween) $/u
const TO_TIME = /^ (?:to|until|till|and) (?:0\d|1\d|2[0-3]|[1-9])\.[0-5]\d(?=([\s\S]*)$)/u
/** Behind "from 9:15 to", "at 9:15 and": the next time. */
const NEXT_TIME =
  /(?<=(?<![\p{L}\d.,:/])\d{1,2}:[0-5]\d(?:,| and| or| to| until| till|,? and) )(0\d|1\d|2[0-3]|[1-9])\.([0-5]\d)(?![\p{L}\d%°]|[.,:/-]\d| ?%)/gu
/** "open 9 to 5.30", "works from 9.15 to 5": hours of work, of which one may be whole. */
const HOURS =
  /(?<=(?:^|[^\p{L}])(?:open|opens|opened|works?|worked|working|on duty|office hours|opening hours|visiting hours|shift|weekdays|daily)(?:,|:)?(?: is| are| was)?(?: from)? )(0\d|1\d|2[0-3]|[1-9])(?:\.([0-5][05]))?( (?:to|till|until) )(0\d|1\d|2[0-3]|[1-9])(?:\.([0-5][05]))?(?![\p{L}\d%°]|[.,:/]\d|-\p{L}| ?%)/gimu
/** The phrase ends, or goes on with no word that could be counted. */
const ENDS =
  /^(?:$|[\n,;:)!?"'—–]|\.(?:["')\s]|$)| [-–—(]| (?:and|or|but|on|in|for|from|with|when|while|where|as|at|after|before|because|every|each|daily|today|yesterday|this|that|last|next|local|prompt|until|till|if|so|then|he|she|it|we|they|you|I|the|a|an|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)(?!\p{L}))/u
/** What is measured or counted: a rate, a price, a mark. */
const FIGURES =
  /%|[$£€₦]|(?<!\p{L})(?:per ?cent|percent|percentage|inflation|unemployment|rates?|prices?|priced|costs?|shares?|stocks?|naira|pounds?|dollars?|euros?|cedis?|yen|sterling|kobo|pence|cents?|index|ratio|points?|trad(?:e|es|ed|ing)|yields?|bonds?|crude|barrel|currency|exchange|NYSE|FTSE|NGX|Nasdaq|odds|C?GPA|pH|magnitude|Richter|version|chapter|verses?|section|table|figure|average|mean|median|ratings?|values?|valued|estimated|stood|stands?|pegged|quoted|fell|fallen|falls?|rose|risen|rises?|dropp?(?:ed|s)?|gained|grew|grown|increas\p{Ll}{1,4}|decreas\p{Ll}{1,4}|declin\p{Ll}{1,4}|rang(?:e|es|ed|ing)|var(?:y|ies|ied)|met(?:re|er)s?|kilomet(?:re|er)s?|litres?|seconds?|minutes|degrees|tested|samples?|doses?|concentrations?|scale|level|levels|million|billion)(?!\p{L})/iu
/** What happens at a time of day. */
const EVENT =
  /(?<!\p{L})(?:start(?:s|ed|ing)?|beg[aiu]n(?:s|ning)?|open(?:s|ed|ing)?|kicks? off|kicked off|kick-off|leav(?:e|es|ing)|left|depart(?:s|ed|ing|ure)?|arriv(?:e|es|ed|ing|al)|land(?:s|ed|ing)?|takes? off|took off|meet(?:s|ing|ings)?|met|doors?|due|scheduled|resum(?:e|es|ed|ing)|finish(?:es|ed|ing)?|end(?:s|ed|ing)?|clos(?:e|es|ed|ing)|adjourn(?:s|ed)?|broadcasts?|air(?:s|ed)?|repeated|programmes?|bulletins?|news|mass|trains?|bus|buses|flights?|ferry|lectures?|class|classes|lessons?|match|matches|game|interviews?|appointments?|woke|wakes?|get up|got up|bed|breakfast|lunch|dinner|supper|morning|afternoon|evening|tonight|today|tomorrow|yesterday|noon|midnight|daily|weekdays?|weekends?|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|arrested|found|died|killed|happened|occurred|crash(?:es|ed)?|called|rang|shops?|church|school|office)(?!\p{L})/u
const IS_QUARTER = /^(?:00|15|30|45)$/
/** Earlier hours are numbers as often, where nothing else speaks of a time. */
const FIRST_SURE_HOUR = 5
/** Characters that are looked at on either side. */
const BEFORE = 120
const AFTER = 80

/** "at 10.30 and", "from 9.15 to 10.45", "the 10.30 train" with a colon for the point; "inflation stood at 10.30" stays a number. */
export function readPointedTimes(text: string): string {
  return text
    .replace(POINTED, (match: string, ...parts: (string | number)[]) => {
      const [hour = '', minute = '', offset, whole] = parts
      const start = Number(offset)
      const before = String(whole).slice(Math.max(0, start - BEFORE), start)
      const after = String(whole).slice(start + match.length, start + match.length + AFTER)
      return isTime(String(hour), String(minute), before, after) ? `${hour}:${minute}` : match
    })
    .replace(HOURS, (match: string, ...parts: (string | number | undefined)[]) => {
      const [from, fromMinute, to, until, untilMinute, offset, whole] = parts
      const [start, end] = [Number(offset), Number(offset) + match.length]
      const before = String(whole).slice(Math.max(0, start - BEFORE), start)
      const after = String(whole).slice(end, end + AFTER)
      if (fromMinute === undefined && untilMinute === undefined) return match
      if (!ENDS.test(after) || FIGURES.test(sentenceOf(before, after))) return match
      const time = (hour: unknown, minute: unknown): string =>
        minute === undefined ? `${hour}` : `${hour}:${minute}`
      return `${time(from, fromMinute)}${to}${time(until, untilMinute)}`
    })
    .replace(NEXT_TIME, (match: string, ...parts: (string | number)[]) => {
      const [hour, minute, offset, whole] = parts
      const end = Number(offset) + match.length
      return ENDS.test(String(whole).slice(end, end + AFTER)) ? `${hour}:${minute}` : match
    })
}

function isTime(hour: string, minute: string, before: string, after: string): boolean {
  const isAt = AT.test(before)
  if ((isAt || BEFORE_NAMED.test(before)) && TIME_BEHIND.test(after)) return true
  const span = FROM.test(before) ? TO_TIME.exec(after) : null
  const isNamed = THE.test(before) && RACE_OR_TRAIN.test(after)
  if (!isNamed && !(isAt && ENDS.test(after)) && !(span && ENDS.test(span[1] ?? ''))) return false
  const sentence = sentenceOf(before, after)
  if (FIGURES.test(sentence)) return false
  if (isNamed) return true
  if (!EVENT.test(sentence)) return IS_QUARTER.test(minute) && Number(hour) >= FIRST_SURE_HOUR
  return /[05]$/.test(minute) || /^(?:0\d|1[3-9]|2\d)$/.test(hour)
}

/** What of the sentence stands before and behind the figures. */
function sentenceOf(before: string, after: string): string {
  return `${before.replace(/^[\s\S]*(?:[.!?]\s|\n)/, '')} ${after.replace(/(?:[.!?]\s|\n)[\s\S]*$/, '')}`
}
