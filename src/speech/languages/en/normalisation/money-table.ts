export interface Currency {
  readonly one: string
  readonly many: string
  readonly subOne: string
  readonly subMany: string
}

function currency(one: string, many: string, subOne: string, subMany: string): Currency {
  return { one, many, subOne, subMany }
}

const NAIRA = currency('naira', 'naira', 'kobo', 'kobo')
const DOLLAR = currency('dollar', 'dollars', 'cent', 'cents')
const POUND = currency('pound', 'pounds', 'penny', 'pence')
const EURO = currency('euro', 'euros', 'cent', 'cents')
const CEDI = currency('cedi', 'cedis', 'pesewa', 'pesewas')
const YEN = currency('yen', 'yen', 'sen', 'sen')
const BIRR = currency('birr', 'birr', 'santim', 'santim')
const RUPEE = currency('rupee', 'rupees', 'paisa', 'paise')

function of(country: string, money: Currency): Currency {
  return { ...money, one: `${country} ${money.one}`, many: `${country} ${money.many}` }
}

/** Signs and codes of money. "N" and "#" before a grouped amount are the naira of a keyboard without its sign. */
export const CURRENCIES: Readonly<Record<string, Currency>> = {
  '₦': NAIRA,
  N: NAIRA,
  '#': NAIRA,
  NGN: NAIRA,
  $: DOLLAR,
  USD: of('US', DOLLAR),
  US$: of('US', DOLLAR),
  A$: of('Australian', DOLLAR),
  AUD: of('Australian', DOLLAR),
  C$: of('Canadian', DOLLAR),
  CAD: of('Canadian', DOLLAR),
  '£': POUND,
  GBP: of('British', POUND),
  '€': EURO,
  EUR: EURO,
  '₵': CEDI,
  'GH₵': of('Ghana', CEDI),
  'GH¢': of('Ghana', CEDI),
  GHS: of('Ghana', CEDI),
  '¥': YEN,
  JPY: YEN,
  CNY: currency('yuan', 'yuan', 'fen', 'fen'),
  '₹': RUPEE,
  INR: RUPEE,
  ETB: BIRR,
  Br: BIRR,
  'Br.': BIRR,
  ZAR: currency('rand', 'rand', 'cent', 'cents'),
  KES: of('Kenyan', currency('shilling', 'shillings', 'cent', 'cents')),
  KSh: of('Kenyan', currency('shilling', 'shillings', 'cent', 'cents')),
  XOF: of('CFA', currency('franc', 'francs', 'centime', 'centimes')),
}

export const SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  thousand: 'thousand',
  m: 'million',
  mn: 'million',
  mln: 'million',
  mil: 'million',
  million: 'million',
  b: 'billion',
  bn: 'billion',
  billion: 'billion',
  t: 'trillion',
  tn: 'trillion',
  trn: 'trillion',
  trillion: 'trillion',
}
