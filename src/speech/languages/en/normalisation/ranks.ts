/** Parts of ranks as the forces write them: a first word that ranks the second. */
const FIRST: Readonly<Record<string, string>> = {
  ...{ Lt: 'Lieutenant', Maj: 'Major', Brig: 'Brigadier', Col: 'Colonel', Sgt: 'Sergeant' },
  ...{ Wg: 'Wing', Sqn: 'Squadron', Flt: 'Flight', Gp: 'Group', Air: 'Air', Surg: 'Surgeon' },
  ...{ Vice: 'Vice', Rear: 'Rear', Cpl: 'Corporal', Capt: 'Captain' },
}
const SECOND: Readonly<Record<string, string>> = {
  ...{ Gen: 'General', Col: 'Colonel', Cdr: 'Commander', Cmdr: 'Commander', Comdr: 'Commander' },
  ...{ Maj: 'Major', Ldr: 'Leader', Lt: 'Lieutenant', Capt: 'Captain', Cdre: 'Commodore' },
  ...{ Adm: 'Admiral', Sgt: 'Sergeant', General: 'General', Colonel: 'Colonel' },
}
const RANK = new RegExp(
  `(?<![\\p{L}'-])(${Object.keys(FIRST).join('|')})\\.?(-| )(${Object.keys(SECOND).join('|')})(\\.?)(?=,? [\\p{Lu}(])`,
  'gu',
)
/** Pairs that are ranks, of the army, the navy and the air force. */
const RANKS = new Set([
  ...['Lt Gen', 'Lt General', 'Lt Col', 'Lt Colonel', 'Lt Cdr', 'Lt Cmdr', 'Lt Comdr', 'Lt Capt'],
  ...['Maj Gen', 'Maj General', 'Brig Gen', 'Brig General', 'Col Gen', 'Sgt Maj', 'Wg Cdr'],
  ...['Sqn Ldr', 'Flt Lt', 'Flt Capt', 'Gp Capt', 'Air Cdre', 'Vice Adm', 'Rear Adm', 'Surg Cdr'],
])
/** "L/Cpl", "S/Sgt" */
const WITH_STROKE: Readonly<Record<string, string>> = {
  ...{ 'L/Cpl': 'Lance Corporal', 'S/Sgt': 'Staff Sergeant', 'M/Sgt': 'Master Sergeant' },
  ...{ 'T/Sgt': 'Technical Sergeant', 'F/Lt': 'Flight Lieutenant', 'F/O': 'Flying Officer' },
}
const STROKE = new RegExp(
  `(?<![\\p{L}\\d/])(${Object.keys(WITH_STROKE).join('|')})\\.?(?= \\p{Lu})`,
  'gu',
)

/** Ranks of two words before a name: "Lt-Gen. Musa" → Lieutenant General Musa, "Wg Cdr Ade" → Wing Commander Ade. */
export function readRanks(text: string): string {
  return text
    .replace(RANK, (match: string, ...parts: string[]) => {
      const [first = '', , second = ''] = parts
      if (!RANKS.has(`${first} ${second}`)) return match
      return `${FIRST[first]} ${SECOND[second]}`
    })
    .replace(STROKE, (_, rank: string) => WITH_STROKE[rank] ?? rank)
}
