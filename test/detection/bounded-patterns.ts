/** A pattern that the checker cannot clear, and why it does not take long all the same. */
export interface BoundedPattern {
  readonly file: string;
  /** How its source begins, for a reader. */
  readonly beginning: string;
  /** Of the whole pattern, its flags too: one that was changed has to be looked at again. */
  readonly digest: string;
  readonly why: string;
}

export const BOUNDED: readonly BoundedPattern[] = [
  {
    file: 'field-value.ts',
    beginning: '^(?=\\w*\\d[A-Za-z]+\\d)(?=',
    digest: 'e44a05aceac7',
    why: 'asked about at most 64 characters',
  },
  {
    file: 'field-value.ts',
    beginning: '[@{}<>=|\\\\]|:\\/\\/|0x[0-9',
    digest: 'e244caf55457',
    why: 'alternatives that begin differently; linear',
  },
  {
    file: 'detectors/address-forms.ts',
    beginning: "^([\\p{L}][\\p{L}'’. -]{1,",
    digest: '5cfc961ca91b',
    why: 'every loop has an upper bound; asked about 128 characters',
  },
  {
    file: 'detectors/basic.ts',
    beginning: '^[\\x20-\\x7e]*:[\\x20-\\x7e',
    digest: '486c165afdeb',
    why: 'two loops around a colon; asked about one sample',
  },
  {
    file: 'detectors/bic.ts',
    beginning: '^(?: ?[/(-] ?(?:bic|swif',
    digest: '37ffbe6fd019',
    why: 'every loop has an upper bound of three',
  },
  {
    file: 'detectors/command-argument.ts',
    beginning: '^\\| ?(?:sudo )?(?:(?:doc',
    digest: '558a089638e5',
    why: 'one loop in each alternative; asked about one line of 160 characters',
  },
  {
    file: 'detectors/command-argument.ts',
    beginning: '^((?:-[neE]{1,3} )?(?:["',
    digest: '1da5d204fb68',
    why: 'every loop has an upper bound',
  },
  {
    file: 'detectors/command-argument.ts',
    beginning: '^((?=-[a-zA-Z]{0,8}b)-(?',
    digest: '66f3716aea00',
    why: 'every loop has an upper bound',
  },
  {
    file: 'detectors/contact-card.ts',
    beginning: "^\\p{Lu}[\\p{L}'’.-]{0,40}",
    digest: '987af48f5a91',
    why: 'words with a separator between them; asked about one short value',
  },
  {
    file: 'detectors/contact-card.ts',
    beginning: '^(?:[^;\\r\\n]{0,80};){4,6',
    digest: 'e625d63e8779',
    why: 'parts with a semicolon between them; every loop has an upper bound',
  },
  {
    file: 'detectors/curl-user.ts',
    beginning: '\\b(?:curl|wget|http|http',
    digest: 'aa5bf057d9f5',
    why: 'asked about at most LOOK_BACK characters',
  },
  {
    file: 'detectors/directive.ts',
    beginning: '^((?:["\'] ?:| is|:|=| ?=',
    digest: '5ac9334e119d',
    why: 'words with a space between them, and as many as a wallet has',
  },
  {
    file: 'detectors/labelled-value.ts',
    beginning: '^\\s*(?:<[^<>]*>\\s*){0,2}',
    digest: 'a0a2fad1ea1f',
    why: 'two tags at most; linear; asked about 160 characters',
  },
  {
    file: 'detectors/markup-value.ts',
    beginning: '^\\s*(?:<[^<>]*>\\s*){0,2}',
    digest: 'a0a2fad1ea1f',
    why: 'two tags at most; linear; asked about 160 characters',
  },
  {
    file: 'detectors/network-address.ts',
    beginning: '^(?:(?:25[0-5]|2[0-4]\\d|',
    digest: '32aea4a2d8f9',
    why: 'four numbers of three digits',
  },
  {
    file: 'detectors/one-time-code.ts',
    beginning: '(?:^|[^\\w-])(?:(?:your|d',
    digest: 'f20c0b7b62c6',
    why: 'three words at most; asked about 40 characters',
  },
  {
    file: 'detectors/private-key-parts.ts',
    beginning: '\\r?\\n|\\\\+r\\\\+n|\\\\+n',
    digest: '5bd66f83b949',
    why: 'one run of backslashes; linear from one place',
  },
  {
    file: 'detectors/private-key.ts',
    beginning: '^(?:[A-Za-z0-9+/]|%2[BbF',
    digest: 'a8491f575214',
    why: 'alternatives that begin differently, of one length',
  },
  {
    file: 'detectors/odd-credentials.ts',
    beginning: '^[\\w-]+(?:\\.[\\w-]+)*\\.[a',
    digest: '68d376f625b1',
    why: 'labels with a dot between them; asked about one sample',
  },
  {
    file: 'redactor/column-names.ts',
    beginning: '^[\\p{L}_#@][\\p{L}\\p{N}_ ',
    digest: '651e6800e764',
    why: 'two loops that begin differently; asked about one name of 40 characters',
  },
  {
    file: 'redactor/mixed-signs.ts',
    beginning: '[$#]\\{|\\{\\{|\\\\|\\(\\?|\\[\\^',
    digest: 'd0134c1dedcb',
    why: 'alternatives of one loop each; asked about one sample',
  },
  {
    file: 'redactor/pair.ts',
    beginning: '^["\']?[\\s,]{1,24}(?:["\']',
    digest: '84578d8ebb42',
    why: 'every loop has an upper bound',
  },
  {
    file: 'redactor/person.ts',
    beginning: '^\\p{Lu}[\\p{L}\\p{M}]*(?:[',
    digest: '3a6ed470c995',
    why: 'words with a separator between them; asked about one short value',
  },
  {
    file: 'redactor/random-word.ts',
    beginning: '[,;](?:[A-Z]?[a-z][A-Za-',
    digest: 'd33f1f5c2fd7',
    why: 'alternatives of one loop each; asked about one word of 72 characters',
  },
  {
    file: 'redactor/random-word.ts',
    beginning: '^[v^~<>=]*\\d+\\.\\d+\\.\\d|^',
    digest: 'ff44d3547b82',
    why: 'alternatives of one loop each; asked about one word of 72 characters',
  },
  {
    file: 'redactor/random-word.ts',
    beginning: '\\(\\?[:=!<]|\\[\\^?(?:\\\\[wd',
    digest: 'ec940740fb9c',
    why: 'alternatives of one loop each; asked about one word of 72 characters',
  },
  {
    file: 'redactor/secret-value.ts',
    beginning: '^(?:[*x.\\-_•#?]+|[\\s,.;:',
    digest: '92a1764e6b2b',
    why: 'alternatives of one loop each; asked about one sample',
  },
  {
    file: 'redactor/secret-value.ts',
    beginning: '^(?:\\$[A-Za-z_]\\w*(?:-$|',
    digest: 'b33cd406406a',
    why: 'alternatives of one loop each; asked about one sample',
  },
  {
    file: 'redactor/value-in-code.ts',
    beginning: '^(?:(?:[A-Z][a-z]+\\d*){2',
    digest: '72f85668866b',
    why: 'asked about one short word',
  },
  {
    file: 'redactor/secret-value.ts',
    beginning: '^(?!.*\\b(?:your?|the|an?',
    digest: '2dcf139abdf0',
    why: 'one look from each place for words that begin differently, then words with a blank between them; linear',
  },
  {
    file: 'redactor/change.ts',
    beginning: '^(?:\\([a-z ]{0,24}|n|nu|',
    digest: '5c5366756067',
    why: 'alternatives that begin differently; every loop has an upper bound',
  },
  {
    file: 'detectors/address-forms.ts',
    beginning: '^,?\\r?\\n[ \\t]{0,8}(?:\\d{',
    digest: '1c81a9a40989',
    why: 'every loop has an upper bound; words with a blank between them',
  },
  {
    file: 'detectors/private-key.ts',
    beginning: '^(-{4,5})( ?)BEGIN(?: |%',
    digest: 'bb05522b6785',
    why: 'every loop has an upper bound; asked about 80 characters',
  },
  {
    file: 'redactor/person.ts',
    beginning: '^(?:(?:Dr|Mrs?|Ms|Prof|M',
    digest: '280a7a319237',
    why: 'at most four words of 25 letters',
  },
  {
    file: 'detectors/birth-date.ts',
    beginning: '^[\\p{L}_ ]{0,14}["\'\\\\]{0',
    digest: '3dfbd75a2b69',
    why: 'every loop has an upper bound',
  },
  {
    file: 'detectors/address-forms.ts',
    beginning: '^(?:[Pp]\\.? ?[Oo]\\.? [Bb',
    digest: 'e61f0039435e',
    why: 'every loop has an upper bound; words with a blank between them',
  },
  {
    file: 'detectors/address-forms.ts',
    beginning: '^(?:(?:(?:Apt|Apartment|',
    digest: '791cefb0dbac',
    why: 'every loop has an upper bound; asked about 80 characters',
  },
];
