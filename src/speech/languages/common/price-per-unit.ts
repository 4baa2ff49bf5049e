const PER_UNIT =
  /(?<=(?:[₦$£€¥]|(?<!\p{L})(?:N|NGN|USD|ETB|Br)) ?\d[\d.,]{0,20})\/(kg|km|litres?|liters?|[lL]|day|month)(?!\p{L})/gu

/** A price for each of something, with the words for it in `each`: "₦1,000/kg" → ₦1,000 fún kìlógíráàmù kan. */
export function readPricePer(text: string, each: Readonly<Record<PricedUnit, string>>): string {
  return text.replace(
    PER_UNIT,
    (_, unit: string) => ` ${each[UNIT_OF[unit.charAt(0)] ?? unitOfK(unit)]}`,
  )
}

type PricedUnit = 'kg' | 'km' | 'litre' | 'day' | 'month'

const UNIT_OF: Readonly<Record<string, PricedUnit>> = {
  ...{ l: 'litre', L: 'litre', d: 'day', m: 'month' },
}

function unitOfK(unit: string): PricedUnit {
  return unit === 'km' ? 'km' : 'kg'
}
