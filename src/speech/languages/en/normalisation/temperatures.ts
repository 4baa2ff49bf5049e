/** "180C/160C fan/gas 4", "200C (180C fan)", "180C/350F": the heat of an oven, by its kinds. */
const OVEN =
  /(?<![\p{L}\d.,#-])(\d{2,3}) ?°? ?([CF])(?=(?: fan)? ?[/(,] ?(?:\d{2,3} ?°? ?[CF](?!\p{L})|[Gg]as (?:mark )?\d|[Ff]an)| fan(?!\p{L}))/gu
const NEXT_OVEN = /(?<=°[CF](?: fan)? ?[/(,] ?(?:fan )?)(\d{2,3}) ?°? ?([CF])(?!\p{L})/gu
const STROKE = /(?<=°[CF](?: fan)?) ?\/ ?(?=\d{2,3} ?°[CF]|[Gg]as |fan )/gu
/** "gas 6": the number of a British cooker. */
const GAS =
  /(?<=°[CF](?: fan)? ?[,(]? ?)([Gg])as(?= \d(?!\d))|(?<=(?<!\p{L})(?:to|at) )([Gg])as(?= \d(?=$|[,;:)]|\.(?!\d)| (?:for|and|then|until)(?!\p{L})))/gmu
/** "31C", "1.5C", "-2C", "20-25C" */
const TEMPERATURE =
  /(?<![\p{L}\d.,/#]|\p{L}-)([-−]?)(\d{1,3}(?:\.\d{1,2})?)([CF])(?![\p{L}\d#+'’-])/gu
/** What stands before a number and a letter that are a name: a seat, a flat, a clause. */
const NAMED_BY_NUMBER =
  /(?<!\p{L})(?:flat|seats?|rows?|rooms?|sections?|class|form|grade|gate|unit|block|bus|route|figure|fig\.?|table|appendix|schedule|type|plot|house|no\.?|number|apartment|apt\.?|suite|stand|platform|level|zone|group|articles?|part|category|line|year|model|hepatitis|rule|note|chapter|annex|exhibit|bay|lot|pier|terminal|item|clauses?|regulations?|page|pages|size|cup|bra) (?:\d{1,3}[A-Z]?(?:,| and| or| to) )?$/iu
/** Words of the weather, the kitchen, the climate and the sick. */
const HEAT =
  /(?<!\p{L})(?:temperatures?|temp|degrees|weather|forecast|ovens?|heat\p{Ll}{0,5}|hot|hotter|hottest|cold|colder|coldest|cool(?:er|ed|ing|s)?|warm(?:er|est|ed|ing|s|th)?|highs?|lows?|sunny|sunshine|cloud(?:y|s)?|rain|snow|frost|freez\p{Ll}{1,5}|frozen|boil\p{Ll}{0,4}|melt\p{Ll}{0,4}|bake|baked|roast|simmer|climate|thermometers?|mercury|fever|harmattan|pre-?industrial|emissions|winds?|fridge|wash|overnight|chill|humid\p{Ll}{0,3}|global|Celsius)(?!\p{L})/iu
const FORECAST =
  /(?<!\p{L})(?:(?:will|to) (?:be|reach|hit)|reach(?:es|ed|ing)?|feels? like) (?:about |around |up to )?$/u
const BEFORE = 100
const AFTER = 60

/** Degrees that are written without their sign: "180C/160C fan/gas 4" → 180°C, 160°C fan, gas mark 4; "highs of 31C" → 31°C. "Flat 12C" stays. */
export function readTemperatures(text: string): string {
  return text
    .replace(OVEN, '$1°$2')
    .replace(NEXT_OVEN, '$1°$2')
    .replace(STROKE, ', ')
    .replace(GAS, '$1$2as mark')
    .replace(TEMPERATURE, (match: string, ...parts: (string | number)[]) => {
      const [minus = '', degrees, scale, offset, whole] = parts
      const start = Number(offset)
      const before = String(whole).slice(Math.max(0, start - BEFORE), start)
      const after = String(whole).slice(start + match.length, start + match.length + AFTER)
      const isNamed = NAMED_BY_NUMBER.test(before)
      const isHeat = FORECAST.test(before) || HEAT.test(`${before} ${after}`)
      return !isNamed && isHeat ? `${minus}${degrees}°${scale}` : match
    })
}
