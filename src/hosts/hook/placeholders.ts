const PLACEHOLDER = /\[REDACTED:[a-z][a-z0-9_]{0,29}(?::[0-9a-f]{4})?\]/g;

export interface FoundPlaceholder {
  readonly placeholder: string;
  readonly at: number;
}

export function placeholdersIn(text: string): readonly FoundPlaceholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: placeholder, index }) => ({ placeholder, at: index }));
}

export function countOf(placeholder: string, text: string): number {
  return text.split(placeholder).length - 1;
}
