/** Lines `NAME=value`, with `export` or not, the value plain or in quotes; comments and other lines are passed over. */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const entries = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, unquoted(value.trim())] as const];
    });
  return Object.fromEntries(entries);
}

function unquoted(value: string): string {
  const [, , inner] = /^(["'`])(.*?)\1(?:\s+#.*)?$/.exec(value) ?? [];
  if (inner === undefined) {
    return value.replace(/\s+#.*$/, '');
  }
  return value.startsWith('"') ? inner.replaceAll('\\n', '\n') : inner;
}
