function words(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/** Acronyms of three letters or fewer, and longer ones that do not look it, that are said as words. */
export const SAID_AS_WORDS = words([
  'AIDS ASUU COVID ECOMOG ECOWAS FIFA GIF JAMB LASU NAFDAC NASA NATO NECO NEPA NIMASA OPEC PIN RAM ROM SARS SIM',
  'TETFUND UEFA UNESCO UNICEF UNILAG VAT WAEC WASSCE YABATECH AFCON AMCON ASEAN BRICS CAN FUTA FUNAAB INTERPOL LASER',
  'LASTMA LASEMA LASG NAPTIP NASFAT NEMA NIPOST NITEL RADAR SWAT TED ZIP LAN WAN MEND NOUN SON PENCOM NAN NUPENG',
  'PENGASSAN COREN GIS NASS BAFTA NAFTA OSCE DAX EBITDA SaaS HALAL LASUTH',
])

/** Acronyms that look like words but are spelled. */
export const SPELLED = words(
  [
    'ABU AIT API ASAP ATM AU AUC BOI CAC CEO CIA CIO COO CSO DIY DOB DIG EU EIU ETA EVA FAAN FAQ FAO FIRS FOI FYI GDP GOC GUI IATA ICAO IAEA',
    'ICU ID IDP IED ILO IMO IOC IOM IOU IPO IQ ISI ISP IT ITF ITV IUD IVF LGA LLA MOU NGO NIN NEC NDA NIA NUC OAU OAP OIC OPD',
    'OTP PIA POS QA RSVP SAN SEO SSA UAE UBA UCH UHF UI UK UN UNDP US USA USB USSD UTME UV VIP WAT WHO WIFE TUC UAC UPU CAF EIA IEA',
    'AEDC EKEDC IKEDC KEDCO IBEDC AIG IGP MIA EPL EURO2 UCL HIV AI AR VR UX UAT ETF EFT IRA ISIL AFP AP CBE OBE MBE OON OFR GCON',
    'ADC AA AAC APGA2 SDP YPP PDP APC LP UPN NPN ANPP2 ACN CPC NNPP OBJ GEJ PMB GRA FCT FGN GMB IBB',
  ].map((line) => line.replace(/ (?:WIFE|EURO2|APGA2|ANPP2)/g, '')),
)

/** Acronyms that are partly spelled, or said unlike they are written. Single capitals are names of letters. */
export const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  OK: 'okay',
  INEC: 'I neck',
  IELTS: 'I elts',
  USAID: 'U S aid',
  UNAIDS: 'U N aids',
  JPEG: 'J peg',
  CDROM: 'C D rom',
  ICANN: 'I can',
  NAACP: 'N double A C P',
  AAA: 'triple A',
  IEEE: 'I triple E',
  XXL: 'double X L',
  WIFI: 'wi fi',
  LASG: 'Lagos State Government',
  FG: 'F G',
  AKA: 'also known as',
  TGIF: 'T G I F',
  YOLO: 'yolo',
  PHD: 'P H D',
  IOS: 'I O S',
}

/** Short words that people shout or that stand in headlines; as capitals in a quiet line they are still words. */
export const SHORT_WORDS = words([
  'A I AM AN AND ANY ARE AS AT BAD BE BIG BUT BUY BY CAR DAD DAY DID DO END FAR FOR FUN GET GO GOD GOT HAD HAS HE HER',
  'HIM HIS HOT HOW IF IN IS ITS JOB JOY KEY LAW LET MAN MAY ME MEN MOM MUM MY NEW NO NOT NOW OF OFF OIL OLD ON ONE OR OUR',
  'OUT OWN PAY PUT RED RUN SAD SAY SEE SEX SHE SIR SIX SO SON SUN TAX TEN THE TO TOO TOP TRY TWO UP USE WAR WAS WAY WE WET',
  'WHY WIN WOW YES YET YOU YOUR THAT THIS THEY THEM THEN WILL WITH HAVE FROM YEAH HEY OH AH HA',
])

/** Words in a shouted line, acronyms in any other. */
export const SHOUTED_WORDS = words([
  'IT',
  'US',
  'WHO',
  'ID',
  'ALL',
  'CAN',
  'AGE',
  'AIM',
  'ACT',
  'AID',
  'ARM',
  'ART',
  'ASK',
  'BAN',
  'BED',
  'BOY',
  'CUT',
  'DIE',
  'EAT',
  'FEW',
  'GAS',
  'GUN',
  'HIT',
  'LOT',
  'LOW',
  'MET',
  'NET',
  'SAW',
  'SET',
  'SIT',
  'TEA',
  'VIA',
  'YEN',
  'KIDS',
])
