const FENCE = /^[ \t]{0,8}(?:> ?)?(`{3,20}|~{3,20})[ \t]*(.{0,1})/;

/** Where a line of a page stands: outside of code, in it, or it is the line that begins or ends it. */
export type CodePlace = 'outside' | 'inside' | 'fence';

/** Tells it of the lines, one after the other. */
export function createCodeFence(): (text: string) => CodePlace {
  let open: string | undefined;
  let before = '';

  /** A line of tildes below words makes a heading of them in reStructuredText. */
  function opens(fence: string): boolean {
    return fence.startsWith('`') || before.trim() === '';
  }

  function placeOf(text: string): CodePlace {
    const [, fence, behind] = FENCE.exec(text) ?? [];
    if (open === undefined) {
      open = fence !== undefined && opens(fence) ? fence : undefined;
      return open === undefined ? 'outside' : 'fence';
    }
    // What ends it is as long, and says nothing more.
    if (fence === undefined || behind !== '' || !fence.startsWith(open)) {
      return 'inside';
    }
    open = undefined;
    return 'fence';
  }

  return (text) => {
    const place = placeOf(text);
    before = text;
    return place;
  };
}
