import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cutAfter, sha256 } from './file-server.test-support.ts'
import type { PackProgress } from './install-pack.ts'
import { never, openSmallPack, packOf, type SmallPack, writeCatalog } from './packs.test-support.ts'

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')
const MODEL = Buffer.from(Array.from({ length: 256 * 8_000 }, (_, i) => i % 256))
const FILES = { 'model.int8.onnx': MODEL, 'tokens.txt': Buffer.from('ẹ 1\n') }

// Made with tar and bzip2: `export/` with both files and others, among them `../evil.txt`; with the model alone; and with
// a link by the name of the model.
const WHOLE = bytesOf(
  'QlpoOTFBWSZTWZ1c6rICvLT/////////////////////////////////////////////4Ag+AAAAAAAAAABJgAJgAC' +
    'YAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJMABMAATAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABJgAJgA' +
    'CYAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJMABMAATAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAATVVEG' +
    'lNTI9T2oyh5QYnqGnpoAMgmhpghpkZB6anqepphPUzUGA0R6gA0MgBo0A0DJoGmCMQBoGnqaNMBANNNNMgNMxR6Jok' +
    'wAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAANVxXJbjNhaj0+JMfAnfyETRuTbJbwwVg3rJy2VWEVCa3Mk' +
    'ImNPBkImUQiZohEyyETHWykImxEImzEImbIRM4QieEIRPCkInhiETOkImeIRPDkIniCETxJCJ4ohE2chE2ghE2khE8' +
    'WQiZ8hE8YQieNIRPHEIm1EInjyETQEIm1kImztBoSETbCETbSETbiETbyETcCETcSETciETcyETdCETdSETREImjIR' +
    'Nfu5CJvGi4Le8OMQibzgwZbbis2wVVouF0+lyB5MhE3vFAib1vmxb7kUETHIRMZo8fIwN9IRMGLIIRMXkswwYiETKx' +
    'snEQieCySETNEIm/EIm/kInAEInlSETyxCJ5chE4EhE8wQiZ3giETgyETzJCJh0mm4UhEySETzZCJ5whE86QiZzzxC' +
    'JtBCJpCETK4YhE8AQiaUhExefIRM+QiZ/TEImZIRPQEImTpyETaiET0JCJw5CJ6IhE4ghE4khE4ohE4shE9GQiaghE' +
    '9IQibG4whE1GhcaQiakhE5HD6YhE5PG1PA0ETXZ3VbDYyETkCETkSETkiETV2+coQiaohEwYsHKkImPv/AEImyZrNE' +
    'ImLlsOLCQiZmyOWsEhEwyETNsv1MhEx7Vs5IRMWCytWgiZjPM9IRMuypCJs0hExY1j+rkImYkInrJCJ62QieukInr5' +
    'CJ7CQiexkInspCJ7OQie0kInLyET2shE9tIRPbyETmJCJzMhE9xIRPcyET3UhE93IRPeSET3shE99IRPfyET4EhE5q' +
    'QifBkInwpCJzchE+HIRPiSET4shE+NIRPjyET5EhE+TIROckInypCJ8uQifMkInzZCJ86Qic7IROekInz5CJz8hE+h' +
    'IRPoyET6UhE+nIRPqSEToJCJ9WQidDIROikInRyETpJCJ0shE+tIRPryETppCJ08hE6iQifYkIn2ZCJ9qQifbkIn3J' +
    'CJ92QifekIn35CJ1MhE/BIRPwyET8UhE/HIRPySETqpCJ+WQiayQifmkInVyET88hE/RIROskIn6ZCJ1shE66QidfI' +
    'ROwkInYyETspCJ2chE/VIRP1yET9khE/bIRP3SET98hE/hIRO0kIn8ZCJ2shE/lIRO2kIn85CJ28hE/pIRO4kIncyE' +
    'T+shE/tIRP7yET/EhE/zIRP9SETupCJ/uQid3IRO8kImtkImukInNWvkImDl5CJrZCJh/5IRNZIRP+yETG2EhE5uQi' +
    'YbvZCJ3shE76Qif+kInfyET/5igrJMprJ8VpwABh1G/////////////////////////////////////////////8AP' +
    'vAAAAAAAAAAEmAAmAAJgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAEmAAmAAJgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAABNVVUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACTAATAAEwAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAA/4hEwAhEwEhEwIhEwMhEwQhEwUhEwYhEwchEwghEwkhEwohEwshEwwhEw0hEw4hEw8hExAhExE' +
    'hExIhExMhExQhExUhExYhExchExghExkhExohExshExwhEx0hEx4hEx8hEyAhEyEhEyIhEyMhEyQhEyUhEyYhEychE' +
    'yghEykhEyohEyshEywhEy0hEy4hEy8hEzAhEzEhEzIhEzMhEzQhEzUhEzYhEzchEzghEzkhEzohEzshEzwhEz0hEz4' +
    'hEz8hE0AhE0EhE0IhE0MhE0QhE0UhE0YhE0chE0ghE0khE0ohE0shE0whE00hE04hE08hE1AhE1EhE1IhE1MhE1QhE' +
    '1UhE1YhE1chE1ghE1khE1ohE1shE1whE10hE14hE18hE2AhE2EhE2IhE2MhE2QhE2UhE2YhE2chE2ghE2khE2ohE2s' +
    'hE2whE20hE24hE28hE3AhE/3cqCJudBE3SgibrQRN2oIm70ETeKCJvNBE3qgib3QRN8oIm+0ETfqCJv9BE4CgicDQR' +
    'OCoInB0EThKCJwtBE4agicPQROIoInE0ETiqCJxdBE4ygicbQROOoInH0ETkKCJyNBE5KgicnQROUoInK0ETlqCJy9' +
    'BE5igiczQROaoInN0ETnKCJztBE56gic/QROgoInQ0EToqCJ0dBE6SgidLQROmoInT0ETqKCJ1NBE6qgidXQROsoIn' +
    'W0ETrqCJ19BE7CgidjQROyoInZ0ETtKCJ2tBE7agidvQRO4oInc0ETuqCJ3dBE7ygid7QRO+oInf0ETwKCJ4NBE8Kg' +
    'ieHQRPEoIni0ETxqCJ49BE8igieTQRPKoInl0ETzKCJ5tBE86giefQRPQoIno0ET0qCJ6dBE9SgierQRPWoInr0ET2' +
    'KCJ7NBE9qgie3QRPcoInu0ET3qCJ79BE+CgifDQRPioInx0ET5KCJ8tBE+agifPQRPooIn00ET6qCJ9dBE+ygifbQR' +
    'PuoIn30ET8KCJ+NBE/KgifnQRP0oIn60ET9qCJ+9BE/igifzQRP6oIn90ET/KCJ/tBE4shE/4hE/8xQVkmU1lmsGQ1' +
    'AeHQ/////////////////////////////////////////////+AG/gAAAAAAAAEmAAmAAJgAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEmAAmAAJgAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABNVUhNGkZJ5GhkRhMAAAanoaEB' +
    'oMjQxoTEwABGGkYmEaBpoGjE0yGRkyMEwTIwIwmEwAEaaGmAQaaZGCYkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAPV4PgNZrDsngleViyPYkoZqwuEs1ZKsbHZSwrFigyUlDCrJyUMGLJQz6Sh7SShhspJQyElDKyUMzoElD' +
    'KyUMtJQ0GShoUlDQ5KGXkoZiShoklDRZKHtZKHtpKGjSUNHkoaRJQ0mSh7eShpUlDS5KGmSUNNkoadJQ0+ShpF1Ooy' +
    'UNSkoanJQ1SShqslDVpKGryUNYkoY2syUNakoa3JQ1yShrslDXpKG8cLmpKGasrarZvBLJWClnM5hyzclDVsfgsWih' +
    'g1zBJQ2PBsclDX7X7EkobJhyUMfjsznlk5KGNjSUMhJQ9zJQ91JQ93JQ95JQ97JQ99JQ2WSh7+Sh8CSh8GSh8KShs0' +
    'lDZ5KHw5KHxJKG0SUPiyUPjSUPjyUNpkobVJQ2uShmM5JQwaVJQ0uShtklDbZKG3SUPkSUNvkobhJQ3GSh8mShuUlD' +
    'c5KG6SUN1kobtJQ3eShvElDKW6bzJQ129xJQzO9SUN7kob5JQ4H097ze/yUOAkofKkofLkoZHgZKGd4OShnklDhJKG' +
    'JnZKGRyudkocLcRZGShhSUMtY75slDEsXhrLyUMhgtmtAw8KShl8xZGShj5KHDyUMnYeDh3pY1XzpKGCFDiZKHFSUO' +
    'LkocZJQ+fJQ+hJQ42Sh9GSh9KSh9OSh9SSh9WShx0lD60lDj5KH15KH2JKH2ZKH2pKH25KHISUPuSUPuyUORkoclJQ' +
    '5OSh96ShyklD78lDlZKHLSUPwSUPwyUPxSUOXkocxJQ/HJQ/JJQ5mShzUlD8slDm5KHOSUPzSUPzyUOdkoc9JQ5+Sh' +
    '0ElDoZKH6JKHRSUOjkodJJQ6WSh00lD9MlDp5KHUSUP1SUP1yUOpkodVJQ6zrJKHkcxJQw5KHXSUP2SUP2yUOvkodh' +
    'JQ7GSh2UlD90lDs5KHaSUO1kodtJQ/fJQ7eSh3ElDuZKHdSUO7kod5JQ72Sh30lDv5KHgSUPBkoeFJQ8OSh/CSh/GS' +
    'h4klD+UlDxZKH85KH9JKH9ZKHjSUP7SUPHkob15ElDT5KHkyUPKkoeXJQ8yShv3myUPNkoedJQ/vJQ/xJQ/zJQ/1JQ' +
    '8+Sh/uSh6ElD/klD0ZKHJ3pSUMtJQ/7JQ/9JQxPTkocpJQ9SSh6slDESyz1pKHGyUPXkoeF/+Sh7BKHsi7kinChIN8' +
    'qpf4A=',
)
const LACKING = bytesOf(
  'QlpoOTFBWSZTWY28EKECvH1/////////////////////////////////////////////4Af+AAAAAAAAAAEmAAmAAJ' +
    'gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEmAAmAA' +
    'JgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABNVVE0' +
    'agaDIZEwI0yYCY0mT0mACMTBMABMBMANDUYAEaMEMAI00xMEwAAATRiNBk0xGJkwIwJgACTAATAAEwAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAyejWCwMB8xCJkMllFpWJxeHYL3MAhEyqgiYiyugiYdBEyygiYugiYWW0ETKaCJl1B' +
    'Ey+giZhQRMZQRMbQRMxoImZUETM6CJjqCJj6CJmlBEzWgifQoImbUETN6CJnFBEzmgiZ1QRM7oIn0aCJ9KgiZ5QRPp' +
    '0ETPaCJnWfUET6lBEz+giaBQRNBoImhUETQ6CJolBE0WgifVoImjUETR6CJpFBEyFBE3rTdKIROAzDQzG4FMhruIWR' +
    'IRMKgiaXp32KCJgkImHiLTSETBIRMLT8o08hEwMUQiZZhEImWkImoEImokImpEImpkImqEImqkImrEImrkIn2SET7R' +
    'CJrBCJrJCJrRCJ9shE1shE1whEzHXSETNyETXiETXyET7hCJsBCJsJCJsRCJsZCJshCJspCJsxCJs5CJtBCJtJCJtR' +
    'CJtZCJthCJ90hE20hE24hE28hE3AhEx24kImg7kQibmQifeIRMlutBEyO7EIm7kIm8EIm8kImFvRCJvZCJit8IRNSI' +
    'RNRyvfSETDyWDlOCQib9v2KIRMEhExm/kImIye/0ETDydBEx+PIRMSQiffIRMTjPwEImLIROBIROCIRODIROEIROFI' +
    'ROGIROHIROIIROJIROKIROLIROMIRPwkIn4iETjSET8ZCJ+QhE44hE48hE5AhE5EhE5IhE/KQifmIRPzkInJkInKEI' +
    'nKkInLEInLkInMEInMkInNEInNkInOEIn6CET9JCJzpCJ+ohE54hE/WQic+QidAQidCQifsIROiIROjIROkIROlIRO' +
    'mIRP2kInTkInUEInUkInVEInVkInWEInWkInXEInXkInYEInYkInZEInZkInaEInakInbEInbkIncEInckIndEIndk' +
    'IneEInekIn7iETviET95CJ/AhE78hE8AhE8EhE/iQifyIRPCIRP5kIn9CET+pCJ/YhE8MhE8QhE/uQieKQif4IRPGI' +
    'RPHIRPIIRP8kIn+iETySETyiETyyET/ZCJ5hCJ5pCJ/whE84hE88hE9AhE9EhE9IhE9MhE/6Qif+IRPUIRPVIRPWIR' +
    'PXIRPYIRPZIRP/kIntEIntkInKe4Qie2Qie6Qie8Qie+QifAQifCQifEQifGQifIQifKQifMQifOYoKyTKayIAwrWA' +
    'KTEP/////////////////////////////////////////////AD7wAAAAAAAAABJgAJgACYAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAJMABMAATAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABJgAJgACYAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAJMABMAATAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAATVVVAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAkwAEwABMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP+IRMAIRMBIRMCIRMDIRMEI' +
    'RMFIRMGIRMHIRMIIRMJIRMKIRMLIRMMIRMNIRMOIRMPIRMQIRMRIRMSIRMTIRMUIRMVIRMWIRMXIRMYIRMZIRMaIRM' +
    'bIRMcIRMdIRMeIRMfIRMgIRMhIRMiIRMjIRMkIRMlIRMmIRMnIRMoIRMpIRMqIRMrIRMsIRMtIRMuIRO7zCgiZjQRM' +
    'yoImZ0ETNKCJmtBEzagiZvQRM4oImc0ETOqCJndBEzygiZ7QRM+oImf0ETQKCJoNBE0KgiaHQRNEoImi0ETRqCJo9B' +
    'E0igiaTQRNKoIml0ETTKCJptBE06giafQRNQoImo0ETUqCJqdBE1SgiarQRNWoImr0ETWKCJrNBE1qgia3QRNcoImu' +
    '0ETXqCJr9BE2CgibDQRNioImx0ETZKCJstBE2agibPQRNooIm00ETaqCJtdBE2ygibbQRNuoIm30ETcKCJuNBE3Kgi' +
    'bnQRN0oIm60ETdqCJu9BE3igibzQRN6oIm90ETfKCJvtBE36gib/QROAoInA0ETgqCJwdBE4SgicLQROGoInD0ETiK' +
    'CJxNBE4qgicXQROMoInG0ETjqCJx9BE5CgicjQROSoInJ0ETlKCJytBE5agicvQROYoInM0ETmqCJzdBE5ygic7QRO' +
    'eoInP0EToKCJ0NBE6KgidHQROkoInS0ETpqCJ09BE6igidTQROqoInV0ETrKCJ1tBE66gidfQROwoInY0ETsqCJ2dB' +
    'E7SgidrQRO2oInb0ETuKCJ3NBE7qgid3QROLIRO8IRO9IRO+IRO/IRPAIRPBIRPCIRPDIRPEIRPFIRPGIRPHIRPIIR' +
    'PJIRPKIRPLIRPMIRPNIRPOIRPPIRPQIRPRIRPSIRPTIRPUIRPVIRPWIRPXIRPYIRPZIRPaIRPbIRPcIRPdIRPeIRPf' +
    'IRPgIRPhIRPiIRPjIRPkIRPlIRPmIRPnIRPoIRPpIRPqIRPrIRPsIRPtIRPuIRPvIRPwIRPxIRPyIRPzIRP0IRP1IR' +
    'P2IRP3IRP4IRP5IRP6IRP7IRP8IRP9IRP+IRP/MUFZJlNZrTOcTwFmAX//////////////////////////////////' +
    '///////////gBp4AAAAAAAAJMABMAATAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABJgAJgACYAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAJMABMAATAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABJgAJgACYAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAACaqqoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEmAAmAAJgAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAB/UV/2AwrAFKGAVQMCUoYGpQwRShgqlDBlKGDqUMIUoYSpQwpShhalDDFKGGqUM' +
    'OUoYepQxBShiKlDElKGJqUMUUoYqpQxZShi6lDGFKGMqUMaUoY2pQxxShjqlDHlKGPqUMgUoZCpQyJShkGRqUMkUoZ' +
    'KpQyZShk6lDKFKGUqUMqUoZWpQyxShlqlDLlKGXqUMwUoZipQzJShmalDNFKGaqUM2UoZupQzhShnKlDOlKGdqUM8U' +
    'oZ6pQz5Shn6lDQFKGgqUNCUoaGpQ0RShoqlDRlKGjqUNIUoaSpQ0pShpalDTFKGmqUNOUoaepQ1BShqKlDUlKGpqUN' +
    'UUoaqpQ1ZShq6lDWFKGsqUNaUoa2pQ1xShrqlDXlKGvqUNgUobCpQ2JShsalDZFKGyqUNmUobOpQ2hShtKlDalKG1q' +
    'UNsUobapQ25Sht6lDcFKG4qUNyUobmpQ3RShuqlDdlKG7qUN4UobypQ3pShvalDfFKG+qUN+Uob+pQ4BShwKlDglKH' +
    'BqUOEUocKpQ4ZShw6lDiFKHEqUOKUocWpQ4xShxqlDjlKHHqUOQUocipQ5JShyalDlFKHKqUOWUocupQ5hShzKlDml' +
    'KHNqUOcUoc6pQ55Shz6lDoFKHQqUOiUodGpQ6RSh0qlDplKHTqUOoUodSpQ6pSh1alDrFKHWqUOuUodepQ7BSh2KlD' +
    'slKHZqUO0UodqpQ7ZSh26lDuFKHcqUO6Uod2pQ7xShzHeyUO+kod/JQ8CSh4MlDwpKHhyUPEkoeLJQ8aSh48lDyJKH' +
    'kyUPKkoeXJQ8ySh5slDzpKHnyUPQkoejJQ9KSh6clD1JKHqyUPWkoevJQ9iSh7MlD2pKHtyUPckoe7JQ96Sh78lD4J' +
    'KHwyUPikofHJQ+SSh8slD5pKHzyUPokofTJQ+qSh9clD7JKH2yUPukoffJQ/CSh+MlD8pKH5yUP0kofrJQ/aSh+8lD' +
    '+JKH8yUP6koevFf3JQ/uSh/klD/ZKH/SUP/F3JFOFCQu8/1kQ=',
)
const LINK = bytesOf(
  'QlpoOTFBWSZTWbXEygQAAJB/icmQABBAAf3AABCCAG4v3sAAMCAACAggAJKGqNHpNNGgAAA0eoBJJPUj0mmjT1B6h6' +
    'gBoNMffrjcnSAsyJIRLX5NhaD3KwyiEMBKB8btPCero27MCiMCKUqEO+do1X0rgNeV74j2wBjB0+8G66fbJaSEdGcc' +
    'DApoMLCkeDMuQTwYpZ+ElIZ7jKYkH8XckU4UJC1xMoEA',
)

async function openArchivePack(
  archive: Buffer,
  change: { readonly root?: string; readonly files?: typeof FILES } = {},
): Promise<SmallPack> {
  const pack = await openSmallPack()
  pack.server.files.set('/a.tar.bz2', archive)
  const source = {
    url: `${pack.server.url}/a.tar.bz2`,
    bytes: archive.length,
    sha256: sha256(archive),
  }
  const { root = 'export', files = FILES } = change
  writeCatalog(pack.catalog, [packOf({ base: null, files, archive: { ...source, root } })])
  await pack.store.accept('small', 'Apache-2.0')
  return pack
}
const install = (pack: SmallPack, told: PackProgress[] = []): Promise<void> =>
  pack.store.install('small', (progress) => told.push(progress), never)

test('of an archive that was downloaded and compared, the files of the pack are unpacked, and nothing else', async () => {
  const pack = await openArchivePack(WHOLE)
  pack.server.next.push(cutAfter(pack.at('arriving/archive.part'), 200))
  const told: PackProgress[] = []
  await install(pack, told)
  const { folder } = await pack.store.folderOf('small')
  for (const [name, bytes] of Object.entries(FILES))
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true)
  expect(pack.server.asked.map(({ range }) => range)).toEqual(['', 'bytes=200-'])
  expect(existsSync(pack.at('arriving'))).toBe(false)
  expect(existsSync(join(pack.home, 'packs/evil.txt'))).toBe(false)
  const phases = new Set(told.map(({ phase }) => phase))
  expect([...phases]).toEqual(['downloading', 'checking', 'unpacking'])
})

test.each([
  ['lacks a file', LACKING, {}, /lacks export\/tokens\.txt/],
  ['has its files elsewhere', WHOLE, { root: 'other' }, /lacks other\/model/],
  ['holds a link', LINK, {}, /not a plain file/],
  [
    'holds more than the catalog says',
    WHOLE,
    { files: { ...FILES, 'model.int8.onnx': Buffer.from('x') } },
    /larger in it than it may be/,
  ],
  ['is no archive', Buffer.from('nothing of the kind'), {}, /archive of the pack cannot be used/],
  ['ends in the middle', WHOLE.subarray(0, -200), {}, /archive of the pack cannot be used/],
])(
  'an archive that %s is refused in words, and nothing is installed',
  async (_what, archive, change, words) => {
    const pack = await openArchivePack(archive, change)
    await expect(install(pack)).rejects.toMatchObject({
      code: 'pack/download',
      message: expect.stringMatching(words),
    })
    expect((await pack.store.find('small')).state).toBe('partial')
    await pack.store.discard('small')
    expect((await pack.store.find('small')).state).toBe('absent')
  },
)

test('a file of an archive that is not the one the catalog names is not installed', async () => {
  const pack = await openArchivePack(WHOLE, {
    files: { ...FILES, 'tokens.txt': Buffer.from('ẹ 2\n') },
  })
  await expect(install(pack)).rejects.toMatchObject({ code: 'pack/damaged' })
  expect((await pack.store.find('small')).state).toBe('partial')
})

test('unpacking can be stopped, and goes on later without another download', async () => {
  const pack = await openArchivePack(WHOLE)
  const stop = new AbortController()
  const stopped = pack.store.install(
    'small',
    ({ phase }) => phase === 'unpacking' && stop.abort(new Error('paused')),
    stop.signal,
  )
  await expect(stopped).rejects.toThrow('paused')
  expect((await pack.store.find('small')).state).toBe('partial')
  await install(pack)
  expect((await pack.store.find('small')).state).toBe('installed')
  expect(pack.server.asked).toHaveLength(1)
})
