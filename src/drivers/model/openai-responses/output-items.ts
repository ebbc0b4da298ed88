import { isMembers } from '../../../streams/members.js';
import { type Members, textOf } from '../wire.js';

/** One item of the output, as its events tell it. */
export interface OutputItem {
  /** Ours; no two items have one. */
  readonly key: string;
  /** Its type at the provider; undefined until a piece has said it. */
  kind: string | undefined;
  /** Some gateways give it another id in each event. */
  readonly ids: Set<string>;
  readonly index: number | undefined;
  callId: string | undefined;
  name: string;
  /** The whole arguments, once they were said. */
  whole: string | undefined;
  isOpened: boolean;
  isClosed: boolean;
}

/** Says which item an event is about. Ids and places in the output are both wrong at some gateways, but not both at once. */
export interface OutputItems {
  /** An event that opens an item. */
  opened(event: Members): OutputItem;
  /** An event with a piece of an item of this type. */
  piece(event: Members, kind: string): OutputItem;
  /** An event that holds a whole item. */
  closed(event: Members): OutputItem;
  /** An item of the list that comes with the end; undefined for one that the events have told already. */
  missing(item: Members, place: number): OutputItem | undefined;
}

export function createOutputItems(): OutputItems {
  const items: OutputItem[] = [];

  const open = (place: Place): OutputItem => {
    const item = {
      key: String(items.length),
      kind: undefined,
      ids: new Set<string>(),
      index: place.index,
      callId: undefined,
      name: '',
      whole: undefined,
      isOpened: false,
      isClosed: false,
    };
    items.push(item);
    return item;
  };

  const learn = (item: OutputItem, { id, kind, callId, name }: Place): OutputItem => {
    if (id !== undefined) {
      item.ids.add(id);
    }
    item.kind ??= kind;
    item.callId ??= callId;
    item.name ||= name;
    return item;
  };

  const withId = ({ id, index }: Place): OutputItem | undefined => {
    const known = items.filter(({ ids }) => id !== undefined && ids.has(id));
    return known.findLast((item) => item.index === index) ?? known.at(-1);
  };
  const openAt = (place: Place): OutputItem | undefined =>
    place.index === undefined
      ? undefined
      : items.findLast((item) => item.index === place.index && !item.isClosed && mayBe(item, place));

  return {
    opened(event) {
      const place = placeOf(event);
      const known = [withId(place), openAt(place)].find((item) => item !== undefined && mayOpen(item, place));
      const item = learn(known ?? open(place), place);
      item.isOpened = true;
      return item;
    },
    piece(event, kind) {
      const place = { ...placeOf(event), kind };
      const isNameless = place.id === undefined && place.index === undefined;
      const last = isNameless ? items.findLast((item) => mayBe(item, place)) : undefined;
      const there = openAt(place);
      return learn(withId(place) ?? (there?.whole === undefined ? there : undefined) ?? last ?? open(place), place);
    },
    closed(event) {
      const place = placeOf(event);
      const ofCall = items.findLast(
        ({ callId, isClosed }) => callId !== undefined && callId === place.callId && !isClosed,
      );
      const known = [withId(place), openAt(place), ofCall].find((item) => item !== undefined && mayBe(item, place));
      const item = learn(known ?? open(place), place);
      item.isClosed = true;
      return item;
    },
    missing(item, index) {
      const place = placeOf({ item, output_index: index });
      const text = textOf(item['arguments']);
      const isToldAs = (told: OutputItem): boolean =>
        (told.callId !== undefined && told.callId === place.callId) ||
        (told.name === place.name && told.whole === text);
      const told = items.find(isToldAs) ?? [withId(place), openAt(place)].find((one) => one && mayBe(one, place));
      if (told === undefined) {
        return learn(open(place), place);
      }
      return told.whole === undefined ? learn(told, place) : undefined;
    },
  };
}

interface Place {
  readonly id: string | undefined;
  readonly index: number | undefined;
  readonly kind: string | undefined;
  readonly callId: string | undefined;
  readonly name: string;
}

function placeOf(event: Members): Place {
  const { item, item_id: itemId, output_index: index } = event;
  const { id, type, call_id: callId, name } = isMembers(item) ? item : {};
  return {
    id: textOf(id) || textOf(itemId) || undefined,
    index: typeof index === 'number' && Number.isSafeInteger(index) ? index : undefined,
    kind: textOf(type) || undefined,
    callId: textOf(callId) || undefined,
    name: textOf(name),
  };
}

/** Whether an item can be the one at this place. */
function mayBe(item: OutputItem, { kind, callId }: Place): boolean {
  const isOfKind = item.kind === undefined || kind === undefined || item.kind === kind;
  return isOfKind && (item.callId === undefined || callId === undefined || item.callId === callId);
}

/** An item is opened once, and may have been begun by its pieces. Some servers say it twice. */
function mayOpen(item: OutputItem, place: Place): boolean {
  return mayBe(item, place) && (!item.isOpened || (item.callId !== undefined && item.callId === place.callId));
}
