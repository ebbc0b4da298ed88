/** A path of members and indexes as it is written in messages. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map(String)
    .reduce((text, part) => (/^\d+$/.test(part) ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`), '');
}
