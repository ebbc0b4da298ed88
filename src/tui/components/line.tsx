import { Text } from 'ink';
import type { ReactElement } from 'react';
import { displayWidth } from '../text/display-width.js';
import type { Role, Theme } from '../theme.js';

/** A stretch of a line with one role. Its text is already safe for a terminal. */
export interface Span {
  readonly text: string;
  readonly role?: Role;
}

/** One row of a screen, already fitted to its width: it is truncated, never wrapped. */
export function Line({ spans, theme }: { readonly spans: readonly Span[]; readonly theme: Theme }): ReactElement {
  return (
    <Text wrap="truncate">
      {spans.length === 0 ? ' ' : spans.map((span, index) => spanElement(span, index, theme))}
    </Text>
  );
}

function spanElement({ text, role }: Span, index: number, theme: Theme): ReactElement | string {
  return role === undefined || role === 'plain' ? (
    text
  ) : (
    <Text key={index} {...theme.looks[role]}>
      {text}
    </Text>
  );
}

/** Terminal columns that the spans take. */
export function spansWidth(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + displayWidth(text), 0);
}
