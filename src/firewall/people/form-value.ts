const PLUSES = /\+/g;

/** The text of a value as links and forms send it; nothing, when it is no encoded text. */
export function formValue(value: string): string {
  try {
    return decodeURIComponent(value.replace(PLUSES, ' '));
  } catch {
    return '';
  }
}
