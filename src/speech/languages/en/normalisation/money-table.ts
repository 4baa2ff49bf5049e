export interface Currency {
  readonly one: string
  readonly many: string
  readonly subOne: string
  readonly subMany: string
}

/** A kind of money: its unit and what a hundredth of it is called, of one and of many. */
export function currency(one: string, many: string, subOne: string, subMany: string): Currency {
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

const SHILLING = currency('shilling', 'shillings', 'cent', 'cents')
const FRANC = currency('franc', 'francs', 'centime', 'centimes')
const KRONE = currency('krone', 'kroner', 'ore', 'ore')
const KRONA = currency('krona', 'kronor', 'ore', 'ore')
const RAND = currency('rand', 'rand', 'cent', 'cents')
const WON = currency('won', 'won', 'jeon', 'jeon')
const ROUBLE = currency('rouble', 'roubles', 'kopeck', 'kopecks')
const LIRA = currency('lira', 'lira', 'kurus', 'kurus')
const SHEKEL = currency('shekel', 'shekels', 'agora', 'agorot')
const PESO = currency('peso', 'pesos', 'centavo', 'centavos')
const REAL = currency('real', 'reais', 'centavo', 'centavos')
const DIRHAM = currency('dirham', 'dirhams', 'fils', 'fils')
const RIYAL = currency('riyal', 'riyals', 'halala', 'halalas')
const YUAN = currency('yuan', 'yuan', 'fen', 'fen')
const RUPIAH = currency('rupiah', 'rupiah', 'sen', 'sen')
const TAKA = currency('taka', 'taka', 'paisa', 'paisa')
const BITCOIN = currency('bitcoin', 'bitcoins', 'bitcoin', 'bitcoins')

/** Signs and codes of money. "N" and "#" before a grouped amount are the naira of a keyboard without its sign. */
export const CURRENCIES: Readonly<Record<string, Currency>> = {
  '₦': NAIRA,
  N: NAIRA,
  '#': NAIRA,
  NGN: NAIRA,
  $: DOLLAR,
  USD: of('US', DOLLAR),
  US$: of('US', DOLLAR),
  'U.S.$': of('US', DOLLAR),
  Can$: of('Canadian', DOLLAR),
  Cdn$: of('Canadian', DOLLAR),
  Rp: RUPIAH,
  'Rp.': RUPIAH,
  Tk: TAKA,
  'Tk.': TAKA,
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
  'JP¥': YEN,
  'CN¥': YUAN,
  'RMB¥': YUAN,
  JPY: YEN,
  CNY: YUAN,
  '₹': RUPEE,
  INR: RUPEE,
  ETB: BIRR,
  Br: BIRR,
  'Br.': BIRR,
  '₨': RUPEE,
  Rs: RUPEE,
  'Rs.': RUPEE,
  Re: RUPEE,
  'Re.': RUPEE,
  PKR: of('Pakistani', RUPEE),
  LKR: of('Sri Lankan', RUPEE),
  ZAR: RAND,
  R: RAND,
  KES: of('Kenyan', SHILLING),
  KSh: of('Kenyan', SHILLING),
  KSH: of('Kenyan', SHILLING),
  Ksh: of('Kenyan', SHILLING),
  'Ksh.': of('Kenyan', SHILLING),
  USh: of('Ugandan', SHILLING),
  UGX: of('Ugandan', SHILLING),
  TSh: of('Tanzanian', SHILLING),
  TZS: of('Tanzanian', SHILLING),
  Sh: SHILLING,
  'Sh.': SHILLING,
  XOF: of('CFA', FRANC),
  XAF: of('CFA', FRANC),
  CFA: of('CFA', FRANC),
  FCFA: of('CFA', FRANC),
  CHF: of('Swiss', FRANC),
  RWF: of('Rwandan', FRANC),
  SEK: of('Swedish', KRONA),
  NOK: of('Norwegian', KRONE),
  DKK: of('Danish', KRONE),
  kr: KRONE,
  DM: currency('mark', 'marks', 'pfennig', 'pfennigs'),
  Kr: KRONE,
  '₤': POUND,
  ISK: of('Icelandic', KRONA),
  '₩': WON,
  KRW: of('Korean', WON),
  '₽': ROUBLE,
  RUB: ROUBLE,
  '₺': LIRA,
  TRY: of('Turkish', LIRA),
  '₪': SHEKEL,
  ILS: SHEKEL,
  '₱': PESO,
  MXN: of('Mexican', PESO),
  MX$: of('Mexican', PESO),
  R$: REAL,
  BRL: of('Brazilian', REAL),
  '₫': currency('dong', 'dong', 'xu', 'xu'),
  VND: currency('dong', 'dong', 'xu', 'xu'),
  '฿': currency('baht', 'baht', 'satang', 'satang'),
  THB: currency('baht', 'baht', 'satang', 'satang'),
  '₴': currency('hryvnia', 'hryvnias', 'kopeck', 'kopecks'),
  '₸': currency('tenge', 'tenge', 'tiyn', 'tiyn'),
  '৳': TAKA,
  '₲': currency('guarani', 'guaranis', 'centimo', 'centimos'),
  '₡': currency('colon', 'colones', 'centimo', 'centimos'),
  '₿': BITCOIN,
  BTC: BITCOIN,
  RM: currency('ringgit', 'ringgit', 'sen', 'sen'),
  MYR: currency('ringgit', 'ringgit', 'sen', 'sen'),
  IDR: of('Indonesian', RUPIAH),
  PLN: currency('zloty', 'zlotys', 'grosz', 'groszy'),
  zl: currency('zloty', 'zlotys', 'grosz', 'groszy'),
  HUF: currency('forint', 'forints', 'filler', 'fillers'),
  CZK: of('Czech', currency('koruna', 'korunas', 'haler', 'halers')),
  AED: of('UAE', DIRHAM),
  SAR: of('Saudi', RIYAL),
  QAR: of('Qatari', RIYAL),
  EGP: of('Egyptian', POUND),
  'E£': of('Egyptian', POUND),
  RMB: YUAN,
  AU$: of('Australian', DOLLAR),
  NZ$: of('New Zealand', DOLLAR),
  NZD: of('New Zealand', DOLLAR),
  CA$: of('Canadian', DOLLAR),
  HK$: of('Hong Kong', DOLLAR),
  HKD: of('Hong Kong', DOLLAR),
  S$: of('Singapore', DOLLAR),
  SGD: of('Singapore', DOLLAR),
  NT$: of('Taiwan', DOLLAR),
  Z$: of('Zimbabwe', DOLLAR),
  N$: of('Namibian', DOLLAR),
  J$: of('Jamaican', DOLLAR),
  ZMW: of('Zambian', currency('kwacha', 'kwacha', 'ngwee', 'ngwee')),
  MWK: of('Malawian', currency('kwacha', 'kwacha', 'tambala', 'tambala')),
  GMD: of('Gambian', currency('dalasi', 'dalasis', 'butut', 'bututs')),
}

export const SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  thousand: 'thousand',
  m: 'million',
  mn: 'million',
  mm: 'million',
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
  lakh: 'lakh',
  lakhs: 'lakh',
  crore: 'crore',
  crores: 'crore',
  'lakh crore': 'lakh crore',
}
