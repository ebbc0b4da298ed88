const NEWLINE = 10;
const RETURN = 13;

export interface Counted {
  /** Of the message that is coming in. */
  readonly size: number;
  /** Where in these bytes the last whole message ended; 0 when none did. */
  readonly endedAt: number;
}

/** Counts the bytes of the message that is coming in; an empty line ends one. */
export function createMessageCounter(): (bytes: Uint8Array) => Counted {
  let size = 0;
  let isLineEmpty = false;
  return (bytes) => {
    let lineStart = 0;
    let endedAt = 0;
    const isStart = () => lineStart > 0 || isLineEmpty;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, lineStart)) {
      const isEnd = isStart() && isBlank(bytes, lineStart, at);
      size = isEnd ? 0 : size + at + 1 - lineStart;
      endedAt = isEnd ? at + 1 : endedAt;
      lineStart = at + 1;
      isLineEmpty = true;
    }
    if (lineStart < bytes.length) {
      isLineEmpty = isStart() && bytes.length - lineStart === 1 && bytes[lineStart] === RETURN;
      size += bytes.length - lineStart;
    }
    return { size, endedAt };
  };
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  return start === end || (start + 1 === end && bytes[start] === RETURN);
}
