import { terminalSafeLine } from '../../../contract/terminal-safe.js';
import type { Content, Entry } from './content.js';
import { make, marked, put } from './dom.js';
import { wordOf } from './members.js';

/** Draws the newest content of a run; what the content has forgotten goes from the page too. */
export interface ContentPane {
  readonly element: HTMLElement;
  readonly draw: () => void;
}

interface Drawn {
  readonly entry: Entry;
  readonly node: HTMLElement;
}

const MOST_COLUMNS = 20;
const LONGEST_CELL = 200;

/** Entries of one kind that stand together: a table, lines, facts. */
interface Block {
  readonly type: Entry['type'];
  readonly outer: HTMLElement;
  readonly inner: HTMLElement;
  readonly columns: string[];
  readonly head: HTMLElement;
}

export function createContentPane(content: Content): ContentPane {
  const element = make('div', { class: 'content', tabindex: '0', role: 'region', 'aria-label': 'rows and text' });
  let drawn: Drawn[] = [];
  let first = 0;
  let block: Block | undefined;

  function blockFor(type: Entry['type']): Block {
    if (block?.type !== type || !block.outer.isConnected) {
      block = newBlock(type);
      element.append(block.outer);
    }
    return block;
  }

  function dropFirst(): void {
    for (; first < content.first(); first += 1) {
      const node = drawn.shift()?.node;
      const outer = node?.closest('.block');
      node?.remove();
      if (outer?.querySelector('.entry') === null) {
        outer.remove();
      }
    }
  }

  /** A line that was not whole when it was drawn. */
  function redrawLast(): void {
    const last = drawn.at(-1);
    const entry = content.at(first + drawn.length - 1);
    if (last !== undefined && entry !== undefined && entry !== last.entry && entry.type === 'text') {
      put(last.node, ...marked(`${entry.text}\n`));
      drawn[drawn.length - 1] = { entry, node: last.node };
    }
  }

  function drawNew(): void {
    for (let at = first + drawn.length; at < content.end(); at += 1) {
      const entry = content.at(at);
      if (entry !== undefined) {
        const into = blockFor(entry.type);
        const node = entryNode(entry, into);
        into.inner.append(node);
        drawn.push({ entry, node });
      }
    }
  }

  return {
    element,
    draw() {
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 40;
      if (content.first() >= first + drawn.length) {
        // All of it is gone: nothing has to be taken away one by one.
        put(element);
        drawn = [];
        block = undefined;
        first = content.first();
      }
      dropFirst();
      redrawLast();
      drawNew();
      if (isAtEnd) {
        element.scrollTop = element.scrollHeight;
      }
    },
  };
}

function newBlock(type: Entry['type']): Block {
  const head = make('tr', {});
  const columns: string[] = [];
  if (type === 'row') {
    const inner = make('tbody', {});
    return { type, outer: make('table', { class: 'block' }, make('thead', {}, head), inner), inner, columns, head };
  }
  const inner = make(type === 'text' ? 'pre' : type === 'fact' ? 'ul' : 'div', { class: 'block' });
  return { type, outer: inner, inner, columns, head };
}

function entryNode(entry: Entry, { columns, head }: Block): HTMLElement {
  switch (entry.type) {
    case 'text':
      return make('span', { class: 'entry' }, ...marked(`${entry.text}\n`));
    case 'fact':
      return make('li', { class: 'entry' }, ...marked(entry.text));
    case 'mark':
      return make('p', { class: 'entry phase-mark' }, entry.text);
    case 'row': {
      learn(columns, head, Object.keys(entry.row));
      return make('tr', { class: 'entry' }, ...columns.map((name) => cell(entry.row[name])));
    }
  }
}

/** Columns come behind those that are there; those that find no place are counted. */
function learn(columns: string[], head: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    if (columns.includes(name)) {
      continue;
    }
    if (columns.length === MOST_COLUMNS) {
      head.title = 'there are more columns: open the handle for them';
      return;
    }
    columns.push(name);
    head.append(make('th', { scope: 'col' }, terminalSafeLine(name)));
  }
}

function cell(value: unknown): HTMLElement {
  const text = value === undefined ? '' : terminalSafeLine(wordOf(value));
  const shown = text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
  return make('td', typeof value === 'number' ? { class: 'number' } : {}, ...marked(shown));
}
