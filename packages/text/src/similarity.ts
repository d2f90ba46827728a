/** The meaning of a text as a direction in a space where similar texts are close together; one byte per dimension. */
export type Embedding = Int8Array

/** Cosine similarity, -1 to 1; 0 if one is all zeros or the lengths differ. */
export function similarity(a: Embedding, b: Embedding): number {
  if (a.length !== b.length) return 0
  let [product, ofA, ofB] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at] as number, b[at] as number]
    product += x * y
    ofA += x * x
    ofB += y * y
  }
  return product === 0 ? 0 : product / Math.sqrt(ofA * ofB)
}
