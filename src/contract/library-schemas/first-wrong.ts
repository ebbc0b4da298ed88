/** Deeper values are refused rather than walked. */
const MOST_LEVELS = 64;

/** What a value must be made of, besides that it can be read. */
export type Content = 'anything' | 'json';

interface Place {
  readonly value: unknown;
  readonly step: PropertyKey | undefined;
  readonly above: Place | undefined;
  readonly level: number;
}

/**
 * The way to the first value that cannot be read (a getter that throws), or that JSON cannot hold where JSON is wanted;
 * undefined when there is none. Only plain objects and lists are looked into: nobody's instances are.
 */
export function firstWrong(given: unknown, content: Content): readonly PropertyKey[] | undefined {
  const seen = new Set<unknown>();
  const waiting: Place[] = [{ value: given, step: undefined, above: undefined, level: 0 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value } = place;
    if (content === 'json' && (!isJson(value) || place.level > MOST_LEVELS || isInside(place))) {
      return stepsTo(place);
    }
    if (typeof value !== 'object' || value === null || seen.has(value)) {
      continue;
    }
    seen.add(value);
    const unreadable = pushMembers(place, value, waiting);
    if (unreadable !== undefined) {
      return stepsTo(unreadable);
    }
  }
  return undefined;
}

/** Puts its members to those that wait, the first of them on top; returns the one that cannot be read. */
function pushMembers(place: Place, value: object, waiting: Place[]): Place | undefined {
  let at = place;
  try {
    if (!isPlain(value)) {
      return undefined;
    }
    const members: Place[] = [];
    for (const step of Object.keys(value)) {
      at = { value: undefined, step, above: place, level: place.level + 1 };
      const member: unknown = Reflect.get(value, step);
      members.push({ ...at, value: member });
    }
    for (const member of members.reverse()) {
      waiting.push(member);
    }
    return undefined;
  } catch {
    return at;
  }
}

function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || isPlain(value);
    default:
      return typeof value === 'string' || typeof value === 'boolean' || value === undefined;
  }
}

function isPlain(value: object): boolean {
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false;
  }
}

/** A value that stands inside itself. */
function isInside({ value, above }: Place): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  for (let place = above; place !== undefined; place = place.above) {
    if (place.value === value) {
      return true;
    }
  }
  return false;
}

function stepsTo(place: Place): readonly PropertyKey[] {
  const steps: PropertyKey[] = [];
  for (let at: Place | undefined = place; at?.step !== undefined; at = at.above) {
    steps.unshift(at.step);
  }
  return steps;
}
