import { sentenceMayEnd } from './sentence-start.ts'

const POINTS: Readonly<Record<string, string>> = { N: 'North', S: 'South', E: 'East', W: 'West' }
const SIDES: Readonly<Record<string, string>> = {
  ...{ N: 'Northern', S: 'Southern', E: 'Eastern', W: 'Western' },
}
/** Lands whose parts are called northern and western, and not north and west. */
const PARTS =
  /^(?:Ireland|Rhodesia|Nigerian?|Europe|European|England|India|China(?! Sea)|France|Scotland|Ethiopia|Kenya|Ghana|Cameroon|Syria|Iraq|Iran|Ukraine|Russia|Spain|Italy|Brazil|Texas)(?!\p{L})/u
/** Countries, states and lands whose names begin with a point of the compass, or are told apart by one. */
const LANDS =
  'Anglia|Africa|African|Korea|Korean|America|American|Ireland|Sudan|Carolina|Dakota|Virginia|Wales|Yorkshire|Indies|Indian|Timor|Bank|Germany|German|London|Lancashire|Sussex|Midlands|Rhodesia|Vietnam|Yemen|Macedonia|Cyprus|Pakistan|Bengal|Ossetia|Moluccas|Sahara|Atlantic|Pacific|Pole|Sea|Island|Kivu|Asia|Asian|Europe|European|Australia|Australian|Nigeria|Nigerian|England|India|China|France|Scotland|Ethiopia|Kenya|Ghana|Cameroon|Syria|Iraq|Iran|Ukraine|Russia|Spain|Italy|Brazil|Texas|Philadelphia|Hollywood'
/** "S. Africa", "N Korea"; "E. Asia" and "W. African" as well. A letter before a name may be an initial, but no land is a surname. */
const LAND = new RegExp(
  `(?<![\\p{L}\\d.'’&/-]|\\p{Lu}\\. ?)([NSEW])\\.? (?=(?:${LANDS})(?!\\p{L}))`,
  'gu',
)
/** "SE Asia", "NW London", "NE Nigeria" */
const CORNER = new RegExp(
  `(?<![\\p{L}\\d.'’&/-])([NS])\\.?([EW])\\.? (?=(?:${LANDS}|Arkansas|Ohio|Oregon|Washington|Kansas|Lagos|Kano|Borno|Passage|Territory|Territories|Frontier)(?!\\p{L}))`,
  'gu',
)
/** "200 W. 57th", "14 E 3rd": a street by its number. */
const NUMBERED_STREET =
  /(?<=(?<![\p{L}\d.,])\d{1,5} )([NSEW])\.? (?=\d{1,3}(?:st|nd|rd|th)(?![\p{L}\d]))/gu
/** "Pt. Harcourt", "L. Chad", "R. Niger", "Lk. Victoria" */
const WATERS: readonly (readonly [pattern: RegExp, spoken: string])[] = [
  [
    /(?<!\p{L})Pt\.? (?=(?:Harcourt|Elizabeth|Moresby|Sudan|Said|Louis|Stanley)(?!\p{L}))/gu,
    'Port ',
  ],
  [
    /(?<!\p{L})(?:Lk?\.|Lk) (?=(?:Chad|Victoria|Tanganyika|Malawi|Volta|Turkana|Kariba|Kainji|Tana|Albert|Superior|Huron|Erie|Ontario|Michigan|Geneva|Titicaca|Baikal)(?!\p{L}))/gu,
    'Lake ',
  ],
  [
    /(?<!\p{L})R\. (?=(?:Niger|Benue|Nile|Congo|Volta|Thames|Severn|Trent|Tyne|Mersey|Zambezi|Senegal|Gambia|Ganges|Danube|Rhine|Seine|Tiber|Euphrates|Tigris|Jordan|Mississippi|Amazon)(?!\p{L}))/gu,
    'River ',
  ],
]

/** "Co. Cork", "Co. Durham": counties of Ireland, and one of England. */
const COUNTY =
  /(?<!\p{L}|& |and )Co\.? (?=(?:Durham|Antrim|Armagh|Cork|Kerry|Clare|Galway|Mayo|Sligo|Donegal|Down|Tyrone|Derry|Londonderry|Fermanagh|Cavan|Monaghan|Louth|Meath|Westmeath|Offaly|Laois|Kildare|Wicklow|Wexford|Waterford|Kilkenny|Carlow|Limerick|Tipperary|Leitrim|Longford|Roscommon|Dublin)(?!\p{L}))/gu
/** States as American papers shorten them behind a town (The Associated Press Stylebook): "Boston, Mass." */
const STATES: Readonly<Record<string, string>> = {
  ...{ Ala: 'Alabama', Ariz: 'Arizona', Ark: 'Arkansas', Calif: 'California', Colo: 'Colorado' },
  ...{ Conn: 'Connecticut', Del: 'Delaware', Fla: 'Florida', Ga: 'Georgia', Ill: 'Illinois' },
  ...{ Ind: 'Indiana', Kan: 'Kansas', Kans: 'Kansas', Ky: 'Kentucky', La: 'Louisiana' },
  ...{ Md: 'Maryland', Mass: 'Massachusetts', Mich: 'Michigan', Minn: 'Minnesota' },
  ...{ Miss: 'Mississippi', Mo: 'Missouri', Mont: 'Montana', Neb: 'Nebraska', Nebr: 'Nebraska' },
  ...{ Nev: 'Nevada', Okla: 'Oklahoma', Ore: 'Oregon', Pa: 'Pennsylvania', Penn: 'Pennsylvania' },
  ...{ Tenn: 'Tennessee', Tex: 'Texas', Va: 'Virginia', Vt: 'Vermont', Wash: 'Washington' },
  ...{ Wis: 'Wisconsin', Wyo: 'Wyoming', Ont: 'Ontario', Que: 'Quebec' },
}
const STATE = new RegExp(
  `(?<=\\p{Lu}\\p{L}{2,24}, )(${Object.keys(STATES).join('|')})\\.(?!\\p{L})`,
  'gu',
)

/** Points of the compass in names of lands, and short forms of waters: "S. Africa" → South Africa, "SE Asia" → Southeast Asia, "L. Chad" → Lake Chad. */
export function readRegions(text: string): string {
  const named = WATERS.reduce((rest, [pattern, spoken]) => rest.replace(pattern, spoken), text)
  return named
    .replace(COUNTY, 'County ')
    .replace(STATE, (match: string, state: string, offset: number, whole: string) => {
      const ends = sentenceMayEnd(whole, offset + match.length)
      return `${STATES[state]}${ends ? '.' : ''}`
    })
    .replace(CORNER, (_, first: string, second: string) => {
      return `${POINTS[first]}${POINTS[second]?.toLowerCase()} `
    })
    .replace(LAND, (match: string, point: string, offset: number, whole: string) => {
      const land = whole.slice(offset + match.length, offset + match.length + 12)
      const isSide = PARTS.test(land) || (point === 'W' && land.startsWith('Australia'))
      return `${isSide ? SIDES[point] : POINTS[point]} `
    })
    .replace(NUMBERED_STREET, (_, point: string) => `${POINTS[point]} `)
}
