import type { Negative } from '../case.js';
import { createRandom } from '../random.js';

const WORDS: readonly (readonly string[])[] = [
  ['password'],
  ['token'],
  ['secret'],
  ['api', 'key'],
  ['access', 'token'],
  ['client', 'secret'],
  ['private', 'key'],
  ['user', 'password'],
];

/** Lines that name what is sensitive and hold no value: `_name_` in the language's own case, `_NAME_`, `_Name_`. */
const LANGUAGES: readonly {
  readonly name: string;
  readonly style: 'snake' | 'camel';
  readonly lines: readonly string[];
}[] = [
  {
    name: 'typescript',
    style: 'camel',
    lines: [
      'const _name_ = process.env._NAME_;',
      'export function check(_name_: string): boolean {',
      'interface Options { readonly _name_?: string; readonly size: number }',
      'const { _name_ } = await loadSettings();',
      'this._name_ = options._name_ ?? defaults._name_;',
      'const _name_ = await get_Name_(user.id);',
      'if (_name_ === undefined || _name_.length < 12) { throw new Error("missing"); }',
      'return client.login({ user, _name_: _name_ });',
      'const _name_ = z.string().min(12);',
      'type Form = { _name_: string | null };',
      "const _name_ = req.headers['x-custom'];",
      'headers.set("Authorization", `Bearer \u0024{_name_}`);',
      'set_Name_(event.target.value);',
      'const _name_: string = "";',
    ],
  },
  {
    name: 'python',
    style: 'snake',
    lines: [
      '_name_ = os.environ["_NAME_"]',
      '_name_ = os.getenv("_NAME_", None)',
      'def check(_name_: str, size: int = 3) -> bool:',
      'self._name_ = _name_',
      '_name_ = get_secret_value("main/_name_")',
      'client = Client(host=host, _name_=settings._name_)',
      'parser.add_argument("--_name_", required=True, help="the value to use")',
      'if not _name_ or len(_name_) < 12:',
      '_name_ = getpass.getpass()',
      '_name_: Optional[str] = None',
      'print(f"length: {len(_name_)}")',
      '_name_ = models.CharField(max_length=128)',
    ],
  },
  {
    name: 'go',
    style: 'camel',
    lines: [
      '_name_ := os.Getenv("_NAME_")',
      'func check(_name_ string, size int) error {',
      '\t_Name_ string `json:"_name_,omitempty"`',
      'cfg._Name_ = flags._name_',
      '_name_, err := store.Get(ctx, id)',
      'if _name_ == "" { return errMissing }',
      'req.Header.Set("Authorization", "Bearer "+_name_)',
      'return &Client{_name_: _name_, size: 3}',
      'flag.StringVar(&_name_, "_name_", "", "the value to use")',
      'hash, err := bcrypt.GenerateFromPassword([]byte(_name_), 12)',
    ],
  },
  {
    name: 'rust',
    style: 'snake',
    lines: [
      'let _name_ = std::env::var("_NAME_")?;',
      'pub fn check(_name_: &str, size: usize) -> Result<(), Error> {',
      '    pub _name_: Option<String>,',
      'let _name_ = config._name_.as_deref().unwrap_or_default();',
      'Client { _name_: _name_.to_owned(), size: 3 }',
      'let _name_ = read_line()?.trim().to_string();',
      '#[arg(long, env = "_NAME_")]',
      'let _name_: SecretString = SecretString::from(input);',
      'match _name_ { Some(value) => value, None => return Err(Error::Missing) }',
    ],
  },
  {
    name: 'java',
    style: 'camel',
    lines: [
      'private final String _name_;',
      'this._name_ = Objects.requireNonNull(_name_);',
      'String _name_ = System.getenv("_NAME_");',
      'public void set_Name_(String _name_) {',
      '@Value("\u0024{app._name_}") private String _name_;',
      'char[] _name_ = console.readPassword();',
      'return builder._name_(config.get_Name_()).build();',
      'if (_name_ == null || _name_.isBlank()) { return; }',
      'log.info("no _name_ was given for {}", userName);',
    ],
  },
  {
    name: 'csharp',
    style: 'camel',
    lines: [
      'public string? _Name_ { get; set; }',
      'var _name_ = configuration["App:_Name_"];',
      'private readonly string _name_ = string.Empty;',
      'options._Name_ = builder.Configuration.GetValue<string>("_Name_");',
      '_name_ ??= Environment.GetEnvironmentVariable("_NAME_");',
      'public Task<bool> Check(string _name_, CancellationToken cancellationToken)',
      'await client.LoginAsync(user, _name_, cancellationToken);',
      '[JsonPropertyName("_name_")] public required string _Name_ { get; init; }',
    ],
  },
  {
    name: 'ruby',
    style: 'snake',
    lines: [
      '_name_ = ENV.fetch("_NAME_")',
      '@_name_ = _name_',
      'def check(_name_:, size: 3)',
      'attr_reader :_name_',
      'validates :_name_, presence: true, length: { minimum: 12 }',
      'user.update!(_name_: params[:_name_])',
      '_name_ = Rails.application.credentials.dig(:main, :_name_)',
      'raise ArgumentError, "no _name_" if _name_.nil?',
    ],
  },
  {
    name: 'php',
    style: 'snake',
    lines: [
      "$_name_ = getenv('_NAME_');",
      '$this->_name_ = $_name_;',
      "$_name_ = $_POST['_name_'] ?? null;",
      'public function check(string $_name_, int $size): bool',
      "'_name_' => env('_NAME_'),",
      "'_name_' => ['required', 'string', 'min:12'],",
      'if (password_verify($_name_, $row->hash)) {',
      "$_name_ = $request->input('_name_');",
    ],
  },
  {
    name: 'shell',
    style: 'snake',
    lines: [
      'export _NAME_="$1"',
      '_NAME_=$(pass show main/app)',
      'read -rs _NAME_',
      'curl -H "Authorization: Bearer $_NAME_" "$URL"',
      ': "\u0024{_NAME_:?is not set}"',
      'docker run -e _NAME_ app',
      'if [ -z "$_NAME_" ]; then exit 1; fi',
      'mysql -u app --password="$_NAME_" main',
    ],
  },
  {
    name: 'configuration',
    style: 'snake',
    lines: [
      '_name_: \u0024{_NAME_}',
      '_name_: "{{ .Values._name_ }}"',
      '_name_ = var._name_',
      '_name_: \u0024{{ secrets._NAME_ }}',
      '_NAME_=',
      '_name_: null',
      '"_name_": "<_NAME_>"',
      '_name_ = data.vault_secret.main.value',
      'valueFrom: { secretKeyRef: { name: main, key: _name_ } }',
      '"_name_": { "type": "string", "minLength": 12 }',
      '_name_: !Ref MainParameter',
      '"_name_": true',
    ],
  },
];

const AROUND = ['', '// keep this in step with the other side\n', 'x = 3\n\n', '  '];

/** Source code and configuration in which sensitive names are references, types and calls. */
export function sources(): readonly Negative[] {
  const random = createRandom(83);
  return LANGUAGES.flatMap(({ name, style, lines }) =>
    lines.flatMap((line) =>
      WORDS.map(
        (words): Negative => ({
          kind: 'source code',
          context: name,
          form: 'text',
          text: `${random.pick(AROUND)}${named(line, words, style)}\n`,
        }),
      ),
    ),
  );
}

function named(line: string, words: readonly string[], style: 'snake' | 'camel'): string {
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const pascal = words.map(capital).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return line
    .replaceAll('_NAME_', words.join('_').toUpperCase())
    .replaceAll('_Name_', pascal)
    .replaceAll('_name_', style === 'snake' ? words.join('_') : camel);
}
