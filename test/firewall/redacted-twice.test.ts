import { describe, expect, it } from 'vitest';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';

/** What once came out otherwise when it was redacted again, by what was wrong. */
const TEXTS: Readonly<Record<string, string>> = {
  'a cell that a table hid speaks for no date below it': 'id,cvv,pin\n1,123,4821\nexpiry: 12/2027\n',
  'a postcode before a comma and a card': 'zip code 12345,4111\u200b1111\u200b1111\u200b1111',
  'a code before a comma and a number': '2FA code: 482913,4111 1111 1111 1111',
  'a code before a slash and a number': 'MFA code 4829/536-22-8726',
  'a name before a full stop and a card': 'Name: Jane Doyle.4111111111111111',
  'a name before a full stop and an address in base64': 'contact: Peter Jones.Ym9iQGV4YW1wbGUuaW8=',
  'a name with a title before a full stop and a number': 'Mr. Smith.4111 1111 1111 1111',
  'a name with a title before a hyphen and a number': 'Sr. Juan Garc\u00eda-123-45-6789',
  'a name in Japanese before a card': '\u540d\u524d\uff1a\u4f50\u85e4\u82b1\u5b504111111111111111',
  'a number all in entities, behind another on its line':
    '8%2b5 tel 5552671%20916,puhelin: &#48;&#52;&#48; &#49;&#50;&#51;&#52;&#53;&#54;&#55;',
  'what stands between two strings of code':
    '=" + x); it\'s "Secret: ";   ["secret":"App\\Account":private]=>\n\nsignkey-prod-34275abfe6cd0891abfe; ',
};

describe('redacting what was redacted changes nothing', () => {
  it.each(Object.entries(TEXTS))('%s', (_, text) => {
    const once = redactText(text).text;
    expect(redactText(once).text).toBe(once);
  });

  it.each(Object.entries(TEXTS))('%s, cut anywhere', (_, text) => {
    const whole = redactText(text).text;
    for (let cut = 1; cut < text.length; cut += 1) {
      const redactor = createRedactor();
      expect(redactor.push(text.slice(0, cut)).text + redactor.end(text.slice(cut)).text).toBe(whole);
    }
  });

  it('a name before a full stop is still one at the end of its sentence', () => {
    expect(redactText('Name: Jane Doyle. [REDACTED:card]').text).toBe('Name: [REDACTED:person_name]. [REDACTED:card]');
    expect(redactText('Mr. Smith.').text).toBe('Mr. [REDACTED:person_name].');
  });
});
