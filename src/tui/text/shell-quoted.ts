/** A word as a POSIX shell takes it for itself, in quotes where it needs them. */
export function shellQuoted(text: string): string {
  return /^[\w.,:@%/+-][\w.,:@%/+=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
