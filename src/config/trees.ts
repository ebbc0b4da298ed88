type Members = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members of both; where both have an object it is merged, otherwise the stronger one wins. Lists are replaced. */
export function mergeTrees(weaker: Members, stronger: Members): Members {
  const merged = Object.entries(stronger).map(([key, value]) => {
    const below = Object.hasOwn(weaker, key) ? weaker[key] : undefined;
    return [key, isRecord(below) && isRecord(value) ? mergeTrees(below, value) : value] as const;
  });
  return Object.fromEntries([...Object.entries(weaker), ...merged]);
}

/** Dotted paths of everything that is not an object with members. */
export function leafPaths(tree: Members, prefix = ''): readonly string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    return isRecord(value) && Object.keys(value).length > 0 ? leafPaths(value, path) : [path];
  });
}

/** The value at a dotted path of `leafPaths`; names may hold dots themselves. */
export function valueAt(tree: unknown, path: string): unknown {
  if (!isRecord(tree)) {
    return undefined;
  }
  if (Object.hasOwn(tree, path)) {
    return tree[path];
  }
  const key = Object.keys(tree).find((name) => path.startsWith(`${name}.`));
  return key === undefined ? undefined : valueAt(tree[key], path.slice(key.length + 1));
}
