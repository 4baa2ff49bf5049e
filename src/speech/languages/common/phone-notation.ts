const BRACKETED_AREA = /(?<![\p{L}\d])\((0\d{0,4})\)[ -]?(?=\d{3})/gu
const EITHER = /(?<!\d)(0\d{9,10}) ?\/ ?(?=0\d{9,10}(?!\d))/g

/** Telephone numbers without brackets around the area, and two of them with a break: "(0803) 123 4567" → 0803 123 4567. */
export function plainPhones(text: string): string {
  return text.replace(BRACKETED_AREA, '$1 ').replace(EITHER, '$1, ')
}

const SERVICE_CODE = /(?<![\p{L}\d*#])\*(\d{1,12}(?:\*\d{1,12}){0,8})#/gu

/** A reader of codes to dial, "*901*1#", with the names of the two signs. */
export function serviceCodeReader(
  star: string,
  hash: string,
): (text: string, digits: (group: string) => string) => string {
  return (text, digits) =>
    text.replace(SERVICE_CODE, (_, code: string) => {
      const groups = code.split('*').map((group) => `${star} ${digits(group)}`)
      return ` ${groups.join(', ')}, ${hash} `
    })
}
