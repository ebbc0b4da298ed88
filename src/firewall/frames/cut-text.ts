/** At most `most` characters, ended by `…` where something was cut; never half a placeholder or surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  return `${text.slice(0, cutPoint(text, most - 1))}…`;
}

/** The largest cut at or before `at` that splits neither a placeholder nor a surrogate pair. */
export function cutPoint(text: string, at: number): number {
  const open = text.lastIndexOf('[REDACTED:', at - 1);
  const close = open === -1 ? -1 : text.indexOf(']', open);
  if (open !== -1 && open < at && (close === -1 || close >= at)) {
    return open;
  }
  const partial = /\[[REDACT:]{0,9}$/.exec(text.slice(Math.max(0, at - 10), at));
  if (partial !== null && text.startsWith('[REDACTED:', at - partial[0].length)) {
    return at - partial[0].length;
  }
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
