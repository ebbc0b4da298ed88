const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds from `500ms`, `30s`, `5m`, `2h` or `7d`; undefined when it is none of these. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, amount = '', unit = ''] = match;
  return Math.round(Number(amount) * (UNIT_MS[unit] ?? Number.NaN));
}
