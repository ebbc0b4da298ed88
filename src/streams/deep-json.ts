/** Deeper than anything that is looked into, and shown: what lies there is withheld in any case. */
export const MAX_JSON_DEPTH = 1000;

/** JSON whose depth is bounded. */
export interface ShallowJson {
  readonly json: string;
  /** How many values had to become texts for it. */
  readonly cut: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The same JSON with each value below the depth as a text: its own JSON. To be asked before `JSON.parse`, which makes a
 * hundred bytes of every bracket. Which brackets belong together is not looked at: where they do not, this is no JSON
 * before and after.
 */
export function shallowJson(json: string): ShallowJson {
  // Every level takes two brackets, and without the closing ones the parser gives up by itself.
  return json.length <= MAX_JSON_DEPTH * 2 ? { json, cut: 0 } : cutDeep(json);
}

function cutDeep(json: string): ShallowJson {
  let made = '';
  let taken = 0;
  let cut = 0;
  let depth = 0;
  let start = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(json, at);
    } else if (opens(code)) {
      depth += 1;
      start = depth === MAX_JSON_DEPTH + 1 ? at : start;
    } else if (closes(code)) {
      depth -= 1;
      if (depth === MAX_JSON_DEPTH) {
        made += json.slice(taken, start) + JSON.stringify(json.slice(start, at + 1));
        taken = at + 1;
        cut += 1;
      }
    }
  }
  if (depth > MAX_JSON_DEPTH) {
    // Nobody closes it: what is left is no JSON either.
    return { json: made + json.slice(taken, start), cut };
  }
  return { json: cut === 0 ? json : made + json.slice(taken), cut };
}

/** `[` and `{`, `]` and `}` differ in one bit. */
function opens(code: number): boolean {
  return (code | 0x20) === 0x7b;
}

function closes(code: number): boolean {
  return (code | 0x20) === 0x7d;
}

/** Where the string that begins at `from` ends, or the length. */
function stringEnd(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) {
      slashes += 1;
    }
    if (slashes % 2 === 0) {
      return at;
    }
  }
  return json.length;
}

/** `JSON.parse` of the same; throws for what is no JSON. */
export function parseShallow(json: string): unknown {
  return JSON.parse(shallowJson(json).json);
}
