/** The end of what a server wrote on its standard error. */
export interface LastWords {
  readonly add: (bytes: Uint8Array) => void;
  /** Raw: it has to pass the redactor before anybody sees it. */
  readonly text: () => string;
}

const MOST_BYTES = 8 * 1024;

export function createLastWords(): LastWords {
  let kept = Buffer.alloc(0);
  return {
    add(bytes) {
      kept = Buffer.concat([kept, bytes.subarray(-MOST_BYTES)]).subarray(-MOST_BYTES);
    },
    text: () => kept.toString('utf8').trim(),
  };
}
