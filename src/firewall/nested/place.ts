import { memberPath } from '../rows/field-paths.js';
import { everyMember } from './written-value.js';

/** Where in a row a value stands, and what is known of the records around it. */
export interface Place {
  readonly path: string;
  /** The path with its indices and keys of a dictionary left out. */
  readonly pattern: string;
  readonly depth: number;
  /** There is only one such place. */
  readonly isUnique: boolean;
  /** The record it stands in tells of trouble. */
  readonly isBad: boolean;
  readonly isGood: boolean;
  /** The last name on the path. */
  readonly name: string;
}

/** A text under such a name is about what its words say, and is not in trouble itself. */
const SUBJECT_NAME =
  /^(?:source|code|content|contents|html|css|snippet|diff|markdown|readme|description|docs?|help|license)$/i;

export function memberPlace(place: Place, name: string, isDictionary: boolean): Place {
  return {
    ...place,
    isGood: place.isGood || SUBJECT_NAME.test(name),
    path: memberPath(place.path, name),
    pattern: isDictionary ? everyMember(place.pattern) : memberPath(place.pattern, name),
    depth: place.depth + 1,
    isUnique: place.isUnique && !isDictionary,
    name,
  };
}

export function itemPlace(place: Place, index: number): Pick<Place, 'path' | 'pattern' | 'depth' | 'isUnique'> {
  return {
    path: memberPath(place.path, String(index)),
    pattern: `${place.pattern}[]`,
    depth: place.depth + 1,
    isUnique: false,
  };
}
