import type { Value } from '../../contract/row.js';
import { createLineKeeper, type Kept } from '../texts/digest.js';
import { createPartReader } from './part-reader.js';

/** Keeps the telling parts of redacted rows, with the rows they stand in. */
export interface PartKeeper {
  readonly add: (row: Value, place: number) => void;
  readonly kept: () => Kept;
}

export interface PartKeeperOptions {
  readonly maxTokens: number;
  readonly query: string | undefined;
  /** The result is one row. */
  readonly isOnly: boolean;
}

export function createPartKeeper({ maxTokens, query, isOnly }: PartKeeperOptions): PartKeeper {
  const keeper = createLineKeeper({ maxTokens, query });
  const reader = createPartReader(isOnly);
  let order = 0;
  let nextPlace = 0;
  return {
    add(row, place) {
      // Parts on both sides of rows that were not looked at do not follow each other.
      order += place > nextPlace ? 1 : 0;
      nextPlace = place + 1;
      for (const { text, judgement, key, reading } of reader.read(row)) {
        const { lineClass, weight } = judgement;
        // Written out: the same from another object's members costs ten times as much, for each item of a list.
        const line = {
          row: place,
          channel: 'text',
          rawChars: 0,
          escapeChars: 0,
          rawStart: 0,
          rawEnd: 0,
          isEnd: false,
          text,
          order,
          lineClass,
          countedAs: lineClass,
          weight,
          key,
        };
        keeper.take(line, reading);
        order += 1;
      }
    },
    kept: () =>
      keeper.kept({
        lines: order,
        formats: [],
        kind_id: 'rows',
        kindFacts: [],
        prefix: undefined,
        isLog: false,
        isOfRows: true,
        levels: new Map(),
      }),
  };
}
