/**
 * The first row that is shown of a list so that the selected one is among them, moved as little as possible from where
 * it was; a shorter list is shown from its start.
 */
export function windowOf(selected: number, count: number, height: number, previousTop: number): number {
  if (height <= 0) {
    return 0;
  }
  const top = Math.min(Math.max(previousTop, selected - height + 1), selected);
  return Math.max(0, Math.min(top, count - height));
}

/** The selection after a movement: it stays within the list. */
export function moved(selected: number, by: number, count: number): number {
  return Math.max(0, Math.min(count - 1, selected + by));
}

/** How far a key moves the selection of a list of which `height` rows are seen; undefined for any other key. */
export function movementOf(key: string, height: number): number | undefined {
  switch (key) {
    case 'up':
      return -1;
    case 'down':
      return 1;
    case 'pageup':
      return -Math.max(1, height - 1);
    case 'pagedown':
      return Math.max(1, height - 1);
    case 'home':
      return Number.NEGATIVE_INFINITY;
    case 'end':
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}
