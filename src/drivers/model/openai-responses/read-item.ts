import type { ModelPart } from '../../../contract/model.js';
import { isMembers } from '../../../streams/members.js';
import type { TurnBuilder } from '../../../streams/model-turn/turn-builder.js';
import { type Members, textOf } from '../wire.js';
import { createOutputItems, type OutputItem } from './output-items.js';
import { createSaidTexts } from './said-texts.js';

export interface ItemReader {
  /** An event about an item of the output. */
  read(type: string, event: Members): readonly ModelPart[];
  /** The output as the end lists it: what no event has told is taken from there. */
  atEnd(output: readonly Members[]): readonly ModelPart[];
}

export function createItemReader(turn: TurnBuilder): ItemReader {
  const items = createOutputItems();
  const said = createSaidTexts(turn);
  const reasoning = createReasoning();

  const settle = (item: OutputItem, { call_id: id, name, arguments: whole, status }: Members): readonly ModelPart[] => {
    item.whole = textOf(whole);
    if (status === 'incomplete') {
      turn.finish('length');
    }
    return turn.settleCall(item.key, { id, name, arguments: whole, extra: reasoning.take() });
  };

  const say: Say = (text) => turn.text(text);
  const refuse: Say = (text) => {
    if (textOf(text) !== '') {
      turn.refuse();
    }
    return turn.text(text);
  };

  /** Where the last reasoning stood: what stands elsewhere is a paragraph of its own. */
  let thoughtAt: string | undefined;
  const think =
    (place: string): Say =>
    (text) => {
      const isNew = thoughtAt !== undefined && thoughtAt !== place;
      thoughtAt = textOf(text) === '' ? thoughtAt : place;
      return turn.reasoning(isNew && textOf(text) !== '' ? `\n\n${textOf(text)}` : text);
    };

  const sayMessage = ({ key }: OutputItem, { content }: Members): readonly ModelPart[] =>
    listOf(content).flatMap((part, index) =>
      part['type'] === 'refusal'
        ? said.whole(`${key} text ${index}`, part['refusal'], refuse)
        : said.whole(`${key} text ${index}`, part['text'], say),
    );

  const sayReasoning = ({ key }: OutputItem, { summary, content }: Members): readonly ModelPart[] => {
    const all = (word: string, texts: unknown): readonly ModelPart[] =>
      listOf(texts).flatMap(({ text }, index) => {
        const place = `${key} ${word} ${index}`;
        return said.whole(place, text, think(place));
      });
    return [...all('summary', summary), ...all('reasoning', content)];
  };

  const readWhole = (item: OutputItem, members: Members): readonly ModelPart[] => {
    switch (members['type']) {
      case 'function_call':
        return settle(item, members);
      case 'message':
        return sayMessage(item, members);
      case 'reasoning':
        reasoning.add(members);
        return sayReasoning(item, members);
      default:
        return [];
    }
  };

  const open = (event: Members): readonly ModelPart[] => {
    const item = items.opened(event);
    if (item.kind !== 'function_call' || !isMembers(event['item'])) {
      return [];
    }
    const { call_id: id, name, arguments: text } = event['item'];
    return turn.itemCall(item.key, { id, name, arguments: text, extra: reasoning.take() });
  };

  const close = (event: Members): readonly ModelPart[] =>
    isMembers(event['item']) ? readWhole(items.closed(event), event['item']) : [];

  const readArguments = (type: 'delta' | 'done', event: Members): readonly ModelPart[] => {
    const item = items.piece(event, 'function_call');
    if (item.kind !== 'function_call') {
      return [];
    }
    if (type === 'done') {
      return settle(item, event);
    }
    return turn.itemCall(item.key, { arguments: event['delta'] });
  };

  const placeOf = (kind: 'message' | 'reasoning', word: string, event: Members): string => {
    const index = event[word === 'summary' ? 'summary_index' : 'content_index'];
    return `${items.piece(event, kind).key} ${word} ${typeof index === 'number' ? index : 0}`;
  };
  const textsOf = (name: string, member: string, saying: Say): readonly (readonly [string, Read])[] => [
    [`${name}.delta`, (event) => said.piece(placeOf('message', 'text', event), event['delta'], saying)],
    [`${name}.done`, (event) => said.whole(placeOf('message', 'text', event), event[member], saying)],
  ];
  const thoughtsOf = (name: string, word: string): readonly (readonly [string, Read])[] => {
    const read =
      (how: 'piece' | 'whole', member: string): Read =>
      (event) => {
        const place = placeOf('reasoning', word, event);
        return said[how](place, event[member], think(place));
      };
    return [
      [`${name}.delta`, read('piece', 'delta')],
      [`${name}.done`, read('whole', 'text')],
    ];
  };

  const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
    ['response.output_item.added', open],
    ['response.output_item.done', close],
    ['response.function_call_arguments.delta', (event) => readArguments('delta', event)],
    ['response.function_call_arguments.done', (event) => readArguments('done', event)],
    ...textsOf('response.output_text', 'text', say),
    ...textsOf('response.refusal', 'refusal', refuse),
    ...thoughtsOf('response.reasoning_summary_text', 'summary'),
    ...thoughtsOf('response.reasoning_text', 'reasoning'),
  ]);

  return {
    read: (type, event) => readers.get(type)?.(event) ?? [],
    atEnd(output) {
      const isSilent = !turn.hasText;
      return output.flatMap((members, place) => {
        if (members['type'] === 'function_call') {
          const item = items.missing(members, place);
          return item === undefined ? [] : settle(item, members);
        }
        // Texts cannot be told apart by what they say: either the events said them, or the end does.
        return isSilent ? readWhole(items.closed({ item: members, output_index: place }), members) : [];
      });
    },
  };
}

type Say = (text: unknown) => readonly ModelPart[];
type Read = (event: Members) => readonly ModelPart[];

interface Reasoning {
  add(item: Members): void;
  /** The sealed items so far, for the next call: without them the provider refuses the call when it comes back. */
  take(): unknown;
}

function createReasoning(): Reasoning {
  let items: Members[] = [];
  return {
    add({ type, id, summary, content, encrypted_content: sealed }) {
      if (textOf(sealed) !== '') {
        const own = Array.isArray(content) ? { content } : {};
        items.push({ type, id, summary: Array.isArray(summary) ? summary : [], ...own, encrypted_content: sealed });
      }
    },
    take() {
      const taken = items;
      items = [];
      return taken.length === 0 ? undefined : { openai_responses: { reasoning: taken } };
    },
  };
}

function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}
