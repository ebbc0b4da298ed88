import { whenNeeded } from '../lex/when-needed.js';
import { FORMATS } from './formats/index.js';
import { featureTables } from './line-features.js';
import { hintsOf } from './reader.js';
import { createWordAutomaton, type WordAutomaton } from './word-automaton.js';

const tables = whenNeeded(() => featureTables(hintsOf(FORMATS)));

/** Finds the words of lines that tell anything, and the literals of the formats. All texts share its tables. */
export function createKnownWords(): WordAutomaton {
  return createWordAutomaton(tables());
}
