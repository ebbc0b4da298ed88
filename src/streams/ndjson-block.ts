import type { Chunk } from '../contract/chunk.js';
import type { Row } from '../contract/row.js';
import { shallowJson } from './deep-json.js';
import { WARNINGS, type WarningTally } from './warnings.js';

export interface BlockOptions {
  /** Lines that are not JSON are text of this channel; when undefined they are lost. */
  readonly otherChannel: string | undefined;
  readonly warnings: WarningTally;
}

/** Some whole lines of newline-delimited JSON. */
export interface Block {
  /** Whether anything of the line is kept; without its newline. */
  readonly add: (line: string, bytes: number) => boolean;
  /** Its bytes cannot be kept as they are. */
  readonly setChanged: () => void;
  /** Rows and other lines in their order; `bytes` are those of the whole block. */
  readonly chunks: (bytes: Uint8Array) => readonly Chunk[];
}

const NOT_BLANK = /[^ \t\r]/;
/** What a value of JSON begins with: to find out by parsing that a line is none takes as long as ten that are. */
const BEGINS_VALUE = /^[ \t\r]*[{["\-\dtfn]/;

export function createBlock({ otherChannel, warnings }: BlockOptions): Block {
  const chunks: Chunk[] = [];
  let rows: Row[] = [];
  let good: string[] = [];
  let others = '';
  let isClean = true;

  function endRows(): void {
    if (rows.length > 0) {
      chunks.push({ type: 'records', rows, lines: Buffer.from(good.map(withNewline).join('')) });
      rows = [];
      good = [];
    }
  }

  function endOthers(): void {
    if (others !== '' && otherChannel !== undefined) {
      chunks.push({ type: 'text', channel: otherChannel, text: others });
      others = '';
    }
  }

  function addOther(line: string, bytes: number): boolean {
    isClean = false;
    if (!NOT_BLANK.test(line)) {
      return false;
    }
    if (otherChannel === undefined) {
      warnings.lose(WARNINGS.badLine, bytes);
      return false;
    }
    endRows();
    warnings.add(WARNINGS.badLine);
    others += `${line}\n`;
    return true;
  }

  return {
    add(line, bytes) {
      const { json, cut } = shallowJson(line);
      const row = BEGINS_VALUE.test(line) ? parsed(json) : undefined;
      if (row === undefined) {
        return addOther(line, bytes);
      }
      endOthers();
      rows.push(row.value);
      good.push(json);
      isClean &&= cut === 0;
      warnings.add(WARNINGS.tooDeep, cut);
      return true;
    },
    setChanged() {
      isClean = false;
    },
    chunks(bytes) {
      if (isClean && rows.length > 0) {
        return [{ type: 'records', rows, lines: bytes }];
      }
      endRows();
      endOthers();
      return chunks;
    },
  };
}

function parsed(json: string): { readonly value: Row } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

function withNewline(line: string): string {
  return `${line.endsWith('\r') ? line.slice(0, -1) : line}\n`;
}
