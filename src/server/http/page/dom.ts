import { terminalSafe, terminalSafeLine } from '../../../contract/terminal-safe.js';

export type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with its attributes and children. Every text on the page comes in here, and only as text. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : terminalSafeLine(value));
    }
  }
  put(element, ...children);
  return element;
}

/** These children in place of all others. */
export function put(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(
    ...children.flatMap((child) => (child === undefined ? [] : [typeof child === 'string' ? textNode(child) : child])),
  );
}

/** A text whose control characters are gone and whose marks of direction are seen. */
export function textNode(text: string): Text {
  return document.createTextNode(terminalSafe(text));
}

const PLACEHOLDER = /(\[REDACTED[^\]]{0,80}\])/;

/** A text in which what stands for something replaced looks so. */
export function marked(text: string): readonly Node[] {
  return text
    .split(PLACEHOLDER)
    .filter((part) => part !== '')
    .map((part) => (PLACEHOLDER.test(part) ? make('span', { class: 'redacted' }, part) : textNode(part)));
}

export function button(text: string, onPress: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = make('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', onPress);
  return made;
}

/** A name and what it is, as one line of a header. */
export function told(label: string, ...children: readonly Child[]): HTMLElement {
  return make('p', { class: 'told' }, make('span', { class: 'label' }, `${label} `), ...children);
}
