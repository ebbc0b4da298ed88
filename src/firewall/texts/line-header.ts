/**
 * The beginning that the lines of a log share in form: `Dec 10 06:55:46 web1 sshd[24200]: ` tells when and where, each
 * line anew. It is learned from the first lines, word by word: numbers and times, levels, and places where few
 * different words stand.
 */
export interface LineHeader {
  /** The word in the column of levels of the line that was asked about last, if it has one. */
  readonly level: () => string | undefined;
  /** How much of a line is header; 0 for a line of another form. A level that says that something is wrong is no header. */
  readonly lengthIn: (text: string) => number;
}

type Slot =
  | { readonly type: 'time' | 'number' | 'level' | 'id' | 'host' | 'any' }
  | { readonly type: 'word'; readonly values: ReadonlySet<string>; readonly isEnd: boolean };

interface Found {
  level: string | undefined;
  /** Between the last word of the header and what is said. */
  blanks: number;
}

const MOST_SLOTS = 10;
const MOST_WORD = 48;
/** Words between a time and a name with a colon: a host. */
const MOST_NAMES = 2;
const NEEDED_PERCENT = 90;
/** So many different words, in percent of the lines, may stand in one place of a header. */
const DIFFERENT_PERCENT = 10;
const FEWEST_DIFFERENT = 2;
const WORD = /[^ \t|]{1,200}[ \t|]*/y;
const NUMBER =
  /^[[(<]?(?:\d\d[OE]\+?$|[-+]?\d[\d:.,/+TZ_-]{0,60}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6})[\])>:,.]{0,2}$/;
const TIME = /(?:^|[T[_(-])\d{1,2}:\d\d|^\[?\d{10}(?:\d{3})?(?:\.\d{1,9})?\]?:?$|^\d{4}-\d\d-\d\d|^\d{6,8}-\d/;
const LEVEL =
  /^[[(<]?(?:trace|debug|verbose|info|information|notice|config|fine|finer|finest|warn|warning|error|err|severe|fatal|critical|crit|alert|emerg|panic|failure|[VDIWEF])[\])>:,|]*$/i;
const CALM = /^[[(<]?(?:trace|debug|verbose|info|information|notice|config|fine|finer|finest|[VDI])[\])>:,|]*$/i;
const LABEL = /^(?:-|[A-Z][A-Z0-9_]{2,20})$/;
const HOST = /^[\w.@#/-]{2,64}$/;
const PROGRAM = /^[^:]{1,64}:$/;
/** So many lines name their program behind the host, in percent; a program's name may hold a space. */
const PROGRAM_PERCENT = 60;
/** In words, or in the dots of a test runner, one for each test. */
const SAYS_SOMETHING = /[A-Za-z]{3}|\.{8}/;
const FEWEST_TOLD = 5;

/** undefined where fewer than nine in ten lines have one, or none tells a time. */
export function learnHeader(all: readonly string[]): LineHeader | undefined {
  const lines = withoutBareTimes(all);
  const words = lines.map((line) => wordsOf(line));
  const slots: Slot[] = [];
  for (let at = 0; at < MOST_SLOTS; at += 1) {
    const here = words.flatMap((each) => (each.length < at + 2 ? [] : each.slice(at, at + 1)));
    const isThere = here.length * 100 >= lines.length * NEEDED_PERCENT;
    const slot = isThere ? (hostSlot(words, slots.at(-1), at) ?? slotOf(here) ?? labelSlot(here, at)) : undefined;
    if (slot === undefined) {
      break;
    }
    slots.push(slot);
    if (slot.type === 'word' && slot.isEnd) {
      break;
    }
  }
  const timeAt = timeOf(slots);
  if (timeAt < 0) {
    return;
  }
  const header = withoutMessage(slots);
  while (header.length > timeAt && !leavesMost(lines, { slots: header, timeAt })) {
    header.pop();
  }
  return header.length > timeAt ? createHeader({ slots: header, timeAt }, lines) : undefined;
}

/** Empty lines of a tool whose runner writes the time before each line; they tell nothing of the form of the others. */
function withoutBareTimes(all: readonly string[]): readonly string[] {
  const lines = all.filter((line) => !wordsOf(line).every(isOfTime));
  return lines.length >= FEWEST_TOLD && lines.length * 2 >= all.length ? lines : all;
}

function isOfTime(word: string): boolean {
  return TIME.test(word) || NUMBER.test(word);
}

/** Where a line has to have said its time to have a header at all: times, or the numbers before a level. */
function timeOf(slots: readonly Slot[]): number {
  const time = slots.findIndex(({ type }) => type === 'time');
  const level = slots.findIndex(({ type }) => type === 'level');
  return time >= 0 ? time : slots.slice(0, Math.max(0, level)).findLastIndex(({ type }) => type === 'number');
}

interface Form {
  readonly slots: readonly Slot[];
  readonly timeAt: number;
}

function createHeader(form: Form, lines: readonly string[]): LineHeader {
  const found: Found = { level: undefined, blanks: 0 };
  const most = blanksBehind(form, lines);
  return {
    lengthIn: (text) => {
      const length = headerLength(text, form, found);
      return Math.max(0, length - Math.max(0, found.blanks - most));
    },
    level: () => found.level,
  };
}

/** A tool's own indentation stands behind a time; behind a level or a name there are columns of different widths. */
function blanksBehind(form: Form, lines: readonly string[]): number {
  const last = form.slots.at(-1)?.type;
  if (last !== 'time' && last !== 'number') {
    return Number.POSITIVE_INFINITY;
  }
  const found: Found = { level: undefined, blanks: 0 };
  const said = lines.filter((line) => line.slice(headerLength(line, form, found)).trim() !== '');
  return Math.min(
    ...said.map((line) => {
      headerLength(line, form, found);
      return found.blanks === 0 ? Number.POSITIVE_INFINITY : found.blanks;
    }),
  );
}

/**
 * Up to the last time or level and the numbers behind it, or a name with a colon: a message begins there. What stands
 * before the last time or level is a host or a process, whatever it is called.
 */
function withoutMessage(slots: readonly Slot[]): Slot[] {
  let last = slots.findLastIndex(({ type }) => type === 'time' || type === 'level' || type === 'host');
  while (slots[last + 1]?.type === 'number') {
    last += 1;
  }
  const named = slots.findLastIndex((slot) => slot.type === 'word' && slot.isEnd);
  const isNear = named - last <= MOST_NAMES;
  return slots.slice(0, (isNear ? Math.max(named, last) : last) + 1).map((slot, at) => {
    const isName = slot.type === 'word' || slot.type === 'id';
    return isName && at < last ? { type: 'any' } : slot;
  });
}

/** Between a time and the name of a program: `Jul  1 09:00:55 web-1 kernel[0]: up`. */
function hostSlot(words: readonly (readonly string[])[], before: Slot | undefined, at: number): Slot | undefined {
  if (before?.type !== 'time') {
    return;
  }
  const pairs = words.filter(({ length }) => length > at + 2).map((each) => each.slice(at, at + 2));
  const named = pairs.filter(([, program = '']) => PROGRAM.test(program));
  const isHost =
    pairs.length * 100 >= words.length * NEEDED_PERCENT &&
    isMost(
      pairs.map(([host = '']) => host),
      HOST,
    ) &&
    named.length * 100 >= pairs.length * PROGRAM_PERCENT;
  return isHost ? { type: 'host' } : undefined;
}

/** The kind of an alert, or a dash for none, before the time of each line: `KERNDTLB 1117838570 2005.06.03 …`. */
function labelSlot(here: readonly string[], at: number): Slot | undefined {
  return at === 0 && isMost(here, LABEL) ? { type: 'any' } : undefined;
}

function slotOf(here: readonly string[]): Slot | undefined {
  if (isMost(here, LEVEL)) {
    return { type: 'level' };
  }
  if (isMost(here, TIME)) {
    return { type: 'time' };
  }
  if (isMost(here, NUMBER)) {
    return { type: 'number' };
  }
  const values = new Set(here.map(masked));
  const most = Math.max(FEWEST_DIFFERENT, Math.floor((here.length * DIFFERENT_PERCENT) / 100));
  if (values.size <= most) {
    return { type: 'word', values, isEnd: isMost(here, /:$/) };
  }
  return isMost(here, /\d/) ? { type: 'id' } : undefined;
}

function isMost(words: readonly string[], pattern: RegExp): boolean {
  return words.filter((word) => pattern.test(word)).length * 100 >= words.length * NEEDED_PERCENT;
}

/** Nine in ten lines still say something, or the header takes in what is said. */
function leavesMost(lines: readonly string[], form: Form): boolean {
  const told = lines.filter((line) => SAYS_SOMETHING.test(line.slice(headerLength(line, form))));
  return told.length * 100 >= lines.length * NEEDED_PERCENT;
}

/** Notes the word in the column of levels. A line that does not tell a time where the others do has no header. */
function headerLength(text: string, { slots, timeAt }: Form, found: Found = { level: undefined, blanks: 0 }): number {
  let end = 0;
  found.level = undefined;
  found.blanks = 0;
  for (const [at, slot] of slots.entries()) {
    WORD.lastIndex = end;
    const [whole] = WORD.exec(text) ?? [];
    const word = whole === undefined ? undefined : withoutSeparator(whole);
    if (slot.type === 'level' && found.level === undefined) {
      found.level = word;
    }
    if (whole === undefined || word === undefined || !fits(slot, word)) {
      return at > timeAt ? end : 0;
    }
    end += whole.length;
    found.blanks = whole.length - word.length;
  }
  return end;
}

function fits(slot: Slot, word: string): boolean {
  switch (slot.type) {
    case 'time':
      return TIME.test(word);
    case 'number':
      return NUMBER.test(word);
    case 'any':
    case 'host':
    case 'id':
      return true;
    case 'level':
      return CALM.test(word);
    case 'word':
      return slot.values.has(masked(word));
  }
}

function withoutSeparator(word: string): string {
  return word.replace(/[ \t|]{1,200}$/, '');
}

function masked(word: string): string {
  return word.slice(0, MOST_WORD).replace(/\d+/g, '#');
}

function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  WORD.lastIndex = 0;
  for (let found = WORD.exec(line); found !== null && words.length <= MOST_SLOTS; found = WORD.exec(line)) {
    words.push(withoutSeparator(found[0]));
  }
  return words;
}
