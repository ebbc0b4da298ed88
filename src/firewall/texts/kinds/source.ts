import type { KindReader, TextKind } from './kind.js';
import { definitionName } from './outline-name.js';

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
/** What is said in prose between code, and where that ends: comments, documentation of Python and of Perl. */
const PROSE: readonly { readonly begin: RegExp; readonly end: RegExp }[] = [
  { begin: /^\s*\/\*/, end: /\*\// },
  { begin: /^\s*[ru]?"""/, end: /"""/ },
  { begin: /^\s*[ru]?'''/, end: /'''/ },
  { begin: /^=(?:head\d|begin|pod|over|item|encoding|for)\b/, end: /^=cut\b/ },
];
const STATEMENT =
  /[;{},(]\s{0,8}$|^\s*[})\]]|^\s*(?:if|elif|else|for|while|try|except|finally|with)\b.{0,200}:$|^\s*(?:return|raise|yield|pass|assert|use)\b|^\s*[\w.]{1,60} \+?= \S/;
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
  const lines = withoutProse(sample);
  if (sample.length < FEWEST_LINES || INTERPRETER.test(first) || isDocumented(sample)) {
    return sample.length >= FEWEST_LINES;
  }
  const code = lines.filter((text) => SURE.test(text)).length;
  const statements = lines.filter((text) => !SURE.test(text) && STATEMENT.test(text)).length;
  const prose = sample.length - lines.length;
  const percent = (100 * (code + statements + prose)) / sample.length;
  const opens = OPENING.test(first);
  return (code > 0 && percent >= (opens ? 40 : 60)) || (opens && percent >= 80);
}

/** Below the comments that it may begin with. */
function isDocumented(sample: readonly string[]): boolean {
  return DOCUMENTED.test(sample.find((text) => !text.startsWith('#')) ?? '');
}

function withoutProse(sample: readonly string[]): readonly string[] {
  let end: RegExp | undefined;
  return sample.filter((text) => {
    const inside = end;
    if (inside !== undefined) {
      end = inside.test(text) ? undefined : inside;
      return false;
    }
    const found = PROSE.find(({ begin }) => begin.test(text));
    // On one line it may begin and end.
    end = found === undefined || found.end.test(text.replace(found.begin, '')) ? undefined : found.end;
    return found === undefined && (!COMMENT.test(text) || SURE.test(text));
  });
}

function createSourceReader(): KindReader {
  let definitions = 0;
  return {
    isOfNames: true,
    isReference: true,
    outlineName: (text) => definitionName(text),
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

/** What every class has says nothing of this one. */
const USUAL_METHOD = /^\s+(?:(?:async )?def __\w{1,30}__|constructor|toString) ?\(/;

function definitionWeight(text: string): number {
  if (USUAL_METHOD.test(text)) {
    return 70;
  }
  if (DEFINITION.test(text)) {
    return text.startsWith(' ') || text.startsWith('\t') ? 170 : 240;
  }
  if (SIGNATURE.test(text) || PROTOTYPE.test(text) || SHELL_FUNCTION.test(text)) {
    return 220;
  }
  return ASSIGNED.test(text) ? 170 : METHOD.test(text) ? 160 : VALUE.test(text) ? 150 : 0;
}
