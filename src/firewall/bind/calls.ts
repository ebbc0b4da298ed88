import { createNotations } from './notation.js';
import { isGiven } from './told-secret.js';

const SECRET = { type: 'secret', value: 'any' } as const;
const STRING = '["\'][^"\'\\n]{1,64}["\']';
const VARIABLE = '[\\w$.>-]{1,48}(?:\\(\\))?';

/** Secrets that code hands to a call which is known to take one. */
export const callArgument = createNotations({
  name: 'call-argument',
  validates: 'the call, and the arguments before; a value that is no reference, type or blank',
  source: 'php.net/curl_setopt; documentation of .NET, Apache HttpClient, Java and the Android Gradle plugin',
  rows: [
    {
      // curl_setopt($ch, CURLOPT_USERPWD, "root:…")
      literals: ['curlopt_userpwd', 'curlopt_proxyuserpwd'],
      behind: /\s{0,4}(?:,|=>)\s{0,4}(?<quote>["'])[^"':\s]{0,64}:(?=[^"'\n])/,
      judge: isGiven,
    },
    {
      // curl_setopt($ch, CURLOPT_USERPWD, $user . ':' . '…')
      literals: ['curlopt_userpwd', 'curlopt_proxyuserpwd'],
      behind: new RegExp(
        `\\s{0,4}(?:,|=>)\\s{0,4}(?:${STRING}|${VARIABLE})\\s{0,2}\\.\\s{0,2}["']:["']\\s{0,2}\\.\\s{0,2}["']`,
      ),
      judge: isGiven,
    },
    {
      // new NetworkCredential("bob", "…")
      literals: [
        'networkcredential(',
        'usernamepasswordcredentials(',
        'usernamepasswordcredential(',
        'passwordauthentication(',
        'passwordcredential(',
        'sqlcredential(',
      ],
      behind: new RegExp(`\\s{0,8}(?:${STRING}|${VARIABLE}),\\s{0,8}["']`),
      judge: isGiven,
    },
    {
      // buildConfigField "String", "API_KEY", "\"…\""
      literals: ['buildconfigfield', 'resvalue'],
      behind: /[ (]{1,4}["'][Ss]tring["'], {0,4}["'](?<name>[\w.-]{1,64})["'], {0,4}(?:"\\"|'"|["'])/,
      judge: isGiven,
    },
    {
      // Unseal Key 2: …
      literals: ['unseal key ', 'recovery key '],
      behind: /\d{1,2} {0,2}: {1,4}(?=[\w+/]{24})/,
      of: SECRET,
      judge: isGiven,
    },
    {
      // secret_id    84896a0c-1347-…
      literals: ['secret_id'],
      behind: /(?:\s{0,4}(?::|=>|=)\s{0,4}|\s{1,16})["']?(?=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\w))/i,
      of: SECRET,
      judge: isGiven,
    },
  ],
});
