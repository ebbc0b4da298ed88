const AT_END = /^Unexpected end of JSON input$|^Unterminated string/;
const POSITION = / at position (\d+)/;

/**
 * The line, from 1, on which a text stops being the beginning of JSON. V8 does not always say where, but of each beginning
 * of the text it says whether only its end is missing, so the place is found by halving.
 */
export function jsonErrorLine(text: string): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (mayGoOn(text.slice(0, middle))) {
      good = middle;
    } else {
      bad = middle;
    }
  }
  return text.slice(0, good).split('\n').length;
}

function mayGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return AT_END.test(message) || Number(POSITION.exec(message)?.[1] ?? -1) >= beginning.length;
  }
}
