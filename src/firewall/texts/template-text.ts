const MOST_CHARS = 140;
/** Ids of requests, blocks, commits: what differs anyway from line to line of a template. */
const LONG_ID = /(?=[0-9a-fA-F-]{0,64}\d)[0-9a-fA-F][0-9a-fA-F-]{11,200}/g;
/** `org.apache.hadoop.ipc.Client`, `android.app.Activity`: the last name tells them apart. */
const PACKAGE = /\b(?:[a-z][a-z0-9_]{0,40}\.){2,12}(?=[A-Z])/g;

/** What is left of a request's ids in brackets: `[req-… … … - -]`. */
const ALL_IDS = /\[(?:[a-z]{0,12}-)?…(?: […-]){1,12}\]/g;

/** A line that stands for all lines of its template, in few model tokens: without long ids and names of packages. */
export function templateText(sample: string): string {
  const short = sample.replace(PACKAGE, '').replace(LONG_ID, '…').replace(ALL_IDS, '[…]');
  return short.length > MOST_CHARS ? `${short.slice(0, MOST_CHARS)}…` : short;
}
