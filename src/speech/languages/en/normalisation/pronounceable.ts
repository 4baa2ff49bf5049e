const ONSETS = new Set(
  [
    'bl br ch chr cl cr dr dw fl fr gb gh gl gn gr gw kh kl kn kp kr kw mb nd ng ngw ny ph pl pr qu rh sc sch',
    'scr sh shr sk sl sm sn sp spl spr sq st str sw th thr tr ts tw vl wh wr zh',
  ].flatMap((line) => line.split(' ')),
)
const CODAS = new Set(
  [
    'ch ck ct cs ds ff ft gh ght gs ks ld lf lk ll lls lm lp ls lt lth mb mp mps ms nc nce nch nd nds ng ngs nk nks nns',
    'ns nt nth nts ph ps pt rb rc rch rd rds rf rg rk rks rl rld rm rms rn rns rp rs rst rt rth rts sh sk sm sp ss st sts tch th',
    'ths ts tt wd wl wn ws wth xt ys zz bs rr nn mm gg bb dd pp cc lv rv hn',
  ].flatMap((line) => line.split(' ')),
)

/** Three consonants or more between vowels. */
const INSIDE = /(?<=[aeiouy])[^aeiouy]{3,}(?=[aeiouy])/g

/** Whether a syllable may end and the next one begin inside these consonants: "ns" and "tr". */
function isJoin(cluster: string): boolean {
  return [...cluster].some((_, at) => {
    const [end, beginning] = [cluster.slice(0, at), cluster.slice(at)]
    return (end.length < 2 || CODAS.has(end)) && (beginning.length < 2 || ONSETS.has(beginning))
  })
}

/** Whether an English reader would try to say these letters as a word. A guess from how English syllables begin and end. */
export function isPronounceable(letters: string): boolean {
  const word = letters.toLowerCase()
  if (!/[aeiouy]/.test(word) || /[aeiou]{4}|[^aeiouy]{5}|q(?!u)/.test(word)) return false
  const onset = /^[^aeiouy]*/.exec(word)?.[0] ?? ''
  const coda = /[^aeiouy]*$/.exec(word)?.[0] ?? ''
  if ([...word.matchAll(INSIDE)].some(([cluster]) => !isJoin(cluster))) return false
  return (onset.length < 2 || ONSETS.has(onset)) && (coda.length < 2 || CODAS.has(coda))
}
