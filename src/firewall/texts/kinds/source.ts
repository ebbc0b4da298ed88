import type { KindReader, TextKind } from './kind.js';

const DEFINITION =
  /^\s{0,4}(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|pub(?:\(\w+\))?|unsafe|extern|inline|virtual|override|open|sealed|data)\s+){0,5}(?:class|interface|enum|struct|union|trait|impl|function\*?|def|fn|func|module|namespace|type|typedef|record|object|protocol|extension|macro_rules!|sub|package|#\s?define|CREATE (?:TABLE|VIEW|FUNCTION|INDEX))\b.{0,200}$/;
const VALUE = /^(?:export )?(?:declare )?(?:const|let|var|static)\s+[\w$]+.{0,200}(?:=>|=|\{)/;
const SIGNATURE = /^[A-Za-z_][\w<>[\],.*&: ]{1,80}[\s*][\w:~]{1,60}\s?\([^;]{0,160}\)\s*(?:const\s*)?\{?$/;
/** `extern int open (const char *name, int flags) attribute;` */
const PROTOTYPE = /^(?:[a-z_]\w{0,40}[\s*]{1,3}){1,5}\w{2,60} ?\([^;{}()]{0,160}\)[^;{}]{0,80};$/;
const METHOD =
  /^(?: {2,8}|\t{1,2})(?:(?:async|static|get|set|public|private|protected)\s+){0,3}\*?[\w$#]{2,60}\([^;]{0,120}\)\s*(?::\s*[^;]{1,80})?\{$/;
/** `IPv4.prototype.toString = function () {`, `exports.parse = (text) => {`, `parse: function (text) {` */
const ASSIGNED =
  /^(?: {0,8}|\t{1,2})[\w$.[\]'"]{2,80}(?: = |: ?)(?:async )?(?:function\b|class\b|\([^()]{0,120}\) ?=>|[\w$]{1,40} =>)/;
/** `usage() {` of a shell */
const SHELL_FUNCTION = /^[\w-]{2,60} ?\(\) ?\{/;
const CONTROL = /^\s*(?:\} ?)?(?:if|for|foreach|while|switch|catch|return|else|do|try|with|until|await|throw|new)\b/;
/** What only a language for machines begins a line with. */
const SURE =
  /^\s*(?:import ["'{*]|import [\w$, {}*]+ from\b|import [\w.]+(?:$|;| as )|from [\w.]+ import\b|#\s?(?:include|ifndef|ifdef|define|pragma)\b|using [\w.]+;|use [\w:]+;|package [\w.]+;?$|const \w|let \w|var \w|def \w+\(|class \w+[\s:({]|function\b|export |func |fn |pub |public |private |module\.exports|['"]use strict|declare |typedef |struct \w+ ?\{|extern |my \$|our |require\(|@\w+(?:\(|$))/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;;|"""|''')/;
const BLOCK_COMMENT = /^\s*\/\*/;
const STATEMENT = /[;{},(]\s*$|^\s*[})\]]/;
/** A file begins with its licence, its interpreter or what it is for. */
const OPENING = /^(?:\/\*|\/\/|#!|r?"""|r?'''|<\?php|['"]use strict)/;
const MARK = /\b(?:TODO|FIXME|XXX|HACK)\b/;
/** What a module of Python is for, in prose. */
const DOCUMENTED = /^[ru]?(?:"""|''')/;
const INTERPRETER = /^#!.{0,80}\b(?:node|python|perl|ruby|(?:ba|z|k)?sh)/;
const FEWEST_LINES = 5;

/** What a file of source code defines. */
export const SOURCE: TextKind = {
  kind_id: 'source',
  matches: isSource,
  create: createSourceReader,
};

function isSource(sample: readonly string[]): boolean {
  const [first = ''] = sample;
  if (sample.length < FEWEST_LINES || INTERPRETER.test(first) || DOCUMENTED.test(first)) {
    return sample.length >= FEWEST_LINES;
  }
  const lines = withoutComments(sample);
  const code = lines.filter((text) => SURE.test(text)).length;
  const statements = lines.filter((text) => !SURE.test(text) && STATEMENT.test(text)).length;
  const comments = sample.length - lines.length;
  const percent = (100 * (code + statements + comments)) / sample.length;
  const opens = OPENING.test(first);
  return (code > 0 && percent >= (opens ? 40 : 60)) || (opens && percent >= 80);
}

function withoutComments(sample: readonly string[]): readonly string[] {
  let isInside = false;
  return sample.filter((text) => {
    const isComment = isInside || (COMMENT.test(text) && !SURE.test(text));
    isInside = (isInside || BLOCK_COMMENT.test(text)) && !text.includes('*/');
    return !isComment;
  });
}

function createSourceReader(): KindReader {
  let definitions = 0;
  return {
    isOfNames: true,
    weigh(text) {
      if (text === '' || CONTROL.test(text)) {
        return 0;
      }
      const weight = definitionWeight(text);
      definitions += weight > 0 ? 1 : 0;
      return weight > 0 ? weight : MARK.test(text) ? 140 : 0;
    },
    facts: () => (definitions > 0 ? [`definitions: ${definitions}`] : []),
  };
}

function definitionWeight(text: string): number {
  if (DEFINITION.test(text)) {
    return text.startsWith(' ') || text.startsWith('\t') ? 170 : 240;
  }
  if (SIGNATURE.test(text) || PROTOTYPE.test(text) || SHELL_FUNCTION.test(text)) {
    return 220;
  }
  return ASSIGNED.test(text) ? 170 : METHOD.test(text) ? 160 : VALUE.test(text) ? 150 : 0;
}
