const STRING_CONTROL = '(?:\\u001b[P\\]X^_]|[\\u0090\\u0098\\u009d-\\u009f])';
const STRING_BODY = '[^\\u0007\\u001b\\u0090\\u0098\\u009c-\\u009f]*';
const STRING_END = '(?:\\u0007|\\u001b\\\\|\\u009c)';
const CONTROL_STRING = new RegExp(`${STRING_CONTROL}${STRING_BODY}${STRING_END}`, 'g');
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
const SHORT_ESCAPE = /\u001b[ -/]*[0-~]/g;

/** A text without what a terminal would obey as a whole: control sequences (CSI, OSC, DCS and their kin) and escapes. */
export function withoutControlSequences(text: string): string {
  return text.replace(CONTROL_STRING, '').replace(CONTROL_SEQUENCE, '').replace(SHORT_ESCAPE, '');
}
