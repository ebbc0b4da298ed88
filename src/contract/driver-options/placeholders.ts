const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const WHOLE = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** The argument names in a text such as `users/{id}`. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** The name in a text that is one placeholder and nothing else. */
export function wholePlaceholder(text: string): string | undefined {
  return WHOLE.exec(text)?.[1];
}

/** Replaces every placeholder by what `fill` gives for its name. What it gives is not looked at again. */
export function fillPlaceholders(text: string, fill: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => fill(name));
}
