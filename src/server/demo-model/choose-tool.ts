import type { DemoTool } from './demo-turn.js';

/** A name says more than a description. */
const NAME_SCORE = 3;

/** The tool whose name and description share most words with a message, the first of equals; undefined when none does. */
export function chooseTool(tools: readonly DemoTool[], message: string): DemoTool | undefined {
  const wanted = new Set(stemsOf(message));
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool, wanted) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? undefined : scored.find(({ score }) => score === best)?.tool;
}

function scoreOf({ name, description }: DemoTool, wanted: ReadonlySet<string>): number {
  const shared = (text: string): number => [...new Set(stemsOf(text))].filter((stem) => wanted.has(stem)).length;
  return shared(name) * NAME_SCORE + shared(description);
}

/** Words that stand in any sentence. */
const EMPTY = new Set(
  'a an and are as at be by do for from has have how in is it its me my of on or our show tell that the them there this to us was we what where which who why with you your can could please want list give get all any'.split(
    ' ',
  ),
);

/** Without endings, so that `customers` fits `customer`. */
function stemsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => word.length > 1 && !EMPTY.has(word))
    .map((word) => word.replace(/(?:ies|es|s|ing|ed)$/, ''));
}
