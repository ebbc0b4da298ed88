/** How models write calls when their server does not take them out of the text. */
const MARKS = [
  '<tool_call>',
  '<function=',
  '<function_call>',
  '<|tool_call',
  '<|python_tag|>',
  '[TOOL_CALLS]',
  '<｜tool▁call',
  ' to=functions.',
] as const;

/** Whether a text looks as if a call was left in it. It is only told: what stands in a text is never run. */
export function mayHoldCall(text: string): boolean {
  return MARKS.some((mark) => text.includes(mark));
}
