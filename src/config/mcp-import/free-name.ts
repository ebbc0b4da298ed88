const RESERVED = new Set(['akernel', 'demo', 'exec', 'fs', 'mcp', 'stdin']);

/** The name of a server as akernel can use it, and none that is taken. */
export function freeName(given: string, taken: ReadonlySet<string>): string {
  const plain = given
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 50);
  const name = plain === '' || RESERVED.has(plain) ? `${plain === '' ? 'server' : plain}-mcp` : plain;
  for (let count = 2; taken.has(name); count += 1) {
    if (!taken.has(`${name}-${count}`)) {
      return `${name}-${count}`;
    }
  }
  return name;
}
