import { type KindReader, share, type TextKind } from './kind.js';

const DEFINITION =
  /^\s{0,4}(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\(\w+\))?|unsafe|extern|inline|virtual|override|open|sealed|data)\s+){0,5}(?:class|interface|enum|struct|trait|impl|function\*?|def|fn|func|module|namespace|type|record|object|protocol|extension|macro_rules!|sub|package)\b.{0,200}$/;
const VALUE = /^(?:export )?(?:const|let|var|static)\s+[\w$]+.{0,200}(?:=>|=|\{)/;
const SIGNATURE = /^[A-Za-z_][\w<>[\],.*&: ]{1,80}\s[\w:~]{1,60}\([^;]{0,160}\)\s*(?:const\s*)?\{?$/;
const METHOD =
  /^\s{2,4}(?:(?:async|static|get|set|public|private|protected)\s+){0,3}[\w$]{2,60}\([^;]{0,120}\)\s*(?::\s*[^;]{1,80})?\{$/;
const CONTROL = /^\s*(?:if|for|while|switch|catch|return|else|do|try)\b/;
const CODE =
  /^\s*(?:import\b|from \w|#include|using |package |use |const |let |var |def |class |function |export |func |fn |pub |public |private |return\b|if \(|for \(|\}|\/\/|\/\*|\*|@\w)|[;{]\s*$/;
const MARK = /\b(?:TODO|FIXME|XXX|HACK)\b/;

/** What a file of source code defines. */
export const SOURCE: TextKind = {
  kind_id: 'source',
  matches: (sample) => sample.length >= 5 && share(sample, CODE) >= 55,
  create: createSourceReader,
};

function createSourceReader(): KindReader {
  let definitions = 0;
  return {
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
  if (SIGNATURE.test(text)) {
    return 220;
  }
  return VALUE.test(text) ? 150 : METHOD.test(text) ? 160 : 0;
}
