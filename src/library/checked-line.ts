import * as z from 'zod';
import { type Frame, lineOf, madeLineOf } from '../contract/frame.js';
import { amount, flag, jsonMembers, members } from '../contract/library-schemas/parts.js';
import { checkGiven } from './check-given.js';

const frameSchema = z.looseObject({
  seq: amount,
  phase: z.literal([1, 2, 3, 4]),
  budget: members,
  is_final: flag,
});

/** The frame's NDJSON line without its newline: exactly what the budget was charged for. Throws USAGE for what is none. */
export function checkedLine(frame: Frame): string {
  checkGiven(frameSchema, frame, 'lineOf');
  if (madeLineOf(frame) === undefined) {
    checkGiven(jsonMembers, frame, 'lineOf');
  }
  return lineOf(frame);
}
