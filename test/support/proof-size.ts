/** `AKERNEL_PROOFS=all`: every proof at every place, which takes half an hour. The usual run takes evenly spread ones. */
const IS_WHOLE = process.env['AKERNEL_PROOFS'] === 'all';

export function proofSize<T>(usual: T, whole: T): T {
  return IS_WHOLE ? whole : usual;
}

/** Which places of an input are tried in a usual run: `most` of them at most, other ones for the next input. */
export function chosenPlaces(
  input: { readonly length: number },
  index: number,
  most: number,
): (place: number) => boolean {
  const stride = Math.ceil((input.length + 1) / proofSize(most, Number.POSITIVE_INFINITY)) || 1;
  return (place) => place % stride === index % stride;
}
