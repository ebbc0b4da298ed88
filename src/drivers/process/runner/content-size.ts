/** Objects are measured once; what they hold does not change any more. */
const sizes = new WeakMap<object, number>();

/** About how many bytes something took on the wire. */
export function contentSize(content: unknown): number {
  if (typeof content === 'string') {
    return content.length;
  }
  if (typeof content !== 'object' || content === null) {
    return 8;
  }
  const known = sizes.get(content);
  if (known !== undefined) {
    return known;
  }
  const size = jsonLength(content);
  sizes.set(content, size);
  return size;
}

/** What a tool of the host gives need not be JSON. */
function jsonLength(content: object): number {
  try {
    return JSON.stringify(content)?.length ?? 0;
  } catch {
    return 0;
  }
}
