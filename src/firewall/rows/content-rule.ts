import type { Value } from '../../contract/row.js';
import type { FieldRule } from '../judge/field-rule.js';
import type { RowShape } from '../people/row-shapes.js';
import type { RowKey } from './row-keys.js';

type RowObject = { readonly [key: string]: Value };

/** Of a Kubernetes secret, whose keys can have any name. */
const CONTENT: FieldRule = { type: 'secret', value: 'any' };
const EXPIRY: FieldRule = { type: 'card_expiry', value: 'any' };

/** The rule for what an object holds that says what it is: a secret, or a card with the date until which it is valid. */
export function contentRule(
  { isExpiry }: RowKey,
  object: RowObject,
  shapeOf: (object: RowObject) => RowShape,
): FieldRule | undefined {
  if (isExpiry) {
    return shapeOf(object).isCard ? EXPIRY : undefined;
  }
  return object['kind'] === 'Secret' ? CONTENT : undefined;
}
