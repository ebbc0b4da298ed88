/** The brackets that are open inside one JSON value, in bounded memory. */
interface Nesting {
  readonly depth: number;
  open(byte: number): void;
  /**
   * Closes the innermost bracket of the byte's kind and whatever was left open inside it; a closing bracket without
   * any partner changes nothing.
   */
  close(byte: number): void;
  hasOpen(closing: number): boolean;
  clear(): void;
}

const CLOSE_BRACE = 0x7d;
const OPEN_BRACE = 0x7b;

/** Deeper brackets are only counted, not told apart. */
const TYPED_DEPTH = 65_536;

export function createNesting(): Nesting {
  /** True is a brace, false a square bracket. */
  const braces: boolean[] = [];
  let depth = 0;
  let openBraces = 0;

  const hasOpen = (closing: number): boolean =>
    depth > TYPED_DEPTH || (closing === CLOSE_BRACE ? openBraces > 0 : depth > openBraces);

  return {
    get depth() {
      return depth;
    },
    hasOpen,
    open(byte) {
      if (depth < TYPED_DEPTH) {
        braces[depth] = byte === OPEN_BRACE;
        openBraces += byte === OPEN_BRACE ? 1 : 0;
      }
      depth += 1;
    },
    close(byte) {
      if (!hasOpen(byte)) {
        return;
      }
      for (let found = false; !found; ) {
        depth -= 1;
        const typed = depth < TYPED_DEPTH;
        openBraces -= typed && braces[depth] ? 1 : 0;
        found = !typed || braces[depth] === (byte === CLOSE_BRACE);
      }
    },
    clear() {
      depth = 0;
      openBraces = 0;
    },
  };
}
