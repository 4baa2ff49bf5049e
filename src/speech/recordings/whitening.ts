/** Minimum variance of a value, above its rounding error. */
const LEAST_VARIANCE = 1

/**
 * Whitens vectors: zero mean, unit variance and no correlation, by the Cholesky factor of their covariance. All have
 * the same length; the list may be empty.
 */
export function whitened(vectors: readonly Float64Array[]): readonly Float64Array[] {
  const size = vectors[0]?.length ?? 0
  const mean = new Float64Array(size)
  for (const vector of vectors)
    for (let i = 0; i < size; i++) mean[i]! += vector[i]! / vectors.length
  const centred = vectors.map((vector) => vector.map((value, i) => value - mean[i]!))
  const factor = cholesky(covarianceOf(centred, size))
  return centred.map((vector) => solved(factor, vector))
}

function covarianceOf(centred: readonly Float64Array[], size: number): readonly Float64Array[] {
  const covariance = Array.from({ length: size }, () => new Float64Array(size))
  for (const vector of centred)
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) covariance[i]![j]! += (vector[i]! * vector[j]!) / centred.length
  for (const [i, row] of covariance.entries()) row[i]! += LEAST_VARIANCE
  return covariance
}

/**
 * Cholesky factor: the lower triangle whose product with its transpose is `matrix`, of which only the lower triangle is
 * read.
 */
function cholesky(matrix: readonly Float64Array[]): readonly Float64Array[] {
  const factor = matrix.map((row) => new Float64Array(row.length))
  for (const [i, row] of matrix.entries())
    for (let j = 0; j <= i; j++) {
      let rest = row[j]!
      for (let k = 0; k < j; k++) rest -= factor[i]![k]! * factor[j]![k]!
      factor[i]![j] = i === j ? Math.sqrt(rest) : rest / factor[j]![j]!
    }
  return factor
}

function solved(factor: readonly Float64Array[], vector: Float64Array): Float64Array {
  const answer = new Float64Array(vector.length)
  for (const [i, row] of factor.entries()) {
    let rest = vector[i]!
    for (let k = 0; k < i; k++) rest -= row[k]! * answer[k]!
    answer[i] = rest / row[i]!
  }
  return answer
}
