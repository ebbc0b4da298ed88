import { isStatedSecret } from '../judge/secret-value.js';
import { createNotations, type Judge, type Notation } from './notation.js';
import { isGiven, isStrong, isTold } from './told-secret.js';

const NAMES = ['password', 'passwd', 'passphrase', 'pwd', '_pass', 'secret', 'token', '_key', '-key', 'apikey'];
const QUOTE = '["\'`]';
/** What holds one string, in the languages where it is no plain string. */
const HOLDER =
  '(?:new )?(?:Q?String(?:Literal|::(?:new|from))?|QLatin1String|Secret(?:Str|String(?:::(?:new|from))?)|Some|Just|Buffer\\.from|' +
  'std::string|Encoding\\.\\w{4,8}\\.GetBytes|\\[\\]byte|TEXT|_T)[({][rb]?';
/** Between a value that is given elsewhere and the one that is taken if it is not. */
const ELSE =
  '(?: {0,2}(?:\\|\\||\\?\\?|\\?:|//|or|\\{) {0,2}|\\.(?:unwrap_or|unwrap_or_else|orElse|getOrElse)\\((?:\\|\\w{0,8}\\| ?)?)';
/** A value that is looked up by another name: ` = os.environ.get("X"`. */
const LOOKED_UP = ' ?[:=]{1,2}>? ?\\$?\\w[\\w.:]{0,48}[([]["\'][\\w.-]{1,40}["\']';
const TYPE = '(?:As )?(?:str(?:ing)?|text|n?(?:var)?char2?)(?:\\([\\dmax]{1,5}\\))?';

/** Secrets in code that names them, where more than a sign stands between the name and the value. */
const CODE: readonly Notation[] = [
  // Dim password As String = "…", DECLARE @password varchar(50) = '…', const password string = `…`
  behindName(isGiven, new RegExp(` {1,4}${TYPE} ?= ?N?${QUOTE}`, 'i')),
  // $h->{password} = '…', h[:password] = '…'
  behindName(isGiven, new RegExp(`[}\\]] {0,4}(?:\\|\\||//|\\?\\?)?= {0,4}${QUOTE}`), /[[{][:"']?\w{0,40}$/),
  // getenv("DB_PASSWORD") or "…", ENV.fetch("DB_PASSWORD") { "…" }
  behindName(isGiven, new RegExp(`[)\\]]${ELSE}${QUOTE}`)),
  // password = getenv("X") or "…", token = env["X"] ?? "…"
  behindName(isTold, new RegExp(`${LOOKED_UP}[)\\]]${ELSE}${QUOTE}`)),
  // password = environ.get("X", "…"), config.get("x", default="…")
  behindName(isTold, new RegExp(`${LOOKED_UP}, ?(?:default=)?${QUOTE}`)),
  // password = String("…"), password: Option<String> = Some("…")
  behindName(isGiven, new RegExp(` ?(?::=|[:=]) ?${HOLDER}${QUOTE}`)),
  behindName(isGiven, new RegExp(`: [\\w<>&']{2,24} ?= ?${HOLDER}${QUOTE}`)),
  // char password[32] = "…"
  behindName(isStatedSecret, /\[\d{0,4}\] ?= ?"/),
  // std::string apiKey{"…"}
  behindName(isGiven, /\{["']/, /[\w>&] \w{0,40}$/),
  // {:password, "…"}, {password, <<"…">>}
  behindName(isTold, /, {0,2}(?:<<)?["']/, /\{:?\w{0,40}$/),
  // password = isLocal ? "…" : …
  behindName(isTold, new RegExp(` {0,4}[:=] {0,4}(?:if [\\w.!]{1,40} then|[\\w.!()]{1,40} \\?) ${QUOTE}`)),
  // add_argument("--password", default="…"), StringVarP(&password, "password", "p", "…", …)
  ...[
    /,? {0,2}["'](?!-)/,
    /, "\w", {0,2}["'](?!-)/,
    /,[^"'\n]{0,60}\bdefault {0,2}= {0,2}["'](?!-)/,
    / ?<[\w-]{1,40}>["'], ?["'][^"'\n]{0,80}["'],? {0,2}["'](?!-)/,
  ].map((behind) => behindName(isTold, behind, /(?:["'\s]--?|&\w{1,40}, ")[\w-]{0,40}$/)),
  // fill_in "Password", with: "…", page.fill('input[name="password"]', '…'), get('#password').type('…')
  behindName(
    isStrong,
    new RegExp(
      `(?:["']\\]${QUOTE})?\\)?(?:, (?:with: )?|\\.(?:type|fill|send_?keys|setValue)\\()${QUOTE}(?!["'\\\\])`,
      'i',
    ),
  ),
  // &lt;password&gt;…&lt;/password&gt;
  behindName(isGiven, /(?: [^&\n]{0,60})?&gt;(?=[^&\s]{1,200}&lt;\/)/, /&lt;[\w:.-]{0,60}$/),
  // 01 WS-PASSWORD PIC X(12) VALUE '…'
  behindName(isGiven, /\s{1,40}PIC\s{1,4}X(?:\(\d{1,4}\))?\s{1,20}VALUE\s{1,4}["']/i),
];

function behindName(judge: Judge, behind: RegExp, before?: RegExp): Notation {
  return { literals: NAMES, behind, of: 'literal', judge, ...(before !== undefined && { before }) };
}

const SECRET = { type: 'secret', value: 'any' } as const;
const STRING = '["\'][^"\'\\n]{1,64}["\']';
const VARIABLE = '[\\w$.>-]{1,48}(?:\\(\\))?';
const ARGUMENT = `\\s{0,8}(?:["'][^"'\\n]{1,96}["']|${VARIABLE}),`;
const OPENING = '\\s{0,8}[rb]?["\']';
const TWO = `${ARGUMENT}${ARGUMENT}`;
/** An object, or anything without a string in it. */
const ANY = '(?:\\{[^}\\n]{0,96}\\}|[^"\'\\n{},]{1,64}),';

/** Secrets that code hands to a call which is known to take one. */
export const callArgument = createNotations({
  name: 'call-argument',
  validates: 'the call, and the arguments before; a value that is no reference, type or blank',
  source: 'php.net/curl_setopt; documentation of .NET, Apache HttpClient, Java and the Android Gradle plugin',
  rows: [
    // curl_setopt($ch, CURLOPT_USERPWD, "root:…")
    {
      literals: ['curlopt_userpwd', 'curlopt_proxyuserpwd'],
      behind: /\s{0,4}(?:,|=>)\s{0,4}(?<quote>["'])[^"':\s]{0,64}:(?=[^"'\n])/,
      judge: isGiven,
    },
    // curl_setopt($ch, CURLOPT_USERPWD, $user . ':' . '…')
    {
      literals: ['curlopt_userpwd', 'curlopt_proxyuserpwd'],
      behind: new RegExp(
        `\\s{0,4}(?:,|=>)\\s{0,4}(?:${STRING}|${VARIABLE})\\s{0,2}\\.\\s{0,2}["']:["']\\s{0,2}\\.\\s{0,2}["']`,
      ),
      judge: isGiven,
    },
    // new NetworkCredential("bob", "…")
    {
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
    // new mysqli("db", "bob", "…")
    call('mysqli( mysql_connect( mysqli_connect( mysqldb.connect( pymysql.connect( sequelize(', `${TWO}${OPENING}`),
    call('dbi->connect( dbi.connect( env:connect( pdo( pdo->__construct( getconnection(', `${TWO}${OPENING}`),
    call('ftp_login( ssh2_auth_password( imap_open( create_user( create_superuser(', `${TWO}${OPENING}`),
    // $agent->credentials("host:443", "realm", "bob", "…")
    call('->credentials(', `${TWO}${ARGUMENT}${OPENING}`),
    // .basic_auth("bob", Some("…"))
    call('basic_auth( basicauth( sp_addlogin storagesharedkeycredential(', `${ARGUMENT}(?: {0,2}Some\\()?${OPENING}`),
    call('login( auth=( digestauth(', `${ARGUMENT}${OPENING}`, isTold),
    // curl_easy_setopt(curl, CURLOPT_PASSWORD, "…")
    call(
      'curlopt_password curlopt_proxypassword curlopt_keypasswd curlopt_xoauth2_bearer',
      `\\s{0,4}(?:,|=>)\\s{0,4}["'](?!CURL)`,
    ),
    // strcmp(password, "…")
    call(
      'strcpy( strncpy( strlcpy( strcmp( strncmp( strcasecmp(',
      `\\s{0,4}(?<name>[\\w.>-]{1,48}),${OPENING}`,
      isTold,
    ),
    // bcrypt.hash("…", 10)
    call('bcrypt.hash( bcrypt.hashsync( bcrypt.hashpw( bcrypt.compare( bcrypt.comparesync(', OPENING),
    call('hash::make( password_hash( password_verify( passwordencoder.encode( check_password(', OPENING),
    // jwt.sign(payload, "…"), hash_hmac('sha256', $data, '…'), createHmac("sha256", "…")
    keyed('jwt.sign( jwt.verify( jwt.encode( jwt.decode( aes.encrypt( aes.decrypt( keystore.load(', `${ANY}${OPENING}`),
    keyed('hash_hmac( openssl_encrypt( openssl_decrypt( clientsecretcredential(', `${TWO}${OPENING}`),
    keyed('createhmac( twilio( signwith(', `${ARGUMENT}${OPENING}`),
    // hmac.new(b"…", …), new SymmetricSecurityKey(Encoding.UTF8.GetBytes("…"))
    keyed('hmac.new( algorithm.hmac256( algorithm.hmac512( secretkeyspec( fernet(', OPENING),
    keyed('symmetricsecuritykey(', `(?:Encoding\\.\\w{4,8}\\.GetBytes\\()?${OPENING}`),
    // rabbitmqctl add_user bob …
    call('add_user change_password', ' [\\w.@-]{1,40} ["\']?', isGiven, /rabbitmqctl $/),
    // buildConfigField "String", "API_KEY", "\"…\""
    {
      literals: ['buildconfigfield', 'resvalue'],
      behind: /[ (]{1,4}["'][Ss]tring["'], {0,4}["'](?<name>[\w.-]{1,64})["'], {0,4}(?:"\\"|'"|["'])/,
      judge: isGiven,
    },
    // Unseal Key 2: …
    {
      literals: ['unseal key ', 'recovery key '],
      behind: /\d{1,2} {0,2}: {1,4}(?=[\w+/]{24})/,
      of: SECRET,
      judge: isGiven,
    },
    // secret_id    84896a0c-1347-…
    {
      literals: ['secret_id'],
      behind: /(?:\s{0,4}(?::|=>|=)\s{0,4}|\s{1,16})["']?(?=[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\w))/i,
      of: SECRET,
      judge: isGiven,
    },
    ...CODE,
  ],
});

function call(names: string, behind: string, judge = isGiven, before?: RegExp): Notation {
  return { literals: names.split(' '), behind: new RegExp(behind), judge, ...(before !== undefined && { before }) };
}

/** Of one that takes a key, and may be told the name of an algorithm instead. */
function keyed(names: string, behind: string): Notation {
  return { ...call(names, `${behind}(?![A-Z]{2}\\d{3}["'])`), of: SECRET };
}
