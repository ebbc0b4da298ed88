const MOST_CHARS = 110;
/** Ids of requests, blocks, commits: what differs anyway from line to line of a template. */
const LONG_ID = /(?=[0-9a-fA-F-]{0,64}\d)[0-9a-fA-F][0-9a-fA-F-]{11,200}/g;
/** `org.apache.hadoop.ipc.Client`, `android.app.Activity`: the last name tells them apart. */
const PACKAGE = /\b(?:[a-z][a-z0-9_]{0,40}\.){2,12}(?=[A-Z])/g;

/** What is left of a request's ids in brackets: `[req-… … … - -]`. */
const ALL_IDS = /\[(?:[a-z]{0,12}-)?…(?: […-]){1,12}\]/g;
/** `sshd[2421]:`, which process of a program it was. */
const PROCESS = /(?<=\w)\[\d{1,8}\](?=:)/g;
/** Of a template that came more than once, as they change from line to line: addresses, long numbers, long paths. */
const ADDRESS = /\b(?:\d{1,5}[.:]){3,8}\d{1,5}\b/g;
const LONG_NUMBER = /(?<!\[REDACTED:\w{1,40}:)\b(?:0x)?[0-9a-f]{0,12}\d{3}[0-9a-f]{0,16}\b/g;
const LONG_PATH = /(?<=\/[\w.-]{1,40}\/)[\w.…+-]{1,80}(?:\/[\w.…+-]{0,80}){1,20}/g;
/** Also a short number that stands alone, as the first line's is not that of the others: `timeout after 75 ms`. */
const NUMBER = /(?<=^|[\s(=#])\d[\d.,]{0,20}(?=$|[\s),;:%])/g;
const TWICE = /…(?:[/:.,_-]?…)+/g;

/** A line that stands for all lines of its template, in few model tokens: without long ids and names of packages. */
export function templateText(sample: string, count = 1): string {
  const known = sample.replace(PACKAGE, '').replace(LONG_ID, '…').replace(ALL_IDS, '[…]').replace(PROCESS, '[…]');
  const short = count === 1 ? known : withoutChanging(known);
  return short.length > MOST_CHARS ? `${short.slice(0, MOST_CHARS)}…` : short;
}

function withoutChanging(text: string): string {
  return text
    .replace(ADDRESS, '…')
    .replace(LONG_NUMBER, '…')
    .replace(LONG_PATH, '…')
    .replace(NUMBER, '…')
    .replace(TWICE, '…');
}
