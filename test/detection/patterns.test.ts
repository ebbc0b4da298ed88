import { isSafe } from 'redos-detector';
import { expect, test } from 'vitest';
import { assembledPatterns, literalPatterns, type SourcePattern } from './patterns.js';

const MOST_WAYS = 300;

/** How patterns begin that the checker cannot clear, and why none of them takes long. */
const BOUNDED: readonly (readonly [beginning: string, why: string])[] = [
  ['[@{}<>=|', 'alternatives that begin differently; linear'],
  ['\\b(?:curl|wget', 'asked about at most LOOK_BACK characters'],
  ['\\r?\\n|', 'one run of backslashes; linear from one place'],
  ['^(?:(?:25[0-5]', 'four numbers of three digits'],
  ['^(?:(?:Dr|Mrs?', 'at most four words of 25 letters'],
  ['^(?:(?:[A-Z][a-z]+', 'asked about one short word'],
  ['^(?:[*x.', 'alternatives of one loop each; asked about one sample'],
  ['^(?:\\$[A-Za-z_]', 'alternatives of one loop each; asked about one sample'],
  ['^(?: ?[/(-] ?(?:bic', 'every loop has an upper bound of three'],
  ['^(?:[Pp]\\.?', 'every loop has an upper bound; words with a blank between them'],
  ['^,?\\r?\\n', 'every loop has an upper bound; words with a blank between them'],
  ['^([\\p{L}][', 'every loop has an upper bound; asked about 128 characters'],
  ['^(?=\\w*\\d', 'asked about at most 64 characters'],
  [
    '^(?!.*\\b(?:your?',
    'one look from each place for words that begin differently, then words with a blank between them; linear',
  ],
  ['^(?:[A-Za-z0-9+/]|%2', 'alternatives that begin differently, of one length'],
  ['^(-{4,5})', 'every loop has an upper bound; asked about 80 characters'],
  ['^["\']?[\\s,]{1,24}', 'every loop has an upper bound'],
  ['^[\\p{L}_ ]{0,14}', 'every loop has an upper bound'],
  ['^[\\x20-\\x7e]', 'two loops around a colon; asked about one sample'],
  ['^\\p{Lu}[\\p{L}', 'words with a separator between them; asked about one short value'],
  ['^\\| ?(?:sudo )?', 'one loop in each alternative; asked about one line of 160 characters'],
  ['^((?:-[neE]{1,3} )?', 'every loop has an upper bound'],
  ['^((?=-[a-zA-Z]{0,8}b)', 'every loop has an upper bound'],
  ['^((?:["\'] ?:| is', 'words with a space between them, and as many as a wallet has'],
  ['^[\\w-]+(?:\\.[\\w-]+)*', 'labels with a dot between them; asked about one sample'],
  ['^\\s*(?:<[^<>]*>', 'two tags at most; linear; asked about 160 characters'],
  ['[$#]\\{', 'alternatives of one loop each; asked about one sample'],
  ['(?:^|[^\\w-])(?:(?:your', 'three words at most; asked about 40 characters'],
  ['(\\nN(?:;', 'parts with a semicolon between them; every loop has an upper bound'],
  ['^(?:[^;', 'parts with a semicolon between them; every loop has an upper bound'],
  ['[,;](?:[A-Z]?', 'alternatives of one loop each; asked about one word of 72 characters'],
  ['^[v^~<>=]*', 'alternatives of one loop each; asked about one word of 72 characters'],
  ['\\(\\?[:=!<]', 'alternatives of one loop each; asked about one word of 72 characters'],
  ['^[\\p{L}_#@]', 'two loops that begin differently; asked about one name of 40 characters'],
  ['^(?:\\([a-z ]{0,24}', 'alternatives that begin differently; every loop has an upper bound'],
];

test('no regular expression of the firewall can be made to backtrack', async () => {
  const assembled = await assembledPatterns(async () => {
    const { positives } = await import('./positives.js');
    const { judge } = await import('./score.js');
    const oneOfEach = new Map(positives().map((positive) => [`${positive.kind} ${positive.variant}`, positive]));
    [...oneOfEach.values()].forEach(judge);
  });
  const patterns = [...literalPatterns(), ...assembled];
  expect(assembled.length).toBeGreaterThan(0);
  const reasons = BOUNDED.map(([beginning]) => beginning);
  const unexplained = patterns.filter(({ pattern }) => !reasons.some((one) => pattern.source.startsWith(one)));
  const doubtful = unexplained.filter((one) => !isSafe(fromOnePlace(one), { maxScore: MOST_WAYS }).safe);
  expect(doubtful.map(({ file, pattern }) => `${file}: ${pattern.source}`)).toEqual([]);
  const sources = patterns.map(({ pattern }) => pattern.source);
  expect(reasons.filter((one) => !sources.some((source) => source.startsWith(one)))).toEqual([]);
}, 300_000);

/**
 * How often a pattern is tried depends on the length of the text; what one attempt costs must not. The checker knows no
 * case folding of Unicode, which adds no ways to match.
 */
function fromOnePlace({ pattern: { source, flags, unicode } }: SourcePattern): RegExp {
  return new RegExp(`^(?:${source})`, flags.replace(unicode ? /[giy]/g : /[gy]/g, ''));
}
