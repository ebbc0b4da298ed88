import { isKind, KIND } from '../redactor/characters.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { loginStart } from '../redactor/login.js';
import { holdsPlaceholder } from '../redactor/placeholder.js';
import { BARE_DATA, isValue } from '../redactor/secret-value.js';

const HOST = /^(?:\d{1,3}\.){3}\d{1,3}(?![\w.-])/;
const LONGEST_HOST = 17;
/** A name and a password, without the signs of addresses and paths. */
const LOGIN = /^([a-z_][\w.-]{0,31}:)([^:/\s[\]<>"'`][^/\s<>"'`]{2,63})$/i;
/** A port, a version. */
const NO_PASSWORD = /^v?\d{1,5}(?:\.\d{1,5}){0,3}$/;
/** With a digit, a sign or a capital in it; a plain word is a group or a tag, unless the name is that of an account. */
const PASSWORD = /\d|[^\w.-]|[a-z][A-Z]/;
const ACCOUNT = /^(?:root|admin|administrator|postgres|sa):$/i;

/** `admin:hunter2@10.0.0.1`: a login before the address of a machine in numbers, which is none of an e-mail. */
export const loginAtHost: Detector = {
  name: 'login-at-host',
  group: 'secret',
  validates: 'a name, a colon and a word before; four numbers below 1000 behind',
  source: 'own',
  literals: ['@'],
  match: (window, start, end) => {
    const { text, floor, origin, isFinal } = window;
    if (!isKind(text, end, KIND.digit)) {
      return end === text.length && !isFinal ? undecided(start) : undefined;
    }
    const host = text.slice(end, end + LONGEST_HOST);
    if (host.length < LONGEST_HOST && !isFinal && /^[\d.]*$/.test(host)) {
      return undecided(start);
    }
    const from = HOST.test(host) ? loginStart(text, start, floor, origin) : -1;
    const [, name = '', password = ''] = from < 0 ? [] : (LOGIN.exec(text.slice(from, start)) ?? []);
    const isLogin = PASSWORD.test(password) || (password !== '' && ACCOUNT.test(name));
    const isSecret = isLogin && !NO_PASSWORD.test(password) && !holdsPlaceholder(password);
    return isSecret && isValue(password, BARE_DATA) ? found(from + name.length, start, 'password') : undefined;
  },
};
