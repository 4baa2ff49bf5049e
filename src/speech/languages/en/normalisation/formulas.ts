import { spell } from './letters.ts'
import { cardinal } from './number-words.ts'

/** Symbols of the elements that ordinary formulas are made of; noble gases and short-lived elements hardly form any. */
const SYMBOLS =
  'Li|Be|Na|Mg|Al|Si|Cl|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Rb|Sr|Zr|Nb|Mo|Ag|Cd|In|Sn|Sb|Te|Cs|Ba|La|Ce|Pt|Au|Hg|Pb|Bi|[HBCNOFPSKVYIWU]'
const FORMULA = new RegExp(
  `(?<![\\p{L}\\d'’.-])(?=[A-Z\\d]{0,20}[A-Z][a-z])(?:(?:${SYMBOLS})\\d{0,2}){2,10}(?![\\p{L}\\d'’])`,
  'gu',
)
/** A symbol twice in a row makes a name ("CoCo"), "PCs" are many, and some formulas are better known as other things. */
const NO_FORMULA = /([A-Z][a-z]?)\1|^[A-Z]{2,}s$|^(?:NaN|CoV)$/

/** "Ca2+", "NH4+", "Cl-", "OH-": ions with their charge; "B-" and "A+" are marks. */
const ION =
  /(?<![\p{L}\d'’.-])(?:(Na|Ca|Mg|Fe|Cu|Zn|Al|Li|Ag|Pb|NH4|H3O)(\d?)\+|(Cl|OH|HCO3|NO[23]|Br|HSO4)[-−])(?![\p{L}\d+-])/gu

/** Formulas of chemistry, letter by letter: "NaCl" → N A C L, "CaCO3" → C A C O three. */
export function readFormulas(text: string): string {
  const ions = text.replace(ION, (_, metal?: string, charge = '', acid?: string) => {
    const parts = [named(metal ?? acid ?? ''), charge === '' ? '' : cardinal(charge)]
    return `${parts.filter((part) => part !== '').join(' ')} ${metal ? 'plus' : 'minus'}`
  })
  return ions.replace(FORMULA, (formula) => {
    if (NO_FORMULA.test(formula)) return formula
    return named(formula)
  })
}

/** "CO3" → C O three. */
function named(formula: string): string {
  const parts = formula.match(/\d+|[A-Z][a-z]?/g) ?? []
  return parts.map((part) => (/\d/.test(part) ? cardinal(part) : spell(part))).join(' ')
}
