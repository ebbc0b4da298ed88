/** A text of a stranger's document on one line: without characters that do not print, and not too long. */
export function cleanText(value: unknown, maxChars: number): string {
  if (typeof value !== 'string') {
    return '';
  }
  const text = value
    .slice(0, maxChars * 4)
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).trimEnd()}…`;
}

/** Whether a text can be a name as it stands. */
export function isPlainName(text: string, maxChars = 200): boolean {
  return text.length > 0 && text.length <= maxChars && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** `listUsers`, `users/list` and `list-users` as `list_users` and `users_list`; empty when nothing is left. */
export function snakeCase(text: string, maxChars = 80): string {
  return text
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxChars)
    .replace(/_+$/, '');
}

/** The name, or the name with a number behind it when it was taken. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) {
    unique = `${name}_${count}`;
  }
  taken.add(unique);
  return unique;
}

/** Every text of a tree so that a config takes it for what it is: a stranger's document must not name our secrets. */
export function escapeReferences(tree: unknown): unknown {
  if (typeof tree === 'string') {
    return tree.replace(/\$(?=\{)/g, '$$$$');
  }
  if (Array.isArray(tree)) {
    return tree.map(escapeReferences);
  }
  return typeof tree === 'object' && tree !== null
    ? Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, escapeReferences(value)]))
    : tree;
}
